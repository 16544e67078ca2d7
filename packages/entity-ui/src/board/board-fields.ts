import type { EntityState } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { selectChoices } from '@tavla/fields/ui'
import { type RowFields, rowFields } from '../list/row-fields.ts'

/** The fields whose values can be the columns of a board: choices and links that a person may see. */
export const boardFields = (meta: Meta): FieldMeta[] =>
  meta.doc_meta.fields.filter((field) => !field.hidden && (isChoice(field) || field.fieldtype === 'Link'))

/** The field of the columns: the person's choice, else the one whose values are states, else the first choice, else link. */
export function boardField(meta: Meta, chosen: string): FieldMeta | undefined {
  const fields = boardFields(meta)
  const titles = new Set(meta.states.map(({ title }) => title))
  return (
    fields.find(({ fieldname }) => fieldname === chosen) ??
    fields.find((field) => isChoice(field) && selectChoices(field).some(({ value }) => titles.has(value))) ??
    fields.find(isChoice) ??
    fields[0]
  )
}

const isChoice = (field: FieldMeta) => field.fieldtype === 'Select' && selectChoices(field).length > 1

/** The places of fields on a card (reference: screens, Board). */
export interface CardFields extends Pick<RowFields, 'title'> {
  /** At the end of the second line. */
  amount: FieldMeta | undefined
  /** The third line: the first link or text, and the first day. */
  who: FieldMeta | undefined
  when: FieldMeta | undefined
  pills: readonly FieldMeta[]
  /** The fields without a place, which the card counts. */
  rest: readonly FieldMeta[]
}

/** Sorts the list's fields into the places of a card; the column already says the board's own field. */
export function cardFields(state: Pick<EntityState, 'meta' | 'listFields' | 'listMeta'>, board: FieldMeta): CardFields {
  const { title, pills, others } = rowFields(state)
  const free = others.filter(({ fieldname }) => fieldname !== board.fieldname)
  const amount = free.findLast(isMoney) ?? free.findLast(isNumber)
  const when = free.find(({ fieldtype }) => fieldtype === 'Date' || fieldtype === 'Datetime')
  const texts = free.filter((field) => field !== amount && field !== when)
  const who = texts.find(({ fieldtype }) => fieldtype === 'Link') ?? texts[0]
  return {
    ...{ title, amount, who, when },
    pills: pills.filter(({ fieldname }) => fieldname !== board.fieldname),
    rest: texts.filter((field) => field !== who),
  }
}

/** The field whose sum each column tells: the one that the person sums, else the amount on the cards. */
export function summedField({ meta, sums }: Pick<EntityState, 'meta' | 'sums'>, card: CardFields) {
  const [chosen] = Object.entries(sums).find(([, figure]) => figure === 'sum') ?? []
  const field = meta?.doc_meta.fields.find(({ fieldname }) => fieldname === chosen)
  if (field && (isMoney(field) || isNumber(field))) return field
  return card.amount && isMoney(card.amount) ? card.amount : undefined
}

const isMoney = ({ fieldtype }: FieldMeta) => fieldtype === 'Currency'
const isNumber = ({ fieldtype }: FieldMeta) => fieldtype === 'Int' || fieldtype === 'Float'

/** The fieldnames that rows of the board need. */
export function neededFields(meta: Meta, board: FieldMeta, card: CardFields): string[] {
  const fields = [card.title, board, card.amount, card.who, card.when, ...card.pills, ...card.rest]
  const currencies = fields.map((field) => (field?.fieldtype === 'Currency' ? field.options : null))
  const known = new Set(meta.all_fields.map(({ fieldname }) => fieldname))
  const names = ['owner', ...fields.map((field) => field?.fieldname), ...currencies]
  return [...new Set(names)].filter((name): name is string => typeof name === 'string' && known.has(name))
}

/** Height in pixels of a card with the gap below it; the same for all cards of a board. */
export const cardHeight = ({ amount, who, when, pills, title, rest }: CardFields): number => {
  const hasSecond = title !== undefined || amount !== undefined
  const hasThird = who !== undefined || when !== undefined || rest.length > 0
  return 20 + 40 + 8 + (hasSecond ? 24 : 0) + (hasThird ? 24 : 0) + (pills.length > 0 ? 26 : 0)
}
