import type { FieldMeta, FilterLeaf, Meta, SummaryAnswer, SummaryGroup } from '@tavla/contract'
import { choiceLabel, selectChoices } from '@tavla/fields/ui'
import { orderedChoices } from '../board/board-columns.ts'
import type { GroupChoice, GroupPeriod } from './group-choice.ts'

/** The records of a list that have one value, or whose day lies in one period. */
export interface ListGroup {
  /** Tells groups apart, also among those of another field. */
  key: string
  /** Null for the records without a value; a period has its first day. */
  value: string | number | null
  /** English source text of a choice, title of a linked record; '' for what is told by its value. */
  name: string
  where: FilterLeaf
  count: number
  /** The figures, by the names under which they were asked for. */
  figures: Readonly<Record<string, unknown>>
}

interface GroupsOptions {
  meta: Meta
  choice: GroupChoice
  answer: SummaryAnswer
  /** True where the first period is the earliest one. */
  isAscending: boolean
}

/**
 * The groups of a list in the order in which they stand: choices in the order of the entity's states, links by title,
 * ticked before others, periods in the list's direction. Records without a value come last.
 */
export function listGroups({ meta, choice, answer, isAscending }: GroupsOptions): ListGroup[] {
  const all = answer.groups.map((group) => groupOf(choice, group))
  const named = all.filter(({ value }) => value !== null)
  const blank = all.filter(({ value }) => value === null)
  return [...named.toSorted(orderOf(meta, choice, isAscending)), ...blank]
}

function orderOf(meta: Meta, { field, period }: GroupChoice, isAscending: boolean) {
  if (field.fieldtype === 'Select') {
    const places = new Map(orderedChoices(meta, field).map((value, at) => [value, at]))
    const placeOf = ({ value }: ListGroup) => places.get(String(value)) ?? places.size
    return (one: ListGroup, other: ListGroup) => placeOf(one) - placeOf(other) || byName(one, other)
  }
  const sign = isAscending && period ? 1 : -1
  if (period || field.fieldtype === 'Check')
    return (one: ListGroup, other: ListGroup) => sign * (String(one.value) < String(other.value) ? -1 : 1)
  return byName
}

const byName = (one: ListGroup, other: ListGroup): number => one.name.localeCompare(other.name)

function groupOf({ field, period }: GroupChoice, { key, titles, count, ...figures }: SummaryGroup): ListGroup {
  const [first] = key
  const value = typeof first === 'number' ? first : typeof first === 'string' && first !== '' ? first : null
  return {
    ...{ value, count, figures },
    key: JSON.stringify([field.fieldname, period ?? null, value]),
    name: nameOf(field, value, titles[0]),
    where: conditionOf(field.fieldname, value, period),
  }
}

function nameOf(field: FieldMeta, value: ListGroup['value'], title: unknown): string {
  if (value === null) return ''
  if (field.fieldtype === 'Select') return selectChoices(field).length > 0 ? choiceLabel(field, String(value)) : ''
  return field.fieldtype === 'Link' ? (typeof title === 'string' && title !== '' ? title : String(value)) : ''
}

function conditionOf(name: string, value: ListGroup['value'], period: GroupPeriod | undefined): FilterLeaf {
  if (value === null) return [name, 'is', 'not set']
  return period ? [name, 'between', [value, lastDay(String(value), period)]] : [name, '=', value]
}

/** The last day of the period that begins with a day. */
export function lastDay(first: string, period: GroupPeriod): string {
  const [year = 0, month = 1, day = 1] = first.split('-').map(Number)
  const months = { month: 1, quarter: 3, year: 12 }
  const last =
    period === 'day' || period === 'week'
      ? new Date(Date.UTC(year, month - 1, day + (period === 'week' ? 6 : 0)))
      : new Date(Date.UTC(year, month - 1 + months[period], 0))
  return last.toISOString().slice(0, 10)
}
