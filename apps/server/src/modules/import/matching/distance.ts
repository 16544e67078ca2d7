/**
 * The number of letters to put in, leave out, change or swap with the next one until the texts are the same; Infinity
 * beyond `most`.
 */
function distance(one: string, other: string, most: number): number {
  const [from, to] = [[...one], [...other]]
  if (Math.abs(from.length - to.length) > most) return Number.POSITIVE_INFINITY
  let [before, last]: [number[], number[]] = [[], [0, ...to.map((_, at) => at + 1)]]
  for (const [row, letter] of from.entries()) {
    const now = [row + 1]
    for (const [at, wanted] of to.entries()) {
      const changed = (last[at] ?? 0) + (letter === wanted ? 0 : 1)
      const swaps = row > 0 && at > 0 && letter === to[at - 1] && from[row - 1] === wanted
      const swapped = swaps ? (before[at - 1] ?? 0) + 1 : changed
      now.push(Math.min(changed, swapped, (last[at + 1] ?? 0) + 1, (now[at] ?? 0) + 1))
    }
    if (Math.min(...now) > most) return Number.POSITIVE_INFINITY
    ;[before, last] = [last, now]
  }
  const found = last[to.length] ?? 0
  return found > most ? Number.POSITIVE_INFINITY : found
}

/** The most letters in which a text may differ from the name that it nearly is. */
export const slack = (text: string): number => (text.length < 4 ? 0 : text.length < 8 ? 1 : 2)

/** The one name that a text is or nearly is; undefined when two are as near. */
export function nearestOf(text: string, names: Iterable<string>): string | undefined {
  const most = slack(text)
  let best = { name: undefined as string | undefined, away: most + 1 }
  for (const name of names) {
    const away = distance(text, name, most)
    if (away < best.away) best = { name, away }
    else if (away === best.away && name !== best.name) best.name = undefined
  }
  return best.name
}
