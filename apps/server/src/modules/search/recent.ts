import { Problem, type RecentRecord } from '@tavla/contract'
import {
  type Context,
  createRecord,
  deleteRecord,
  type Engine,
  find,
  findOne,
  listRecords,
  setSilently,
  systemContext,
} from '../../entity/index.ts'

/** Records that are shown, and those that are kept, since some may not be readable any more. */
const maxShown = 50
const maxKept = 100

export interface Opened {
  entity: string
  id: string
  /** UTC, as stored. */
  at: string
}

/** The records that the person opened last, newest first, whether they may still read them or not. */
export async function openedBy(engine: Engine, ctx: Context): Promise<Opened[]> {
  const rows = await find(engine, 'Recent Record', {
    where: { user: ctx.actor.user },
    fields: ['ref_entity', 'ref_id', 'opened_on'],
    order: 'opened_on desc',
    limit: maxKept,
  })
  return rows.map((row) => ({ entity: String(row.ref_entity), id: String(row.ref_id), at: String(row.opened_on) }))
}

/** Notes that the person has the record open now. */
export async function noteOpened(engine: Engine, ctx: Context, entity: string, id: string): Promise<void> {
  const { user } = ctx.actor
  const where = { user, ref_entity: entity, ref_id: id }
  const known = await findOne(engine, 'Recent Record', { where })
  const note = known?.id ?? (await addNote(engine, user, where))
  if (note === undefined) return
  const opened_on = engine.clock.nowUtc()
  await engine.store.write((tx) => setSilently(engine, tx, 'Recent Record', note, { opened_on }))
}

/** Resolves to nothing when another call of the same person adds the note at this moment. */
async function addNote(engine: Engine, user: string, where: Record<string, string>): Promise<string | undefined> {
  const system = systemContext(engine)
  const old = await find(engine, 'Recent Record', { where: { user }, order: 'opened_on desc' })
  for (const { id } of old.slice(maxKept - 1)) await deleteRecord(engine, system, 'Recent Record', id)
  try {
    return (await createRecord(engine, system, 'Recent Record', { ...where, owner: user })).id
  } catch (error) {
    if (error instanceof Problem) return undefined
    throw error
  }
}

/** The person's records of `openedBy` that they may read, with their titles (reference: http-api, Recently opened). */
export async function recentRecords(engine: Engine, ctx: Context): Promise<RecentRecord[]> {
  const opened = await openedBy(engine, ctx)
  const shown = new Map<string, RecentRecord>()
  for (const [entity, ones] of Map.groupBy(opened, (one) => one.entity)) {
    for (const record of await readableOf(engine, ctx, entity, ones)) shown.set(`${entity}\n${record.id}`, record)
  }
  return opened.flatMap(({ entity, id }) => shown.get(`${entity}\n${id}`) ?? []).slice(0, maxShown)
}

async function readableOf(
  engine: Engine,
  ctx: Context,
  entity: string,
  opened: readonly Opened[],
): Promise<RecentRecord[]> {
  const at = new Map(opened.map((one) => [one.id, engine.clock.toWall(one.at)]))
  const query = { filters: [['id', 'in', [...at.keys()]]], limit_page_length: maxKept }
  const answer = await listRecords(engine, ctx, entity, query).catch((error: unknown) => {
    if (error instanceof Problem) return undefined
    throw error
  })
  const image = engine.models.get(entity)?.imageField?.name ?? ''
  const text = (value: unknown) => (typeof value === 'string' ? value : null)
  return (answer?.data ?? []).map((record) => ({
    entity,
    id: record.id,
    title: record._link_titles?.[answer?.title_field ?? ''] ?? text(record[answer?.title_field ?? '']) ?? record.id,
    image: text(record[image]),
    at: at.get(record.id) ?? '',
  }))
}
