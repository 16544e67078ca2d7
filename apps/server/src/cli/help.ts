import { optionTexts } from './options.ts'

export function helpText(): string {
  const lines = optionTexts.map(
    ([name, variable, value, text]) => `  --${name} ${value}`.padEnd(28) + variable.padEnd(18) + text,
  )
  return `tavla: business software drawn from metadata

Commands
  tavla start                 the site on port 8000 with demo data; --no-demo starts without it
  tavla site DIR [--sample]   one stand-alone staff site whose configuration and data live in DIR
  tavla help                  this text

Options, each also as an environment variable (the option wins)
${lines.join('\n')}
`
}
