/** The name that needs the fewest changed letters, if it is near enough to be meant. */
export function nearestOf(name: string, known: Iterable<string>): string | undefined {
  const most = Math.max(1, Math.floor(name.length / 3))
  let best: string | undefined
  let fewest = most + 1
  for (const candidate of known) {
    const changes = changesBetween(name.toLowerCase(), candidate.toLowerCase(), fewest)
    if (changes < fewest) [best, fewest] = [candidate, changes]
  }
  return best
}

/** Levenshtein's distance, as far as it is below a limit. */
function changesBetween(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit
  let row = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (let at = 1; at <= from.length; at++) {
    const next = [at]
    for (let index = 1; index <= to.length; index++) {
      const replaced = (row[index - 1] ?? 0) + (from[at - 1] === to[index - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[to.length] ?? limit
}
