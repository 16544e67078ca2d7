import { existsSync, globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'

/** The pages for readers: those in the root folder, and everything below `docs`. */
const pages = ['*.md', 'docs/**/*.md']
const index = 'docs/README.md'

interface Link {
  target: string
  line: number
}

/**
 * Faults in the links of the pages below `root`, as `file:line fault`: a missing file or heading, and a page of `docs`
 * that its index does not lead to.
 */
export function brokenLinks(root: string): string[] {
  const texts = new Map(
    globSync(pages, { cwd: root }).map((file) => [toPosix(file), readFileSync(path.join(root, file), 'utf8')]),
  )
  const links = new Map([...texts].map(([file, text]) => [file, linksOf(text)]))
  const broken = [...links].flatMap(([file, found]) =>
    found.flatMap(({ target, line }) => {
      const wrong = whyBroken(root, file, target, texts)
      return wrong ? [`${file}:${line} ${wrong}`] : []
    }),
  )
  return [...broken, ...unreached(root, links)].sort()
}

function whyBroken(root: string, from: string, target: string, texts: ReadonlyMap<string, string>) {
  const [, heading] = target.split('#', 2)
  const file = fileOf(from, target)
  if (file.startsWith('../')) return `${target} leaves the repository`
  if (!existsSync(path.join(root, file))) return `${target} leads to no file`
  const text = texts.get(file)
  if (!heading || text === undefined) return undefined
  return headingsOf(text).has(heading) ? undefined : `${target} leads to no heading`
}

/** Pages of `docs` that no chain of links from the index reaches; a link to a folder reaches each page in it. */
function unreached(root: string, links: ReadonlyMap<string, readonly Link[]>): string[] {
  if (!links.has(index)) return []
  const reached = new Set([index])
  for (const page of reached) {
    for (const { target } of links.get(page) ?? []) {
      const file = fileOf(page, target)
      const place = path.join(root, file)
      if (existsSync(place) && statSync(place).isDirectory()) {
        for (const each of links.keys()) if (path.posix.dirname(each) === file) reached.add(each)
      } else reached.add(file)
    }
  }
  const lost = [...links.keys()].filter((page) => page.startsWith('docs/') && !reached.has(page))
  return lost.map((page) => `${page}:1 no link leads here from ${index}`)
}

/** The relative links and images of a page, without those in code. */
function linksOf(text: string): Link[] {
  return linesOutsideCode(text).flatMap(({ content, line }) => {
    const found = [...content.matchAll(/\]\(<?([^)\s>]+)>?(?: "[^"]*")?\)|\b(?:src|srcset|href)="([^"]+)"/g)]
    return found.flatMap(([, inText, inTag]) => {
      const target = inText ?? inTag ?? ''
      return target === '' || /^[a-z][a-z0-9+.-]*:/i.test(target) ? [] : [{ target, line }]
    })
  })
}

/** The anchors of a page's headings, as the repository's host makes them. */
function headingsOf(text: string): Set<string> {
  const anchors = new Set<string>()
  for (const { content } of linesOutsideCode(text, { keepSpans: true })) {
    const title = /^#{1,6}\s+(.*?)\s*#*$/.exec(content)?.[1]
    if (title === undefined) continue
    const base = title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, '')
      .replaceAll(' ', '-')
    let anchor = base
    for (let n = 1; anchors.has(anchor); n++) anchor = `${base}-${n}`
    anchors.add(anchor)
  }
  return anchors
}

function linesOutsideCode(text: string, { keepSpans = false } = {}): { content: string; line: number }[] {
  let fence = ''
  return text.split('\n').flatMap((content, at) => {
    const mark = /^\s*(```+|~~~+)/.exec(content)?.[1]
    if (fence) {
      if (mark?.startsWith(fence)) fence = ''
      return []
    }
    if (mark) {
      fence = mark
      return []
    }
    return [{ content: keepSpans ? content : content.replace(/`[^`]*`/g, ''), line: at + 1 }]
  })
}

function fileOf(from: string, target: string): string {
  const name = decodeURI(target.split('#', 1)[0] ?? '')
  if (name === '') return from
  return path.posix.normalize(path.posix.join(path.posix.dirname(from), name)).replace(/\/$/, '')
}

const toPosix = (file: string) => file.split(path.sep).join('/')

if (import.meta.main) {
  const broken = brokenLinks(process.cwd())
  for (const line of broken) console.error(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}
