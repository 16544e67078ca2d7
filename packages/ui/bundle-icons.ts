/** Writes src/icon/bundled.ts: the icons that frame, lists and forms draw at once. Run: node packages/ui/bundle-icons.ts */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const names = [
  'add arrow_back arrow_downward arrow_forward arrow_upward block calendar_today category check check_circle chevron_left chevron_right',
  'close cloud_off delete edit error keyboard_arrow_down filter_list history home inbox info keyboard logout menu more_horiz',
  'open_in_new person print search search_off side_navigation translate undo visibility warning',
]
  .join(' ')
  .split(' ')

const pathOf = (name: string): string => {
  const file = fileURLToPath(import.meta.resolve(`@material-symbols/svg-400/rounded/${name}.svg`))
  const path = /<path d="([^"]+)"\/>/.exec(readFileSync(file, 'utf8'))?.[1]
  if (path === undefined) throw new Error(`${name} is not one path`)
  return path
}

const quote = (name: string): string => `'${pathOf(name)}'`
const head =
  '/** Paths of Material Symbols (Apache-2.0), written by bundle-icons.ts; the view box is 0 -960 960 960. */\n'
const map = names.map((name) => `  ${name}:\n    ${quote(name)},`).join('\n')
const bundled = `${head}export const bundledIcons: Readonly<Record<string, string>> = {\n${map}\n}\n`
writeFileSync(new URL('src/icon/bundled.ts', import.meta.url), bundled)

/** Sign-in icons get a file of their own, so that the sign-in screens don't load the rest. */
const few = ['close', 'error', 'visibility'].map((name) => `export const ${name}Path =\n  ${quote(name)}`)
writeFileSync(new URL('src/icon/sign-in-icons.ts', import.meta.url), `${head}${few.join('\n')}\n`)
