import type { Expression } from './compile.ts'

/** The text of an expression with other words in the place of its names; undefined leaves one as it is. */
export function replaceNames({ text, uses }: Expression, wordOf: (path: string) => string | undefined): string {
  let result = ''
  let done = 0
  for (const { path, start, end } of uses) {
    const word = wordOf(path)
    if (word === undefined) continue
    result += text.slice(done, start) + word
    done = end
  }
  return result + text.slice(done)
}
