import { type Outcome, roundTo } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { StoredRow } from '../tables/rows.ts'

/** The stored value of a formula's result: 0 or blank when it failed, cut and rounded to what the field holds. */
export function storedResult(engine: Engine, field: Field, outcome: Outcome, row: Readonly<StoredRow>) {
  const { type } = field
  const blank = type.formula === 'number' || type.formula === 'bool' ? 0 : null
  if ('failed' in outcome) return blank
  const { value } = outcome
  const fitting =
    typeof value === 'number'
      ? rounded(engine, field, value, row)
      : typeof value === 'string'
        ? value.slice(0, lengthOf(field))
        : value
  const parsed = type.parse(fitting, field.rule, { toWallClock: (instant) => engine.clock.instantToWall(instant) })
  return 'problem' in parsed ? blank : parsed.value
}

/** The text of a Date is its first ten characters. */
const lengthOf = ({ kind, type }: Field): number | undefined => (kind === 'date' ? 10 : (type.length ?? undefined))

function rounded(engine: Engine, field: Field, value: number, row: Readonly<StoredRow>): number {
  const { digits } = field.type
  if (digits === undefined) return value
  return roundTo(value, digits === 'currency' ? currencyDigits(currencyOf(engine, field, row)) : digits)
}

/** A code, or the field that holds it; else the site's currency. */
function currencyOf(engine: Engine, { rule }: Field, row: Readonly<StoredRow>): string {
  const options = rule.options?.trim() ?? ''
  const named = Object.hasOwn(row, options) ? row[options] : options
  return typeof named === 'string' && named !== '' ? named : engine.settings.currency
}

const digitsOf = new Map<string, number>()

function currencyDigits(code: string): number {
  let digits = digitsOf.get(code)
  if (digits === undefined) {
    try {
      const format = new Intl.NumberFormat('en', { style: 'currency', currency: code })
      digits = format.resolvedOptions().maximumFractionDigits ?? 2
    } catch {
      digits = 2
    }
    // Codes come from records, too.
    if (digitsOf.size < 1_000) digitsOf.set(code, digits)
  }
  return digits
}
