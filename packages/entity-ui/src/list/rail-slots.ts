import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { RowFields } from './row-fields.ts'

/** A row in a list beside an open record: fixed places on three lines, each with the same field in every row. */
export interface RailSlots {
  kind: 'rail'
  /** Beside the title. */
  state: FieldMeta | undefined
  /** After the id. */
  lead: FieldMeta | undefined
  /** At the end of the second line. */
  amount: FieldMeta | undefined
  /** On the third line: two days or moments, or another field. */
  span: FieldMeta[]
  /** A second state, at the end of the third line. */
  second: FieldMeta | undefined
  /** Fields without a place; the row counts them. */
  rest: FieldMeta[]
}

/** Gives the fields of a list their places, each in the list's order. */
export function railSlots({ inOrder }: RowFields, told: readonly string[] = []): RailSlots {
  let free = inOrder.filter(({ fieldname }) => !told.includes(fieldname))
  const take = (field: FieldMeta | undefined) => {
    free = free.filter((one) => one !== field)
    return field
  }
  const state = take(free.find(is.pill))
  const amount = take(free.findLast(is.amount) ?? free.findLast(is.number))
  const span = free.filter(is.moment).slice(0, 2)
  for (const field of span) take(field)
  const lead = take(free.find(is.link) ?? free.find(isPlain))
  const end = amount ?? take(free.find(isPlain))
  const second = take(free.find(is.pill))
  if (span.length === 0) {
    const next = take(free.find(isPlain))
    if (next) span.push(next)
  }
  return { kind: 'rail', state, lead, amount: end, span, second, rest: free }
}

const uiOf = ({ fieldtype }: FieldMeta) => fieldUi(fieldtype)

const is = {
  pill: (field: FieldMeta) => uiOf(field).isPill === true,
  amount: (field: FieldMeta) => uiOf(field).isAmount === true,
  number: (field: FieldMeta) => uiOf(field).isNumeric === true,
  moment: (field: FieldMeta) => uiOf(field).isMoment === true,
  link: (field: FieldMeta) => uiOf(field).options?.kind === 'entity',
}

/** True for a value that is understood without its label, on a part of a line. */
export function isPlain(field: FieldMeta): boolean {
  const { isFlag, isPill, isNumeric, isMoment, wide } = uiOf(field)
  return !isFlag && !isPill && !isNumeric && !isMoment && wide === undefined
}
