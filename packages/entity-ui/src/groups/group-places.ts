import type { GroupLine } from '@tavla/client/grouped'

/** The lines of a group with its head. */
export interface GroupPlace {
  head: number
  /** Index behind the last line. */
  end: number
}

/** Where each group stands, by its key. */
export function groupPlaces(lines: readonly GroupLine[]): Map<string, GroupPlace> {
  const places = new Map<string, GroupPlace>()
  for (const [index, { group }] of lines.entries()) {
    const place = places.get(group)
    if (place) place.end = index + 1
    else places.set(group, { head: index, end: index + 1 })
  }
  return places
}

/**
 * The indexes of the lines to draw: those from `first` to `last`, the one with the focus, and before all others the head
 * of the group that the first one belongs to, since it stays in sight.
 */
export function drawnLines(
  lines: readonly GroupLine[],
  places: ReadonlyMap<string, GroupPlace>,
  { first, last }: { first: number; last: number },
  stop: number,
): number[] {
  const drawn = new Set<number>()
  if (stop >= 0 && stop < Math.min(first, lines.length)) drawn.add(stop)
  const begins = lines[first]
  const head = begins && places.get(begins.group)?.head
  if (head !== undefined) drawn.add(head)
  for (let index = first; index <= Math.min(last, lines.length - 1); index++) drawn.add(index)
  if (stop >= 0 && stop < lines.length) drawn.add(stop)
  return [...drawn].toSorted((one, other) => one - other)
}
