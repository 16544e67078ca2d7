import { limits } from '@tavla/contract'
import { refuse } from './problems.ts'
import type { FieldRule, ParseResult } from './types.ts'

/**
 * A number; blank or non-numeric values become 0, numbers too large to be exact are refused (reference: http-api,
 * Coercion and checks).
 */
export function parseNumber(value: unknown, field: FieldRule): ParseResult {
  return parseWith(value, field, (number) => number)
}

/** A whole number: a fraction is truncated toward zero. */
export function parseInteger(value: unknown, field: FieldRule): ParseResult {
  return parseWith(value, field, Math.trunc)
}

// No two parts can match the same digits, so a long text costs linear time.
const decimal = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i

/** Reads a JSON number, a boolean as 1 or 0, or decimal text; anything else is 0. May be infinite. */
export function toNumber(value: unknown): number {
  if (typeof value === 'number') return Number.isNaN(value) ? 0 : value
  if (typeof value === 'boolean') return value ? 1 : 0
  if (typeof value !== 'string') return 0
  const text = value.trim()
  return decimal.test(text) ? Number(text) : 0
}

function parseWith(value: unknown, field: FieldRule, round: (number: number) => number): ParseResult {
  const number = toNumber(value)
  if (Math.abs(number) > limits.maxNumber) return refuse(field, 'The number in {0} is too large')
  // Adding 0 turns -0 into 0.
  return { value: round(number) + 0 }
}
