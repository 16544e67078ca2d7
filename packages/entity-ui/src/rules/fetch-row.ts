import type { TableRow } from '@tavla/fields/rows'
import type { FetchRule } from './fetch-rules.ts'

/** A row of a draft with what its fetched values need. */
export interface FetchingRow extends TableRow {
  /** Names of fields that a person filled in, which no link changes any more (reference: expressions, Fetched values). */
  _set?: readonly string[]
  /** The latest question for each link whose answer is out. */
  _asked?: Readonly<Record<string, number>>
}

export type Values = Readonly<Record<string, unknown>>

/**
 * The row as it was before a change of the rows; undefined for a new one. A row that was moved or doubled has the content
 * of another one.
 */
export function formerRow(former: readonly TableRow[], next: readonly TableRow[], at: number): TableRow | undefined {
  const row = next[at]
  if (!row) return undefined
  if (row.id !== undefined) return former.find(({ id }) => id === row.id)
  const same = former.find((one) => hasContentOf(row, one))
  if (same) return same
  const before = former[at]
  return before && before.id === undefined && !next.includes(before) ? before : undefined
}

/** The row with the names of the fetched fields into which a person typed. */
export function withTyped(row: FetchingRow, before: TableRow | undefined, rules: readonly FetchRule[]): FetchingRow {
  const isTyped = ({ fieldname, isForced }: FetchRule) =>
    !isForced && (before ? !isEqual(row[fieldname], before[fieldname]) : isMeant(row[fieldname]))
  const names = rules.filter(isTyped).map(({ fieldname }) => fieldname)
  if (names.length === 0) return row
  return { ...row, _set: [...new Set([...(row._set ?? []), ...names])] }
}

/** The row with the values that came along with one of its links. */
export function withFetched(row: FetchingRow, link: string, rules: readonly FetchRule[], values: Values): FetchingRow {
  const { _asked: asked, ...rest } = row
  const { [link]: _answered, ...others } = asked ?? {}
  const next: FetchingRow = { ...rest, idx: row.idx, ...(Object.keys(others).length > 0 && { _asked: others }) }
  for (const { fieldname, isForced } of rules) {
    if (fieldname in values && (isForced || !row._set?.includes(fieldname))) next[fieldname] = values[fieldname]
  }
  return next
}

/** The links of a row that lead elsewhere than before. */
export const changedLinks = (row: Values, before: Values | undefined, rules: readonly FetchRule[]): string[] => [
  ...new Set(rules.map(({ link }) => link).filter((link) => !isEqual(row[link], before?.[link]))),
]

/** As the server sees it: a new record or row says nothing with a blank value or 0. */
export const isMeant = (value: unknown): boolean => value !== undefined && value !== null && value !== '' && value !== 0

export const isEqual = (a: unknown, b: unknown): boolean => (a ?? '') === (b ?? '')

const places = new Set(['id', 'idx'])

const hasContentOf = (row: Values, other: Values): boolean => {
  const names = new Set([...Object.keys(row), ...Object.keys(other)]).difference(places)
  return [...names].every((name) => isEqual(row[name], other[name]))
}
