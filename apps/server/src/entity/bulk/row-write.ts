import { invalid, notPossibleNow, type Right, recordNotFound } from '@tavla/contract'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { isReadable, openEntity } from '../reading/read.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { restoreFromTrash } from '../trash/restore.ts'
import { removeRecord } from '../writing/delete.ts'
import { nameOperation } from '../writing/operation-kind.ts'
import type { Body } from '../writing/parse-body.ts'
import { reasonKey } from '../writing/reason.ts'
import { changeRecord } from '../writing/save.ts'

/** The same write for each of many records. */
export type RowWrite = { do: 'change'; change: Body } | { do: 'delete' } | { do: 'restore' }

/** A record after its write. */
export interface WrittenRow {
  id: string
  isChanged: boolean
  /** Absent where nothing is left, or where a record came back from the trash. */
  after?: { row: StoredRow; tables: StoredTables }
}

const rights: Record<RowWrite['do'], Right> = { change: 'write', delete: 'delete', restore: 'read' }

/**
 * The entity, when the caller may write many of its records so.
 * @throws Problem 403, 404, 417 for entities whose records are written one by one, and for fields that do not exist
 */
export function openForMany(engine: Engine, ctx: Context, entity: string, write: RowWrite): Model {
  const model = openEntity(engine, ctx, entity, rights[write.do])
  const hasEffects = write.do === 'delete' && engine.behaviours.get(entity)?.aroundDelete !== undefined
  // The definitions are not many, and each change of one may rewrite a table.
  if (model.kind === 'Settings' || entity === 'Entity' || hasEffects) {
    throw invalid('Records of {0} are changed one by one.', [{ translate: entity }])
  }
  if (write.do === 'restore' && entity !== 'Trash Item') throw invalid('Only records in the trash can be restored.')
  if (write.do !== 'change') return model
  const names = Object.keys(write.change).filter((name) => name !== reasonKey)
  const unknown = names.find((name) => !model.fields.some((field) => field.name === name))
  if (unknown !== undefined) throw invalid('Unknown field: {0}', [unknown.slice(0, 140)])
  if (names.length === 0) throw invalid('{0} is required', ['change'])
  return model
}

/** Writes one of the records in the caller's transaction. @throws Problem as the write of this record alone would */
export async function writeRow(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  write: RowWrite,
  id: string,
): Promise<WrittenRow> {
  if (write.do === 'change') {
    nameOperation(engine, ctx, model, 'Bulk Edit')
    const { row, tables, written } = await changeRecord(engine, ctx, tx, model, id, write.change)
    return { id, isChanged: written, after: { row, tables } }
  }
  await refuseChangeOfTables(engine, tx, model, id)
  if (write.do === 'delete') {
    nameOperation(engine, ctx, model, 'Delete')
    await removeRecord(engine, ctx, tx, model, id, {})
    return { id, isChanged: true }
  }
  if (!(await isReadable(engine, ctx, tx, model.id, id))) throw recordNotFound(model.id, id)
  nameOperation(engine, ctx, model, 'Restore')
  await restoreFromTrash(engine, ctx, tx, id)
  return { id, isChanged: true }
}

/** An entity type in the trash comes back, or goes for ever, with its table: alone. @throws Problem 409 */
async function refuseChangeOfTables(engine: Engine, tx: Tx, model: Model, id: string): Promise<void> {
  if (model.id !== 'Trash Item') return
  const item = await engine.rows(model).byId(tx, id)
  if (item?.ref_entity === 'Entity') throw notPossibleNow({ text: 'This is done with this record alone.' })
}
