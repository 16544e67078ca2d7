import type { View } from '@tavla/client'

/** Where lines of several heights stand, in pixels from the top. */
export interface LineTops {
  lines: readonly SizedLine[]
  total: number
  /** Also of the line behind the last one. */
  topOf(index: number): number
  /** Index of the line at a distance from the top. */
  indexAt(pixels: number): number
  /** The lines in sight of an area that is scrolled to `top`. */
  inSight(top: number, height: number): View
  /** By how much the line that stood at a distance from the top has moved; 0 if it is gone. */
  movedSince(former: LineTops, top: number): number
}

/** A line by its id and its height. */
export interface SizedLine {
  id: string
  size: number
}

export function lineTops(lines: readonly SizedLine[]): LineTops {
  const tops = new Float64Array(lines.length + 1)
  for (const [index, { size }] of lines.entries()) tops[index + 1] = (tops[index] ?? 0) + size
  const last = Math.max(0, lines.length - 1)
  const topOf = (index: number) => tops[Math.max(0, Math.min(lines.length, index))] ?? 0
  const indexAt = (pixels: number) => {
    let [low, high] = [0, last]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if ((tops[middle] ?? 0) <= pixels) low = middle
      else high = middle - 1
    }
    return low
  }
  return {
    ...{ lines, topOf, indexAt },
    total: topOf(lines.length),
    inSight: (top, height) => ({ first: indexAt(top), last: indexAt(top + height - 1), isAtTop: top <= 0 }),
    movedSince(former, top) {
      const place = former.indexAt(top)
      const id = former.lines[place]?.id
      const at = id === undefined || lines[place]?.id === id ? place : lines.findIndex((line) => line.id === id)
      return at < 0 ? 0 : topOf(at) - former.topOf(place)
    },
  }
}
