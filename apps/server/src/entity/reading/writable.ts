import { limits, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { visibilityOf } from '../people/visibility.ts'
import { listRecords } from './list.ts'

/** The records of these that the caller may read and change; where everybody may, they are not looked up. */
export async function writableAmong(
  engine: Engine,
  ctx: Context,
  entity: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const model = engine.models.get(entity)
  if (!model || model.kind === 'Table') return new Set()
  const { read, write } = rightsOf(engine, ctx.actor, model)
  if (read === 'none' || write === 'none') return new Set()
  const guard = engine.behaviours.get(entity)?.guard
  if (write === 'all' && !guard && !visibilityOf(engine, ctx, model).condition) return new Set(ids)
  const writable = new Set<string>()
  for (let at = 0; at < ids.length; at += limits.filterListItems) {
    const among = ['id', 'in', ids.slice(at, at + limits.filterListItems)]
    const filters = write === 'own' ? [among, ['owner', '=', ctx.actor.user]] : [among]
    const fields = guard ? ['*'] : ['id']
    const { data } = await listRecords(engine, ctx, entity, { filters, fields, limit_page_length: limits.pageCap })
    for (const record of data) if (passes(() => guard?.('write', ctx, record))) writable.add(record.id)
  }
  return writable
}

function passes(guard: () => void): boolean {
  try {
    guard()
    return true
  } catch (error) {
    if (error instanceof Problem) return false
    throw error
  }
}
