import { type FieldMeta, limits } from '@tavla/contract'
import type { Outcome } from '../compile.ts'
import type { Values } from '../names.ts'
import { roundTo } from '../rounding.ts'
import { formulaKinds } from './kinds.ts'

/** The site's money: the currency of amounts without one of their own, and how many digits one has. */
export interface Money {
  currency: string
  digitsOf(currency: string): number
}

/** The value that the server stores for a formula's result (reference: expressions, Formulas). */
export function resultOf(field: FieldMeta, outcome: Outcome, values: Values, money: Money): unknown {
  const kind = formulaKinds[field.fieldtype]
  const blank = kind === 'number' || kind === 'bool' ? 0 : null
  if ('failed' in outcome) return blank
  const { value } = outcome
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value === 'number') return numberIn(field, value, values, money)
  return (kind === 'date' ? momentIn(field, value) : textIn(field, value)) || blank
}

/** The field that holds the currency of an amount, if one does. */
export const currencyField = ({ fieldtype, options }: FieldMeta): string | undefined =>
  fieldtype === 'Currency' && typeof options === 'string' && options.trim() !== '' ? options.trim() : undefined

function numberIn(field: FieldMeta, value: number, values: Values, { currency, digitsOf }: Money): number {
  if (field.fieldtype === 'Int' || field.fieldtype === 'Duration') return within(Math.trunc(value))
  if (field.fieldtype !== 'Currency') return within(roundTo(value, 9))
  const options = currencyField(field) ?? ''
  const named = options in values ? values[options] : options
  return within(roundTo(value, digitsOf(typeof named === 'string' && named !== '' ? named : currency)))
}

/** Adding 0 turns -0 into 0. */
const within = (value: number): number => (Math.abs(value) > limits.maxNumber ? 0 : value + 0)

function textIn({ fieldtype, length }: FieldMeta, value: string): string {
  const text = value
    .slice(0, length ?? undefined)
    .toWellFormed()
    .replaceAll('\0', '')
  return fieldtype === 'Data' || text.trim() === '' ? text.trim() : text
}

function momentIn({ fieldtype }: FieldMeta, value: string): string {
  const day = value.slice(0, 10)
  if (!/^\d{4}-\d\d-\d\d$/.test(day)) return ''
  return fieldtype === 'Date' || value.length > 10
    ? value.slice(0, fieldtype === 'Date' ? 10 : undefined)
    : `${day} 00:00:00.000000`
}
