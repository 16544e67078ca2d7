import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type Node, parseSync } from 'oxc-parser'
import { type Comment, commentsOf } from './comments.ts'
import { proseRooms } from './prose-rooms.ts'
import { walkNode } from './source-files.ts'

/** Openings that hide the actor of a sentence. */
const opening = /^(?:Whoever|What|One that|Those|Who|Nobody)\b/i
const testFunctions = new Set(['test', 'it', 'describe'])

/**
 * Finds sentences in comments and test titles that begin with an opening that hides the actor; questions are allowed.
 * `rooms` are globs below `root`.
 * @returns a line `file:line the sentence` for each, and one for each glob without a file
 */
export function unclearSentences(root: string, rooms: readonly string[] = proseRooms): string[] {
  return rooms.flatMap((room) => {
    const files = globSync(room, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] })
    if (files.length === 0) return [`scripts/prose-rooms.ts: no file matches ${room}`]
    return files
      .map((file) => file.split(path.sep).join('/'))
      .sort()
      .flatMap((file) => unclearIn(file, readFileSync(path.join(root, file), 'utf8')))
  })
}

function unclearIn(file: string, text: string): string[] {
  const comments = commentsOf(file, text).map(({ at, comment }) => ({ at, sentences: sentencesOf(comment) }))
  const titles = titlesOf(file, text).map(({ at, comment }) => ({ at, sentences: [comment] }))
  return [...comments, ...titles]
    .sort((a, b) => a.at - b.at)
    .flatMap(({ at, sentences }) =>
      sentences
        .filter((sentence) => opening.test(sentence) && !sentence.endsWith('?'))
        .map((sentence) => `${file}:${lineOf(text, at)} ${sentence}`),
    )
}

/** The sentences of a comment. A paragraph, an entry of a list and a tag such as `@returns` begin one, too. */
function sentencesOf(comment: string): string[] {
  const lines = comment
    .replace(/^\/\*+|\*+\/$/g, '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:\/\/|\*)/, '').trim())
  return lines
    .join(' ')
    .split(/(?<=[.!?])\s+(?=\p{Lu})|\s{2,}|(?:^|\s)- |@(?:returns|throws \w+)\s/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** Titles of tests and of groups of tests, up to the first value that they contain. */
function titlesOf(file: string, text: string): Comment[] {
  if (!/\.(?:test|spec)\.tsx?$/.test(file)) return []
  const titles: Comment[] = []
  walkNode(parseSync(file, text).program, (node) => {
    if (node.type !== 'CallExpression' || !testFunctions.has(rootName(node.callee))) return
    const [title] = node.arguments
    const words = title && textOf(title)
    if (words) titles.push({ at: title.start, comment: words })
  })
  return titles
}

/** `test` for `test`, `test.skipIf(…)` and `test.each(…)`. */
function rootName(node: Node): string {
  if (node.type === 'MemberExpression') return rootName(node.object)
  if (node.type === 'CallExpression') return rootName(node.callee)
  return node.type === 'Identifier' ? node.name : ''
}

function textOf(node: Node): string | undefined {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : undefined
  return node.type === 'TemplateLiteral' ? (node.quasis[0]?.value.cooked ?? undefined) : undefined
}

const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

if (import.meta.main) {
  const found = unclearSentences(process.cwd())
  for (const line of found) console.error(line)
  if (found.length > 0) console.error('Name the actor: "The worker retries", "A second delivery is refused".')
  process.exitCode = found.length === 0 ? 0 : 1
}
