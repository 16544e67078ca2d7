/** The delimiters that are judged; others can be chosen. */
const candidates = [',', ';', '\t', '|'] as const
const sampleLines = 50

/**
 * The delimiter of a text, judged by its first lines: it stands in most of them the same number of times. A text of one
 * column has a comma.
 */
export function judgeDelimiter(text: string): string {
  const counted = countIn(text)
  const scored = candidates.map((delimiter) => ({ delimiter, score: scoreOf(counted.get(delimiter) ?? []) }))
  const best = scored.reduce((a, b) => (b.score > a.score ? b : a))
  return best.score > 0 ? best.delimiter : ','
}

/** How often each candidate stands outside of quotes, line by line. */
function countIn(text: string): Map<string, number[]> {
  const counts = new Map<string, number[]>(candidates.map((one) => [one, [0]]))
  let [isQuoted, lines, isLineEmpty] = [false, 0, true]
  for (const char of text) {
    if (char === '"') isQuoted = !isQuoted
    else if (char === '\n' && !isQuoted) {
      if (!isLineEmpty && ++lines === sampleLines) break
      if (!isLineEmpty) for (const list of counts.values()) list.push(0)
      isLineEmpty = true
      continue
    } else if (!isQuoted) {
      const list = counts.get(char)
      if (list) list[list.length - 1] = (list.at(-1) ?? 0) + 1
    }
    if (char !== '\r') isLineEmpty = false
  }
  // The last line may be cut off.
  if (lines > 0) for (const list of counts.values()) list.pop()
  return counts
}

/** The share of lines with as many delimiters as the head has; more columns win among equals. */
function scoreOf(counts: readonly number[]): number {
  const [head = 0] = counts
  if (head === 0) return 0
  return counts.filter((count) => count === head).length / counts.length + head / 10_000
}
