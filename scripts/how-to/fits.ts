import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { parseSync } from 'oxc-parser'
import { packageAddresses, targetOf } from '../imports.ts'
import { follow } from './follow.ts'
import { type HowTo, readHowTos } from './pages.ts'

/** The obstacles for a reader of the how-to pages below `root`, each page followed alone, as `page:line obstacle`. */
export function unfitPages(root: string): string[] {
  return readHowTos(root).flatMap((howTo) => {
    const tree = mkdtempSync(path.join(tmpdir(), 'tavla-how-to-'))
    try {
      for (const { file } of howTo.steps) {
        if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(tree, file))
      }
      return [...follow(tree, howTo), ...strayImports(root, howTo)]
    } finally {
      rmSync(tree, { recursive: true })
    }
  })
}

/** Imports of a page's new files from files that are not there, or that do not know the name. */
function strayImports(root: string, { page, steps }: HowTo): string[] {
  const addresses = packageAddresses(root)
  const made = new Map(steps.map(({ file, code }) => [file, code]))
  const textOf = (file: string) => {
    const place = path.join(root, file)
    return made.get(file) ?? (existsSync(place) ? readFileSync(place, 'utf8') : undefined)
  }
  return steps
    .filter(({ file, isEdit }) => !isEdit && /\.tsx?$/.test(file))
    .flatMap(({ file, line, code }) =>
      importedNames(file, code).flatMap(({ specifier, name }) => {
        const target = targetOf(file, specifier, addresses)
        if (!target) return specifier.startsWith('@tavla/') ? [`${page}:${line} ${specifier} is no address`] : []
        const text = textOf(target)
        if (text === undefined) return [`${page}:${line} ${target} is not there`]
        return knows(text, name) ? [] : [`${page}:${line} ${target} does not export ${name}`]
      }),
    )
}

/** A file that passes on all of another may have any name. */
const knows = (text: string, name: string) =>
  name === 'default' || new RegExp(`\\b${name}\\b|export (?:type )?\\*`).test(text)

function importedNames(file: string, code: string): { specifier: string; name: string }[] {
  const { module } = parseSync(file, code)
  return module.staticImports.flatMap(({ moduleRequest, entries }) =>
    entries.map(({ importName }) => ({ specifier: moduleRequest.value, name: importName.name ?? 'default' })),
  )
}

if (import.meta.main) {
  const unfit = unfitPages(process.cwd())
  for (const line of unfit) console.error(line)
  process.exitCode = unfit.length === 0 ? 0 : 1
}
