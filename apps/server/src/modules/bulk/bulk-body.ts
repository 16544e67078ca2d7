import { createHash } from 'node:crypto'
import { badRequest, invalid } from '@tavla/contract'
import type { RowWrite } from '../../entity/index.ts'

/** The same for each of many records: a write of the engine, or an action. */
export type BulkWork = RowWrite | { do: 'action'; action: string; data: Readonly<Record<string, unknown>> }

/** The body of a call (reference: http-api, Bulk on a filter). */
export interface BulkBody {
  target: unknown
  work: BulkWork
  /** Absent for a call that asks for a plan. */
  planId: string | undefined
  onError: 'stop' | 'skip' | undefined
  /** The same for a plan and for its start. */
  fingerprint: string
}

type Body = Readonly<Record<string, unknown>>

/** @throws Problem 400, 417 */
export function readBulkBody(entity: string, body: Body): BulkBody {
  const { target, plan, plan_id, on_error } = body
  const isPlan = isSet(plan)
  if (isPlan === (plan_id !== undefined)) throw badRequest()
  if (plan_id !== undefined && typeof plan_id !== 'string') throw badRequest()
  if (on_error !== undefined && on_error !== null && on_error !== 'stop' && on_error !== 'skip') {
    throw invalid('{0} must be one of: {1}', ['on_error', 'stop, skip'])
  }
  const work = workOf(body)
  const fingerprint = createHash('sha256').update(sortedJson({ entity, target, work })).digest('base64url')
  return { target, work, planId: plan_id, onError: on_error ?? undefined, fingerprint }
}

function workOf({ change, delete: isDelete, restore, action, data }: Body): BulkWork {
  const works: BulkWork[] = []
  if (change !== undefined && !isObject(change)) throw badRequest()
  if (isObject(change)) works.push({ do: 'change', change })
  if (isSet(isDelete)) works.push({ do: 'delete' })
  if (isSet(restore)) works.push({ do: 'restore' })
  if (action !== undefined) {
    if (typeof action !== 'string' || (data != null && !isObject(data))) throw badRequest()
    works.push({ do: 'action', action, data: data ?? {} })
  }
  const [work, ...others] = works
  if (!work || others.length > 0) throw badRequest()
  return work
}

const isSet = (flag: unknown) => flag === 1 || flag === true

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

/** JSON text that does not depend on the order of keys. */
function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1))) : one,
  )
}
