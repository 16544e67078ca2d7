import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import { purgeTable } from '../definitions/delete-entity.ts'
import { forgetName } from '../definitions/given-names.ts'
import type { Engine } from '../engine.ts'
import { fieldKey } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { findOne } from '../reading/lookup.ts'
import type { Change } from '../types.ts'
import { removeRecord } from '../writing/delete.ts'
import { linksOn, unlink } from '../writing/linking.ts'
import { noteWrite } from '../writing/operation-row.ts'
import type { KeptRow, KeptRows } from './content/kept.ts'
import { contentOf } from './content/tables.ts'
import { markPurged, markPurgedEntity } from './purged-operations.ts'
import { forgetContent } from './restore.ts'

/** Erases for ever what the trash keeps of an item, and empties the links that logs still have to its records. */
export async function purgeContent({ engine, ctx, tx, id: item, before }: Change): Promise<void> {
  const model = engine.models.get(String(before?.ref_entity))
  // Nothing of the record is written; the operation names it all the same.
  const written = { id: String(before?.ref_id), action: 'Deleted', hasVersion: true, isSecret: false } as const
  if (model) noteWrite(engine, { ...ctx, isPart: false }, tx, { model, ...written })
  if (before) await markPurged(engine, tx, before)
  const parts = await contentOf(tx, item)
  for (const { kind, table } of parts) {
    if (kind === 'table') await markPurgedEntity(engine, tx, table, String(before?.ref_id))
  }
  await forgetContent(tx, item)
  for (const part of parts) {
    if (part.kind === 'main' || part.kind === 'record') await purgeRecords(engine, tx, part, item)
    if (part.kind !== 'table') continue
    await purgeItemsOf(engine, ctx, tx, part.table)
    await purgeTable(engine, tx, part.table)
    await forgetName(engine, tx, part.table)
  }
}

/** Records of an entity that went to the trash before it can't come back without it. */
async function purgeItemsOf(engine: Engine, ctx: Context, tx: Tx, table: string): Promise<void> {
  const items = await tx.all<{ item: string }>(
    sql`select distinct item from trash_content where kind = 'main' and table_name = ${table}`,
  )
  const model = engine.models.require('Trash Item')
  for (const { item } of items) await removeRecord(engine, { ...ctx, system: true }, tx, model, item, {})
}

async function purgeRecords(engine: Engine, tx: Tx, part: KeptRows, item: string): Promise<void> {
  const model = engine.models.byTable(part.table)
  if (!model) return
  for (const kept of part.rows) {
    const record = lastValues(model, kept)
    await engine.behaviours.get(model.id)?.erased?.({ engine, tx, id: kept.id, record })
    await unlinkLogs(engine, tx, model, kept.id, item)
  }
}

/** The values of fields that still exist, without secrets. */
function lastValues(model: Model, { id, columns, values }: KeptRow): Record<string, unknown> {
  const record: Record<string, unknown> = { id, ...columns }
  for (const field of model.stored) {
    const value = values[fieldKey(field)] ?? null
    record[field.name] = typeof value === 'object' ? null : value
  }
  return record
}

/** The links stay when another record, be it in the trash, has the id by now: they name that one. */
async function unlinkLogs(engine: Engine, tx: Tx, model: Model, id: string, item: string): Promise<void> {
  const links = engine.models.incoming(model.id).filter((link) => !link.field.system && linksOn(link))
  if (links.length === 0 || (await engine.rows(model).exists(tx, id))) return
  const where = { ref_entity: model.id, ref_id: id, id: { not: item } }
  if (await findOne(engine, 'Trash Item', { where, fields: [], reader: tx })) return
  for (const link of links) await unlink(engine, tx, model, link, id)
}
