import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { and, Slot } from '../tables/plan.ts'
import type { OrderKey } from './list-query.ts'
import { sortedBy } from './where.ts'

/** The values of a record in the sort keys of a list, in their order; the last is its id, which no other record has. */
export type SortValues = readonly (string | number | null)[]

/** One sort key as SQL; a key of the system is never blank. */
export interface SortKey {
  value: Sql<unknown>
  descending: boolean
  isBlankable: boolean
}

/** A part of the records on one side of a record: those that share its first keys, and differ in the next. */
export interface Step {
  condition: Sql<boolean>
  /** Distinguishes the statement of this step from those of others, its values apart. */
  shape: string
}

/** The whole order of a list: its keys, and the id behind them (reference: http-api, Fields and order). */
export function sortKeys(order: readonly OrderKey[]): SortKey[] {
  const keys = order.map(({ field, descending }) => {
    return { value: sortedBy(field), descending, isBlankable: !field.system }
  })
  const id = order.findIndex(({ field }) => field.name === 'id')
  if (id >= 0) return keys.slice(0, id + 1)
  return [...keys, { value: sql.id('id_fold'), descending: false, isBlankable: false }]
}

/** The other way round: what follows here, goes before there. */
export const turned = (keys: readonly SortKey[]): SortKey[] =>
  keys.map((key) => ({ ...key, descending: !key.descending }))

export const orderOf = (engine: Engine, keys: readonly SortKey[]): Sql<unknown> =>
  sql.join(keys.map(({ value, descending }) => engine.store.dialect.order(value, descending)))

/**
 * The records after one, nearest first, as steps that follow each other without overlapping: an index in this order
 * answers the first record of each at once, however deep in the list it lies. Slot `at` and those behind it hold the
 * values of the keys.
 */
export function stepsAfter(keys: readonly SortKey[], values: SortValues, at: number): Step[] {
  const isSame = (place: number): Sql<boolean> => {
    const { value } = keys[place] as SortKey
    return values[place] === null ? sql`${value} is null` : sql`${value} = ${new Slot(at + place)}`
  }
  const blanks = values.map((value) => (value === null ? '-' : '+')).join('')
  return keys.flatMap((_, turn) => {
    const place = keys.length - 1 - turn
    const shared = Array.from({ length: place }, (_, before) => isSame(before))
    return beyond(keys[place] as SortKey, values[place] ?? null, new Slot(at + place)).map((condition, part) => {
      return { condition: and([...shared, condition]), shape: `${place}.${part}${blanks}` }
    })
  })
}

/** Blanks come first when ascending, last when descending. */
function beyond({ value, descending, isBlankable }: SortKey, own: string | number | null, slot: Slot): Sql<boolean>[] {
  if (!descending) return own === null ? [sql`${value} is not null`] : [sql`${value} > ${slot}`]
  if (own === null) return []
  return [sql`${value} < ${slot}`, ...(isBlankable ? [sql<boolean>`${value} is null`] : [])]
}
