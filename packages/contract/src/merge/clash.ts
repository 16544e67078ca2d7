/** A field as a merge sees it. */
export type MergeField =
  | { fieldname: string; kind: 'value' | 'secret' }
  | { fieldname: string; kind: 'table'; columns: readonly MergeField[] }

/** Values by fieldname, as answers show them. */
export type Values = Readonly<Record<string, unknown>>

/**
 * A place that two people changed differently (reference: http-api, Changing): a field, a column of a row (`row_field`),
 * or a whole row that one removed and the other changed (`row_field` null). Without `base` nobody knows the value that
 * the person had read.
 */
export interface Clash {
  fieldname: string
  /** Id of the row. */
  row?: string
  row_field?: string | null
  base?: unknown
  theirs: unknown
  mine: unknown
}

/** The value that stands where two people differ. */
export type Choice = 'mine' | 'theirs' | { value: unknown }

export type Choose = (clash: Clash) => Choice

export const takeMine: Choose = () => 'mine'

/** The chosen value of a clash. */
export function chosen(choice: Choice, mine: unknown, theirs: unknown): unknown {
  if (choice === 'mine') return mine
  return choice === 'theirs' ? theirs : choice.value
}
