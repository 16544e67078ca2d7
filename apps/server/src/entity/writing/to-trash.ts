import { limits } from '@tavla/contract'
import { addMillis } from '../../ground/utc-text.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { titleText } from '../reading/present.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { TrashBin } from '../trash/content/bin.ts'
import { announce } from './announce.ts'

const day = 24 * 3_600_000

/** When a record that was deleted at this time leaves the trash, by the site's settings. */
export const purgeTime = (deletedAt: string, days: number): string => addMillis(deletedAt, days * day)

/** Writes the content of the bin, and the Trash Item by which people find the record. */
export async function keepInTrash(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  row: Readonly<StoredRow>,
  bin: TrashBin,
): Promise<void> {
  const items = engine.models.require('Trash Item')
  const [now, { user }] = [engine.clock.nowUtc(), ctx.actor]
  const item: StoredRow = {
    id: bin.item,
    owner: user,
    creation: now,
    modified: now,
    modified_by: user,
    ref_entity: model.id,
    ref_id: String(row.id),
    title: titleOf(engine, model, row),
    deleted_by: user,
    deleted_at: now,
    purge_at: purgeTime(now, engine.settings.trash_days),
    files: bin.countOf('File'),
    communications: bin.countOf(engine.counted?.countsFrom ?? ''),
    record_owner: row.owner ?? null,
    operation_id: ctx.operation.id,
  }
  await bin.write(tx)
  await engine.rows(items).insert(tx, item)
  announce(engine, ctx, tx, items, item, { action: 'created' })
}

/** The record's title, as far as everybody who reads the record may know it; otherwise its id. */
function titleOf(engine: Engine, { titleField: field }: Model, row: Readonly<StoredRow>): string {
  const isOpen = field && field.permlevel === 0 && field.kind !== 'secret'
  const title = isOpen ? titleText(engine, field, row[field.name]) : null
  return (title ?? String(row.id)).slice(0, limits.dataLength)
}
