import type { ReactNode } from 'react'
import type { TextArg, TextArgs } from './translate.ts'
import { Untranslated } from './Untranslated.tsx'
import { useI18n } from './useI18n.ts'

interface TextProps {
  /** English source text. */
  source: string
  args?: TextArgs | undefined
  context?: string | undefined
}

/**
 * An interface text that can be corrected in place: its element names the source, and two globes surround a text
 * without translation (reference: texts, Missing translations). The arguments keep their own direction.
 */
export function Text({ source, args, context: given }: TextProps) {
  const { t, isMissing, contextOf } = useI18n()
  const context = contextOf ? contextOf(source, given) : given
  const text = t(source, args && marked(args), context)
  if (!isMissing(source, context))
    return (
      <span data-source={source} data-context={context}>
        {isolated(text)}
      </span>
    )
  return (
    <span data-untranslated="" data-source={source} data-context={context} title={t('Click to translate')}>
      <Untranslated>{isolated(text)}</Untranslated>
    </span>
  )
}

// Unicode's marks around text that has its own direction.
const [open, close] = ['\u2068', '\u2069']
const marks = /[\u2068\u2069]/

function marked(args: TextArgs): TextArgs {
  if (isList(args)) return args.map(markedArg)
  return Object.fromEntries(Object.entries(args).map(([name, arg]) => [name, markedArg(arg)]))
}

function markedArg(arg: TextArg): TextArg {
  if (typeof arg === 'string') return open + arg.split(marks).join('') + close
  return isList(arg) ? arg.map(markedArg) : arg
}

/** Replaces the marks by elements, so that the page's text holds only readable characters. */
function isolated(text: string): ReactNode {
  // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text have no other name
  return text.split(marks).map((part, at) => (at % 2 === 0 ? part : <bdi key={at}>{part}</bdi>))
}

const isList = (value: TextArgs | TextArg): value is readonly TextArg[] => Array.isArray(value)
