import { invalid } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { IncomingLink } from '../model/models.ts'
import type { Context } from '../people/actor.ts'
import { readTables, requireOwnership } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { TrashBin } from '../trash/content/bin.ts'
import { takeRemovedValues } from '../trash/content/removed-values.ts'
import type { Bin, Change } from '../types.ts'
import { announce } from './announce.ts'
import { newRowId } from './ids.ts'
import { inUseProblem, type LinkingRecord } from './in-use.ts'
import { countUsers, linkingIds, linksOn, maxLinksRead, unlink, usersOf } from './linking.ts'
import { lockVisible } from './lock-visible.ts'
import { requireUnlocked } from './locked-definitions.ts'
import type { Body } from './parse-body.ts'
import { noteWrite } from './rollups/note-writes.ts'
import { keepInTrash } from './to-trash.ts'
import { differenceOf, writeVersion } from './versions.ts'

/** How a record is deleted. */
export interface Removal {
  /** Options of the call, such as `confirm_data_loss`. */
  sent?: Body
  /** Erases the record at once, as what the server itself throws away. */
  isFinal?: boolean
  /** The bin of the record with which this one goes. */
  bin?: Bin | undefined
}

/**
 * Deletes a record with its rows; the only function that does. It goes to the trash, unless its entity has none. A link
 * to the record refuses the deletion, is emptied, or has its own record deleted, too.
 */
export async function removeRecord(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  id: string,
  how: Removal,
): Promise<{ row: StoredRow; tables: StoredTables }> {
  if (model.kind === 'Settings') throw invalid('{0} cannot be deleted', [{ translate: model.id }])
  const row = await lockVisible(engine, ctx, tx, model, id, 'delete')
  const behaviour = engine.behaviours.get(model.id)
  behaviour?.guard?.('delete', ctx, row)
  requireOwnership(engine, ctx, model, 'delete', row)
  requireUnlocked(engine, ctx, model.id)
  const tables = await readTables(engine, tx, model, id)
  const isKept = !how.isFinal && model.hasTrash
  const own = isKept && !how.bin ? new TrashBin(newRowId()) : undefined
  const bin = isKept ? (own ?? how.bin) : undefined
  // The files and messages that go along are not records of their own to the operation.
  const inner = { ...ctx, isPart: true }
  const change = deletion(engine, inner, tx, model, { row, tables, sent: how.sent ?? {}, bin })
  await behaviour?.beforeDelete?.(change)
  const removed = bin && (await takeRemovedValues(engine, tx, model, row))
  bin?.add(engine, model, { row, tables, removed }, how.bin ? 'record' : 'main')
  await settleLinks(change, how.bin === undefined)
  for (const field of model.tables) {
    const rows = engine.rows(engine.models.require(field.rule.options ?? ''))
    for (const item of tables[field.name] ?? []) await rows.remove(tx, Number(item.rid))
  }
  await engine.rows(model).remove(tx, row.rid)
  await writeVersion(engine, ctx, tx, {
    model,
    id,
    action: 'Deleted',
    data: differenceOf(engine, model, { row, tables }, undefined),
  })
  noteWrite({ engine, ctx, tx }, model, { row, tables }, undefined)
  await behaviour?.afterDelete?.(change)
  if (!bin) await behaviour?.erased?.({ engine, tx, id, record: row })
  if (own) await keepInTrash(engine, ctx, tx, model, row, own)
  announce(engine, ctx, tx, model, row, { action: 'deleted' })
  return { row, tables }
}

/** The record that is being deleted. */
interface Deleted {
  row: StoredRow
  tables: StoredTables
  sent: Body
  bin: Bin | undefined
}

/** The deletion as the behaviour of its entity sees it. */
function deletion(engine: Engine, ctx: Context, tx: Tx, model: Model, { row, tables, sent, bin }: Deleted): Change {
  return {
    engine,
    model,
    ctx,
    action: 'delete',
    tx,
    id: String(row.id),
    before: { ...row, ...tables },
    after: {},
    tables: {},
    sent,
    bin,
    isRefused: () => false,
    reject: (_, { text, args }) => {
      throw invalid(text, args)
    },
    require: (fieldname) => {
      throw invalid('{0} is required', [{ translate: model.byName.get(fieldname)?.rule.label ?? fieldname }])
    },
    vouchFor: () => {},
    afterCommit: (run) => tx.afterCommit(run),
  }
}

/**
 * Empties or follows the links to the record; `isMain` when no other record took it along.
 * @throws Problem 409 LinkExistsError when a link refuses the deletion
 */
async function settleLinks(change: Change, isMain: boolean): Promise<void> {
  const { engine, ctx, tx, model, id } = change
  const holding: LinkingRecord[] = []
  let total = 0
  for (const link of engine.models.incoming(model.id)) {
    // The records of an entity go with it.
    if (link.field.system || (model.id === 'Entity' && link.model.id === id)) continue
    const what = link.field.whenTargetDeleted
    if (what === 'unlink' || what === 'keep') await letGo(change, link)
    else {
      const users = await usersOf(engine, tx, model, link, id)
      if (what === 'delete') {
        for (const user of users) await removeAlong(change, link.model, user.id, isMain)
      } else {
        const others = users.filter((user) => user.entity !== model.id || user.id !== id)
        holding.push(...others.map((user) => ({ ...user, fieldname: link.field.name })))
        const isSome = users.length === maxLinksRead
        total += isSome ? await countUsers(engine, tx, model, link, id) : others.length
      }
    }
  }
  if (holding.length > 0) throw await inUseProblem(engine, ctx, { entity: model.id, id }, holding, total)
}

/** Deletes a record that goes with the deleted one. */
async function removeAlong({ engine, ctx, tx, bin }: Change, model: Model, id: string, isMain: boolean): Promise<void> {
  if (isMain) bin?.count(model.id)
  await removeRecord(engine, { ...ctx, system: true }, tx, model, id, { isFinal: !bin, bin })
}

/** Empties a link, and notes it for the record's return. */
async function letGo({ engine, tx, model, id, bin }: Change, link: IncomingLink): Promise<void> {
  if (!bin) return unlink(engine, tx, model, link, id)
  if (linksOn(link)) return
  const rows = await linkingIds(engine, tx, model, link, id)
  if (rows.length === 0) return
  const others = link.model.id === model.id ? rows.filter((row) => row.id !== id) : rows
  bin.letGo(
    link,
    model,
    others.map((row) => [row.id, id]),
  )
  await unlink(engine, tx, model, link, id)
}
