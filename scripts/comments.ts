import { parseSync } from 'oxc-parser'

export interface Comment {
  /** Offset in the file. */
  at: number
  /** The source text, with its marks. */
  comment: string
}

/** The comments of a TypeScript file or a style sheet; successive lines of `//` count as one comment. */
export function commentsOf(file: string, text: string): Comment[] {
  if (file.endsWith('.css'))
    return [...text.matchAll(/\/\*.*?\*\//gs)].map(({ index, 0: comment }) => ({ at: index, comment }))
  const joined: { start: number; end: number }[] = []
  for (const { start, end } of parseSync(file, text).comments) {
    const last = joined.at(-1)
    if (last && text.slice(last.end, start).trim() === '') last.end = end
    else joined.push({ start, end })
  }
  return joined.map(({ start, end }) => ({ at: start, comment: text.slice(start, end) }))
}
