/**
 * Writes the icons that screens draw at once: of frame and lists to src/icon/bundled.ts, of records to
 * src/icon/record-icons.ts, which loads with them, of the tabs of a project to src/icon/project-icons.ts. Run: node packages/ui/bundle-icons.ts
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const names = [
  'add arrow_back arrow_downward arrow_upward category check check_circle chevron_left chevron_right',
  'close cloud_off delete error keyboard_arrow_down filter_list home inbox info keyboard logout menu more_horiz',
  'person print search search_off side_navigation translate visibility warning',
]
  .join(' ')
  .split(' ')
const ofRecords = 'arrow_forward block calendar_today edit history open_in_new undo'.split(' ')
const ofProjects =
  'monitor_heart description history backup move_up schema group shield_person mail forum settings link chat'.split(' ')

const pathOf = (name: string): string => {
  const file = fileURLToPath(import.meta.resolve(`@material-symbols/svg-400/rounded/${name}.svg`))
  const path = /<path d="([^"]+)"\/>/.exec(readFileSync(file, 'utf8'))?.[1]
  if (path === undefined) throw new Error(`${name} is not one path`)
  return path
}

const quote = (name: string): string => `'${pathOf(name)}'`
const head =
  '/** Paths of Material Symbols (Apache-2.0), written by bundle-icons.ts; the view box is 0 -960 960 960. */\n'
const mapOf = (all: readonly string[]): string =>
  `{\n${all.map((name) => `  ${name}:\n    ${quote(name)},`).join('\n')}\n}`
const write = (file: string, text: string) => writeFileSync(new URL(`src/icon/${file}`, import.meta.url), text)
write('bundled.ts', `${head}export const bundledIcons: Record<string, string> = ${mapOf(names)}\n`)
write('record-icons.ts', `${head}export const recordIcons: Readonly<Record<string, string>> = ${mapOf(ofRecords)}\n`)
write('project-icons.ts', `${head}export const projectIcons: Readonly<Record<string, string>> = ${mapOf(ofProjects)}\n`)

/** Sign-in icons get a file of their own, so that the sign-in screens don't load the rest. */
const few = ['close', 'error', 'visibility'].map((name) => `export const ${name}Path =\n  ${quote(name)}`)
write('sign-in-icons.ts', `${head}${few.join('\n')}\n`)
