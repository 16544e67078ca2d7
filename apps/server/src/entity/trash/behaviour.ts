import { type EntityRecord, notPermitted } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { rightsOf } from '../people/permissions.ts'
import { trashScopeOf, visibleTrash } from '../people/trash-visibility.ts'
import { historyOf } from '../reading/history.ts'
import { findOne } from '../reading/lookup.ts'
import { presentRecord } from '../reading/read.ts'
import { secretMask } from '../secrets/vault.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Behaviour } from '../types.ts'
import { contentOf } from './content/tables.ts'
import { purgeContent } from './purge.ts'
import { Rebuilding } from './rebuild.ts'

/** The rules of Trash Items: who sees them, what they show of their record, and who erases them (reference: http-api, Trash). */
export const trashBehaviour: Behaviour = {
  entity: 'Trash Item',
  visible: (engine, ctx) => ({ condition: visibleTrash(engine, ctx) }),
  presentAlone,
  changesTables: async (engine, id) =>
    (await findOne(engine, 'Trash Item', { where: { id, ref_entity: 'Entity' } })) !== undefined,
  async beforeDelete(change) {
    const { engine, ctx, before } = change
    if (!mayPurge(engine, ctx, before ?? {})) throw notPermitted('delete', String(before?.ref_entity))
    await purgeContent(change)
  },
}

/** Whether the user may erase the item's record: with the right to delete it. */
export function mayPurge(engine: Engine, ctx: Context, item: Readonly<Record<string, unknown>>): boolean {
  if (ctx.system || ctx.actor.all) return true
  const model = engine.models.get(String(item.ref_entity))
  const scope = model ? trashScopeOf(engine, ctx, model) : 'none'
  return scope === 'all' || (scope === 'own' && item.record_owner === ctx.actor.user)
}

/** Adds the record as it was, its history, and whether the user may restore it. */
async function presentAlone(
  engine: Engine,
  ctx: Context,
  item: EntityRecord,
  stored: Readonly<StoredRow>,
): Promise<EntityRecord> {
  const model = engine.models.get(String(stored.ref_entity))
  const parts = await contentOf(engine.store, item.id)
  const rebuilding = new Rebuilding(engine, engine.store)
  const [main] = await rebuilding.records(parts.filter(({ kind }) => kind === 'main' || kind === 'row'))
  if (!model || !main || main.model.id !== model.id) return { ...item, record: null, history: [], can_restore: 0 }
  for (const { row, field } of main.secrets) row[field.name] = secretMask
  // The two parts tell of an entity in use, which may be another one of this name.
  const {
    meta: _,
    removed_fields: __,
    slow_lists: ___,
    ...record
  } = await presentRecord(engine, ctx, model, { ...main.row, rid: 0 }, main.tables)
  const subject = { ...record, owner: main.row.owner, _entity: model.id } as EntityRecord
  const life = { since: String(main.row.creation), until: String(stored.deleted_at), wanted: 50, start: 0 }
  const history = model.trackChanges ? await historyOf(engine, ctx, subject, life) : []
  const can_restore = rightsOf(engine, ctx.actor, model).create === 'none' ? 0 : 1
  const table = parts.find(({ kind }) => kind === 'table')?.table
  return { ...item, record, history, can_restore, ...(table && { records: await countRows(engine, table) }) }
}

/** The number of records that come back with a deleted entity. */
async function countRows({ store }: Engine, table: string): Promise<number> {
  const row = await store.get<{ n: number }>(sql`select count(*) as n from ${sql.table(table)}`)
  return Number(row?.n ?? 0)
}
