/** The prefix of a series' ids, and the minimum number of digits of their numbers. */
export interface Series {
  prefix: string
  digits: number
}

/** The parts of a pattern that are replaced, as the pattern spells them. */
export const knownParts: readonly string[] = ['.YYYY.', '.YY.', '.MM.', '.DD.', '.####']

const datePart = /^(?:YYYY|YY|MM|DD)$/

/**
 * Reads a pattern at a moment (wall-clock text): `TASK-.####` counts TASK-0001, TASK-0002 …, and `CASE-.YYYY.-.####`
 * counts CASE-2026-0001 … from the start each year. A pattern without number signs counts without leading zeros.
 */
export function readPattern(pattern: string, now: string): Series {
  const [, head = pattern, marks = ''] = /^(.*?)\.?(#+)$/.exec(pattern) ?? []
  const hasDate = pattern.split('.').some((part) => datePart.test(part))
  // Without a date part, points stay literal, as in earlier versions.
  const prefix = hasDate
    ? head
        .split('.')
        .map((part) => (datePart.test(part) ? dateText(part, now) : part))
        .join('')
    : head
  const needsHyphen = marks === '' && !(hasDate && /[^\p{L}\p{N}]$/u.test(prefix))
  return { prefix: needsHyphen ? `${prefix}-` : prefix, digits: marks.length || 1 }
}

/** The first part of a pattern that looks like a replaced part but is unknown; undefined when there is none. */
export function unknownPart(pattern: string): string | undefined {
  const parts = pattern.split('.')
  const found = parts.find((part, index) => {
    if (datePart.test(part)) return false
    if (/(?<![A-Za-z])(?:YYYY|MM|DD)(?![A-Za-z])|[{}]/.test(part)) return true
    const isLast = index === parts.length - 1
    if (part.includes('#')) return !isLast || !/^[^#]*#+$/.test(part)
    return index > 0 && /^\p{L}+$/u.test(part)
  })
  return found
}

function dateText(part: string, now: string): string {
  const [year = '', month = '', day = ''] = now.slice(0, 10).split('-')
  return { YYYY: year, YY: year.slice(2), MM: month, DD: day }[part] ?? part
}
