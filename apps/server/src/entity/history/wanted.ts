import { badRequest, invalid, limits } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Body } from '../writing/parse-body.ts'
import type { Moment } from './state.ts'

/** A row of a Table field. */
export interface RowName {
  table: string
  id: string
}

/** The parts of a record to bring back; undefined means all of it. */
export type Wanted = { fields: ReadonlySet<string>; rows: readonly RowName[] } | undefined

/**
 * The moment that the call names: `version`, or `at` in the site's wall clock.
 * @throws Problem 417 when it names none
 */
export function momentOf(engine: Engine, { version, at, side = 'after' }: Body): Moment {
  if (typeof version === 'string' && version !== '') {
    if (side !== 'after' && side !== 'before') throw invalid('The value for {0} is not valid', ['side'])
    return { version, side }
  }
  const type = engine.types.get('Datetime')
  const rule = { fieldname: 'at', label: 'At', fieldtype: 'Datetime', options: null }
  const parsed = type?.parse(at, rule, { toWallClock: (instant) => engine.clock.instantToWall(instant) })
  if (parsed && 'problem' in parsed) throw invalid(parsed.problem.text, ['at'])
  if (!parsed || typeof parsed.value !== 'string') throw invalid('{0} is required', ['version'])
  return { at: engine.clock.toUtc(parsed.value, 'later') }
}

/** @throws Problem 400 for lists of another form */
export function wantedOf({ fields, rows }: Body): Wanted {
  if (fields === undefined && rows === undefined) return undefined
  const names = listOf(fields).map((name) => {
    if (typeof name !== 'string') throw badRequest()
    return name
  })
  const places = listOf(rows).map((row) => {
    const { table, id } = (row ?? {}) as Record<string, unknown>
    if (typeof table !== 'string' || typeof id !== 'string') throw badRequest()
    return { table, id }
  })
  return { fields: new Set(names), rows: places }
}

function listOf(sent: unknown): readonly unknown[] {
  if (sent === undefined || sent === null) return []
  if (!Array.isArray(sent) || sent.length > limits.tableRows) throw badRequest()
  return sent
}
