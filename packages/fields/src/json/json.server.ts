import { limits } from '@tavla/contract'
import { refuse, tooLong } from '../problems.ts'
import type { FieldRule, FieldTypeServer, ParseResult } from '../types.ts'

/** A JSON value, sent as a value or as JSON text; stored as compact JSON text and answered as a value. */
const json: FieldTypeServer = {
  type: 'JSON',
  kind: 'json',
  length: limits.textLength,
  parse(value, field) {
    if (value === null || value === undefined) return { value: null }
    if (typeof value === 'string' && value.trim() === '') return { value: null }
    if (typeof value === 'string' && value.length > limits.textLength) return tooLong(field, limits.textLength)
    try {
      return toStored(typeof value === 'string' ? JSON.parse(value) : value, field)
    } catch {
      return refuse(field, '{0} must be valid JSON')
    }
  },
  present: (stored) => (typeof stored === 'string' ? JSON.parse(stored) : stored),
  sample: { value: { ab: [1, 'ג', null] }, stored: '{"ab":[1,"ג",null]}', refused: ['{', "{'a':1}", 'text', '[1,]'] },
}

export default json

/** Far below the depth at which parsing or serialising would overflow the stack. */
const maxDepth = 100

function toStored(value: unknown, field: FieldRule): ParseResult {
  if (isDeeperThan(maxDepth, value)) return refuse(field, '{0} is nested too deeply (maximum {1} levels)', maxDepth)
  const text = JSON.stringify(value) ?? 'null'
  if (text.length > limits.textLength) return tooLong(field, limits.textLength)
  return { value: text === 'null' ? null : text }
}

/** Iterates level by level instead of recursing, so that no depth overflows the stack. */
function isDeeperThan(depth: number, value: unknown): boolean {
  let level: object[] = [value].filter(isObject)
  for (let n = 0; level.length > 0; n++) {
    if (n === depth) return true
    level = level.flatMap((object) => Object.values(object).filter(isObject))
  }
  return false
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
