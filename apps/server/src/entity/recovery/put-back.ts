import { type Message, Problem } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import { planRestore } from '../history/restore-plan.ts'
import { writeManyRecords } from '../model/definition-lock.ts'
import type { Context } from '../people/actor.ts'
import { requireRight } from '../people/permissions.ts'
import { exists } from '../reading/lookup.ts'
import { emptyDeadLinks, type Restoring } from '../trash/links.ts'
import type { RebuiltRecord } from '../trash/rebuild.ts'
import { bringBack, sealSecrets, withoutClashes } from '../trash/restore.ts'
import { settleUnique } from '../trash/unique.ts'
import { markWrites } from '../writing/operation-row.ts'
import { changeRecord } from '../writing/save.ts'
import { pastStateOf, rebuild } from './past-record.ts'
import type { RecordContent } from './read-content.ts'

/** The outcome for the records of one call. */
export interface PutBack {
  /** Ids of those that came back or changed. */
  restored: string[]
  unchanged: string[]
  /** `isGone`: it links to what is gone, and may come back once that is there. */
  failed: { id: string; message: Message; isGone: boolean }[]
}

export interface PutBackOptions {
  /** Fields that records which are there get back; all when absent. A record that is gone comes back whole. */
  fields?: ReadonlySet<string> | undefined
  /** Puts the bytes of a file in their place, before the transaction. @throws Problem */
  take(file: StoredBytes): Promise<void>
  /** Called for files that were taken, where their record did not come back. */
  drop(file: StoredBytes): Promise<void>
}

export type StoredBytes = RecordContent['files'][number]

/** A link leads to what is gone. */
class LinkGone extends Problem {}

/**
 * Brings records back to what their contents say, in one transaction: one that is gone comes back with its id, owner,
 * creation and rows; one that is there gets its fields by an update. Each stands by itself: a refused one is left as it
 * is (reference: hosting, Records of a backup).
 */
export async function putBack(
  engine: Engine,
  ctx: Context,
  entity: string,
  contents: readonly RecordContent[],
  { fields, take, drop }: PutBackOptions,
): Promise<PutBack> {
  const refused: PutBack['failed'] = []
  const ready: RecordContent[] = []
  const taken = new Map<string, StoredBytes[]>()
  for (const content of contents) {
    const isReady = await orRefused(refused, content.id, async () => {
      for (const file of await neededBytes(engine, content, fields)) {
        await take(file)
        taken.set(content.id, [...(taken.get(content.id) ?? []), file])
      }
    })
    if (isReady) ready.push(content)
  }
  let failed: PutBack['failed'] | undefined
  try {
    const outcome = await writeManyRecords(engine, entity, async (tx) => {
      const made: PutBack = { restored: [], unchanged: [], failed: [...refused] }
      for (const content of ready) {
        const forget = markWrites(tx, ctx.operation)
        const restoring: Restoring = { engine, ctx, tx, models: engine.models, newIds: new Map(), losses: [] }
        const isDone = await orRefused(made.failed, content.id, async () => {
          const isWritten = await tx.attempt(() => putOne(restoring, content, fields))
          made[isWritten ? 'restored' : 'unchanged'].push(content.id)
        })
        if (!isDone) forget()
      }
      return made
    })
    failed = outcome.failed
    return outcome
  } finally {
    const lost = new Set(failed ? failed.map(({ id }) => id) : taken.keys())
    for (const [id, files] of taken) if (lost.has(id)) for (const file of files) await drop(file)
  }
}

async function orRefused(failed: PutBack['failed'], id: string, work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    failed.push({ id, message: error.errors?.[0]?.message ?? error.detail, isGone: error instanceof LinkGone })
    return false
  }
}

/** All bytes of a record that is gone, and those that fields of one that is there will show again. */
async function neededBytes(
  engine: Engine,
  content: RecordContent,
  fields: PutBackOptions['fields'],
): Promise<StoredBytes[]> {
  const [main] = await rebuild(engine, engine.store, content)
  const state = main && (await pastStateOf(engine, engine.store, main))
  if (!main || !state) return content.files
  const shown = shownAgain(main, state.now.row, fields)
  return content.files.filter(({ url }) => shown.has(url))
}

/** Addresses of files that wanted fields showed then and do not show now. */
function shownAgain(
  { model, row }: RebuiltRecord,
  now: Readonly<RebuiltRecord['row']>,
  fields: PutBackOptions['fields'],
): ReadonlySet<unknown> {
  const wanted = model.stored.filter(({ kind, name }) => kind === 'file' && (!fields || fields.has(name)))
  return new Set(wanted.filter(({ name }) => row[name] !== now[name]).map(({ name }) => row[name]))
}

/** Resolves to false when the record is as it was. */
async function putOne(
  restoring: Restoring,
  content: RecordContent,
  fields: PutBackOptions['fields'],
): Promise<boolean> {
  const { engine, ctx, tx } = restoring
  const [main, ...others] = await rebuild(engine, tx, content)
  if (!main) return false
  const plain = (secret: string) => content.secrets[secret]
  if (await engine.rows(main.model).exists(tx, String(main.row.id))) {
    return changeBack(restoring, main, { others, plain, fields })
  }
  requireRight(engine, ctx, main.model.id, 'create')
  engine.behaviours.get(main.model.id)?.guard?.('create', ctx, main.row)
  await settleUnique(engine, ctx, tx, main, {})
  await emptyLostFiles(restoring, main, others)
  await addAll(restoring, [main, ...(await withoutClashes(restoring, others))], plain)
  return true
}

/** @throws LinkGone when the main record links to what is gone; others lose such links */
async function addAll(
  restoring: Restoring,
  records: readonly RebuiltRecord[],
  plain: (secret: string) => string | undefined,
): Promise<void> {
  await emptyDeadLinks(restoring, records)
  const main = records.find(({ isMain }) => isMain)
  const gone = restoring.losses.find(
    ({ reason, id, model }) => reason === 'gone' && model === main?.model && id === main.row.id,
  )
  if (gone) throw new LinkGone(417, 'LinkValidationError', 'Invalid Value', gone.message)
  sealSecrets(restoring.engine, records, plain)
  for (const record of records) await bringBack(restoring, record)
}

interface ChangingBack {
  others: readonly RebuiltRecord[]
  plain: (secret: string) => string | undefined
  fields: PutBackOptions['fields']
}

/** Brings fields of a record that is there back, with the files that they show. */
async function changeBack(
  restoring: Restoring,
  main: RebuiltRecord,
  { others, plain, fields }: ChangingBack,
): Promise<boolean> {
  const { engine, ctx, tx } = restoring
  const { model } = main
  requireRight(engine, ctx, model.id, 'write')
  const state = await pastStateOf(engine, tx, main)
  if (!state) return false
  const plan = planRestore(engine, ctx, model, state, fields && { fields, rows: [] })
  const [kept] = plan.kept
  if (Object.keys(plan.body).length === 0) {
    if (kept) throw new Problem(417, 'ValidationError', 'Invalid Value', kept.message)
    return false
  }
  const shown = shownAgain(main, state.now.row, fields)
  const files = others.filter((other) => other.model.id === 'File' && shown.has(other.row.file_url))
  await addAll(restoring, await withoutClashes(restoring, files), plain)
  const id = String(main.row.id)
  return (await changeRecord(engine, { ...ctx, restores: true }, tx, model, id, plan.body)).written
}

/** Empties the fields that show a file which neither comes along nor is there. */
async function emptyLostFiles(
  { engine, tx }: Restoring,
  { model, row }: RebuiltRecord,
  others: readonly RebuiltRecord[],
): Promise<void> {
  const along = new Set(others.map((other) => other.row.file_url))
  for (const { kind, name } of model.stored) {
    const url = row[name]
    if (kind !== 'file' || typeof url !== 'string' || /^https?:/i.test(url) || along.has(url)) continue
    if (!(await exists(engine, 'File', { file_url: url }, tx))) row[name] = null
  }
}
