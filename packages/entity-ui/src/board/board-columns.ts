import type { FieldMeta, FilterLeaf, Meta, SummaryAnswer, SummaryGroup } from '@tavla/contract'
import { choiceLabel, selectChoices } from '@tavla/fields/ui'

/** One column of a board. */
export interface BoardColumn {
  /** The value that its records have in the board's field; null for those without one. */
  key: string | null
  /** The name of the value: English source text for a choice, the title of a linked record. */
  name: string
  /** Undefined until it is known. */
  count: number | undefined
  sum: unknown
}

/** More columns than anyone can look over. */
export const maxColumns = 100

/**
 * The columns of a board, in the order of the entity's states, else of the choices; those of a link by title. Values that
 * are no longer offered, and records without a value, have a column while there are any.
 */
export function boardColumns(
  meta: Meta,
  field: FieldMeta,
  summary: SummaryAnswer | null,
  sum: string | undefined,
): BoardColumn[] {
  const groups = new Map((summary?.groups ?? []).map((group) => [keyOf(group), group]))
  const columnOf = (key: string | null, name: string): BoardColumn => {
    const group = groups.get(key)
    // A choice that no record has is no group.
    const count = summary ? (group?.count ?? 0) : undefined
    return { key, name, count, sum: sum && group ? group[`sum:${sum}`] : undefined }
  }
  const offered = field.fieldtype === 'Select' ? orderedChoices(meta, field) : []
  const known = new Set(offered)
  const others = [...groups.values()]
    .map((group) => ({ key: keyOf(group), name: group.titles[0] ?? keyOf(group) ?? '' }))
    .filter(({ key }) => key !== null && !known.has(key))
    .toSorted((one, other) => one.name.localeCompare(other.name))
  const blank = groups.has(null) ? [columnOf(null, '')] : []
  const values = offered.map((value) => columnOf(value, choiceLabel(field, value)))
  return [...blank, ...values, ...others.map(({ key, name }) => columnOf(key, name))].slice(0, maxColumns)
}

const keyOf = ({ key: [value] }: SummaryGroup): string | null =>
  value === null || value === undefined || value === ''
    ? null
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)

/** The values of a choice, in the order of the entity's states if each is one. */
export function orderedChoices(meta: Meta, field: FieldMeta): string[] {
  const values = selectChoices(field).map(({ value }) => value)
  const states = meta.states.map(({ title }) => title)
  if (!values.every((value) => states.includes(value))) return values
  return values.toSorted((one, other) => states.indexOf(one) - states.indexOf(other))
}

/** The condition that holds for the records of a column. */
export const inColumn = (field: FieldMeta, key: string | null): FilterLeaf =>
  key === null ? [field.fieldname, 'is', 'not set'] : [field.fieldname, '=', key]

/**
 * The columns of finished work, which start folded: the last ones in the colours that mean an end, if any column stays
 * before them.
 */
export function finishedColumns(meta: Meta, columns: readonly BoardColumn[]): Set<string | null> {
  const isEnd = ({ key }: BoardColumn) => {
    const color = meta.states.find(({ title }) => title === key)?.color
    return color === 'Green' || color === 'Gray'
  }
  const last = columns.findLastIndex((column) => !isEnd(column))
  return new Set(last < 0 ? [] : columns.slice(last + 1).map(({ key }) => key))
}
