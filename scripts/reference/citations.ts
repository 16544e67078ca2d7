import { existsSync, globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { commentsOf } from '../comments.ts'
import { type Page, readPages } from './pages.ts'

/** Files whose comments are read: our code, tests and style sheets. */
const files = ['{apps,packages,scripts,bench,e2e}/**/*.{ts,tsx,mjs,css}', '*.ts']
const exclude = ['**/node_modules/**', '**/dist/**', 'scripts/reference/citations*.ts']

/** `(reference: http-api, Filters; metadata, Values)`, perhaps after other words in the same parentheses. */
const citation = /\breference: ([^()]+)\)/g
const page = /\b(?:docs\/[\w/.-]+|[A-Z]+)\.md\b/g
/** Names of documents that are not in the repository. */
const foreignName = /\(design(?:\)|: [^)]*\))|\b(?:starting|contract[-\d]*|spec|design)\.md\b/g
/** The same documents by number, anywhere: titles of tests may cite, too. */
const foreignNumber =
  /\b(?:contract|spec|specification|design|issue|finding|review) (?:rule |section |§ ?|App(?:\.|endix) )?[A-Z]?\d(?:[.\d]*\d)?/gi

interface FoundCitation {
  at: number
  what: string
}

/** Citations below `root` without a target, as `file:line fault`. */
export function brokenCitations(root: string): string[] {
  const pages = readPages(root)
  const names = globSync(files, { cwd: root, exclude }).map((file) => file.split(path.sep).join('/'))
  return names.sort().flatMap((file) => {
    const text = readFileSync(path.join(root, file), 'utf8')
    const broken = commentsOf(file, text).flatMap(({ at, comment }) =>
      brokenIn(root, pages, comment).map((found) => ({ ...found, at: at + found.at })),
    )
    for (const { index, 0: what } of text.matchAll(foreignNumber))
      broken.push({ at: index, what: `${what} is not here` })
    return broken.sort((a, b) => a.at - b.at).map(({ at, what }) => `${file}:${lineOf(text, at)} ${what}`)
  })
}

function brokenIn(root: string, pages: ReadonlyMap<string, Page>, comment: string): FoundCitation[] {
  const found: FoundCitation[] = []
  for (const { index, 1: cited = '' } of comment.matchAll(citation)) {
    for (const one of cited.replace(/\s+(?:\*\s|\/\/\s)?\s*/g, ' ').split('; ')) {
      const [name = '', heading = ''] = one.split(', ', 2)
      if (!pages.get(name)?.headings.has(heading))
        found.push({ at: index, what: `${one} is no heading of the reference` })
    }
  }
  for (const { index, 0: file } of comment.matchAll(page)) {
    if (!existsSync(path.join(root, file))) found.push({ at: index, what: `${file} leads to no file` })
  }
  for (const { index, 0: what } of comment.matchAll(foreignName)) found.push({ at: index, what: `${what} is not here` })
  return found
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

if (import.meta.main) {
  const broken = brokenCitations(process.cwd())
  for (const line of broken) console.error(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}
