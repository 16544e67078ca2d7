import { createHash } from 'node:crypto'

/** A definition as data, which sites hand to each other (reference: http-api, Definitions). */
export interface DefinitionItem {
  /** `Entity`, `Entity Rules`, or the entity whose record it is. */
  kind: string
  id: string
  /** SHA-256 of `value` as text. */
  hash: string
  value: ItemValue
}

export type ItemValue = Readonly<Record<string, unknown>>

/** One step from the definitions of a site to those of another one, as a site carries it out. */
export interface ItemChange {
  kind: string
  id: string
  change: 'add' | 'change' | 'rename' | 'remove'
  /** The id until now, of a rename. */
  from?: string
  /** Null of a removal. */
  after: ItemValue | null
}

/** Rules and labels of an entity of the product. */
export const rulesKind = 'Entity Rules'

/** Name of an item in plans and picks. */
export const itemKey = ({ kind, id }: { kind: string; id: string }): string => `${kind}/${id}`

export function makeItem(kind: string, id: string, value: Record<string, unknown>): DefinitionItem {
  const sorted = sortKeys(value) as ItemValue
  return { hash: hashOf(sorted), id, kind, value: sorted }
}

export const hashOf = (value: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(sortKeys(value)))
    .digest('hex')

/** The same value with the keys of all objects in order, so that equal values are equal text. */
export function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, one]) => [key, sortKeys(one)]))
}

export type ItemRow = Readonly<Record<string, unknown>>

/** The rows of a list in an item's value; none where it has no such list. */
export function rowsIn(value: ItemValue | null | undefined, name: string): ItemRow[] {
  const rows = value?.[name]
  return Array.isArray(rows) ? rows.filter((row) => typeof row === 'object' && row !== null) : []
}
