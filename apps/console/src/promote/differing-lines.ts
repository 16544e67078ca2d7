/** A line, and whether the other side lacks it. */
export interface ComparedLine {
  text: string
  isOther: boolean
}

/** Marks on each side the lines that the other side lacks, counting repeats. */
export function differingLines(before: readonly string[], after: readonly string[]): [ComparedLine[], ComparedLine[]] {
  return [marked(before, after), marked(after, before)]
}

function marked(lines: readonly string[], others: readonly string[]): ComparedLine[] {
  const left = new Map<string, number>()
  for (const line of others) left.set(line, (left.get(line) ?? 0) + 1)
  return lines.map((text) => {
    const count = left.get(text) ?? 0
    left.set(text, count - 1)
    return { text, isOther: count <= 0 }
  })
}
