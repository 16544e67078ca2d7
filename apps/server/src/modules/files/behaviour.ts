import { textOf } from '@tavla/contract'
import {
  type Behaviour,
  type Change,
  type Context,
  type Engine,
  type ErasedRecord,
  type Field,
  type Model,
  referenceIsReadable,
  sqlOf,
  updateIn,
  userSlot,
  type VisibleRows,
} from '../../entity/index.ts'
import { addressOf, cleanFileName } from '../../files/names.ts'
import { type Sql, sql } from '../../store/sql.ts'
import { isManager } from './access.ts'
import type { FileParts } from './parts.ts'
import { removeInTime } from './upload.ts'

/**
 * Rules of File records (reference: metadata, Rules of built-in entities): only `file_name`, `folder` and `is_private`
 * can change, and the last moves the bytes; bytes are deleted with the last record that shares them, be it in the trash; a right to read a
 * record is a right to see its files.
 */
export function fileBehaviour(parts: FileParts): Behaviour {
  return {
    entity: 'File',
    incoming: (body, ctx) => (ctx.system ? body : { ...body, [privacyRequest]: body.is_private }),
    beforeSave: (change) => {
      if (typeof change.after.file_name === 'string') change.after.file_name = cleanFileName(change.after.file_name)
      if (change.action === 'update') moveBytes(parts, change)
    },
    afterSave: (change) => followBytes(parts, change),
    foundInTrashBy: ['file_url', 'content_hash'],
    erased: (gone) => forgetBytes(parts, gone),
    visible: (engine, ctx, model) => visibleFiles(engine, ctx, model),
  }
}

/** `is_private` is read-only in forms, so a request to change it has its own name. */
const privacyRequest = 'set_is_private'

function moveBytes({ area }: FileParts, change: Change): void {
  const { before, after, sent } = change
  const wanted = flag(sent[privacyRequest])
  const url = before?.file_url
  if (wanted === undefined || before?.is_private === wanted || typeof url !== 'string' || !addressOf(url)) return
  const moved = area.mirror(url, textOf(before?.content_hash), wanted === 1)
  after.is_private = wanted
  after.file_url = moved
  if (before?.thumbnail_url) after.thumbnail_url = `${moved}?thumb=1`
}

/** Updates the field that shows the file to its new address, in the same transaction. */
async function followBytes(parts: FileParts, change: Change): Promise<void> {
  const { before, after, ctx, engine, tx } = change
  const from = before?.file_url
  const to = after.file_url
  if (typeof from !== 'string' || typeof to !== 'string' || from === to) return
  change.afterCommit(() => parts.site.inBackground(dropOld(parts, from, to, textOf(after.content_hash))))
  const { attached_to_entity: entity, attached_to_id: id, attached_to_field: field } = after
  if (typeof entity !== 'string' || typeof id !== 'string' || typeof field !== 'string') return
  const model = engine.models.get(entity)
  if (model?.byName.get(field)?.kind !== 'file') return
  const row = await engine.rows(model).byId(tx, id)
  if (row?.[field] === from) await updateIn(engine, { ...ctx, system: true }, tx, entity, id, { id, [field]: to })
}

function dropOld(parts: FileParts, from: string, to: string, hash: string): Promise<void> {
  return parts.area.runExclusively(hash, async () => {
    await parts.area.finishMirror(from, to)
    // Not awaited here: a removal that is put off takes the lock anew.
    parts.site.inBackground(removeInTime(parts, from, hash))
  })
}

/** In the trash a file keeps its bytes. */
function forgetBytes(parts: FileParts, { tx, record }: ErasedRecord): void {
  const url = record.file_url
  if (typeof url !== 'string') return
  tx.afterCommit(() => parts.site.inBackground(removeInTime(parts, url, textOf(record.content_hash))))
}

/**
 * Files of a record, for users who may read the record; files of none, for every user or, when private, for owner and
 * managers.
 */
function visibleFiles(engine: Engine, ctx: Context, model: Model): VisibleRows {
  const entity = model.byName.get('attached_to_entity') as Field
  const id = model.byName.get('attached_to_id') as Field
  const { condition, dependsOn } = referenceIsReadable(engine, ctx, { entity, id }, sql`1 = 0`)
  const { field } = sqlOf(engine, model.id)
  const alone = sql`(${field('attached_to_entity')} is null or ${field('attached_to_id')} is null)`
  const forAll: Sql<boolean> = isManager(ctx) ? sql`1 = 1` : sql`(${field('is_private')} = 0 or owner = ${userSlot})`
  return { condition: sql`((${alone} and ${forAll}) or (not ${alone} and ${condition}))`, dependsOn }
}

function flag(value: unknown): 0 | 1 | undefined {
  if (value === undefined || value === null || value === '') return undefined
  return value === 1 || value === '1' || value === true || value === 'true' ? 1 : 0
}
