import { randomUUIDv7 } from 'node:crypto'
import { join } from 'node:path'
import {
  badRequest,
  type EntityRecord,
  invalid,
  type ListAnswer,
  limits,
  type Message,
  notPossibleNow,
  Problem,
  recordNotFound,
  textOf,
} from '@tavla/contract'
import { restoredPlaces } from '../../../backup/read-back.ts'
import { type Compared, type Context, type PutBack, parsePaging, type RecordContent } from '../../../entity/index.ts'
import { recordsTimeout } from '../../../hosting/driver.ts'
import { notAnswering } from '../../../hosting/faults.ts'
import { requireProductionReason } from '../access/production.ts'
import { hqRoleOf } from '../actions/project.ts'
import { type Backup, readBackup } from '../backups/rows.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { answerOf } from '../promotions/ask.ts'
import { requireRestorable } from '../restores/restorable.ts'
import { readProject } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { notNow } from '../transitions.ts'
import type { OpenedBackups } from './opened-backups.ts'
import { type SortedByState, type Stamped, sortByState } from './sort-by-state.ts'

type Data = Readonly<Record<string, unknown>>
type Ask = (order: object) => Promise<Readonly<Record<string, unknown>>>

/** Records that one order to the project holds. */
const blockSize = 100

/** States by which a list can be asked for. */
const states = ['Missing', 'Changed', 'All'] as const

/** A list of the records in one state, and the number of those in each. */
interface ListByState extends ListAnswer {
  states: SortedByState['counts']
  /** Records whose state is known, of `total`. */
  compared: number
  total: number
}

export interface RestoredRecords {
  restored: number
  unchanged: number
  failed: { id: string; message: string }[]
  /** The project's operation; null when nothing was written. */
  operation_id: string | null
}

/** Lists, compares and brings back records of opened backups (reference: hosting, Records of a backup). */
export class BackupRecords {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #opened: OpenedBackups

  constructor(hq: Hq, supervisor: Supervisor, opened: OpenedBackups) {
    this.#hq = hq
    this.#supervisor = supervisor
    this.#opened = opened
  }

  /** @throws Problem 409 while the backup is not there to be read */
  async open(ctx: Context, id: string): Promise<{ status: 'Opening' | 'Open'; entities: object[] }> {
    const backup = await readBackup(this.#hq.site.engine, id)
    if (!['Stored', 'Proving', 'Proven'].includes(backup.status)) {
      const args = [{ translate: backup.status }]
      throw notPossibleNow({ text: 'This is not possible while the backup is {0}.', args })
    }
    if (!(await this.#opened.open(ctx, backup)).isReady) return { status: 'Opening', entities: [] }
    const { entities } = await this.#atBackup<{ entities: object[] }>(ctx, id, { do: 'entities' })
    return { status: 'Open', entities }
  }

  /**
   * With a state, the records that are in it now, and how many are in each.
   * @throws Problem as a list of the site, 409 when the backup is not open, and with a state when the project does not run
   */
  async list(ctx: Context, record: EntityRecord, data: Data): Promise<ListAnswer | ListByState> {
    const { entity, state, ...rest } = data
    const query = listQueryOf(rest)
    const list = (asked: Data) => this.#atBackup<ListAnswer>(ctx, record.id, { do: 'list', entity, query: asked })
    if (state === undefined || state === null) return list(query)
    if (!isOneOf(states, state)) throw badRequest()
    const { ids, counts, compared, total } = await this.#sort(ctx, record, { entity, query })
    const known = { states: counts, compared, total }
    if (state === 'All') return { ...(await list(query)), ...known }
    const { start, length } = parsePaging(query)
    const page = ids[state].slice(start, start + length)
    // The fields are told even without records.
    const filters = page.length > 0 ? { id: ['in', page] } : {}
    const found = await list({ fields: query.fields, filters, limit_page_length: Math.max(1, page.length) })
    const byId = new Map(found.data.map((one) => [one.id, one]))
    const rows = page.flatMap((id) => byId.get(id) ?? [])
    return {
      ...found,
      ...{ data: rows, count: counts[state], limit_start: start, limit_page_length: length },
      ...known,
    }
  }

  async #sort(ctx: Context, record: EntityRecord, { entity, query }: { entity: unknown; query: Data }) {
    const ask = await this.#projectOf(ctx, projectOf(record))
    const stamped = await this.#atBackup<Stamped>(ctx, record.id, { do: 'stamps', entity, query })
    return sortByState(stamped, {
      since: async (table, stamps) => answerOf(await ask({ do: 'since', table, stamps })),
      compare: (ids) => this.#compare(ctx, record.id, { ask, entity: textOf(entity), ids }),
    })
  }

  /** @throws Problem 404 for a record that the backup has not, 409 when it is not open or the project does not run */
  async compare(ctx: Context, record: EntityRecord, data: Data): Promise<{ records: Compared[] }> {
    const [entity, ids] = [textOf(data.entity), idsOf(data.ids, limits.comparedRecords)]
    const ask = await this.#projectOf(ctx, projectOf(record))
    return { records: await this.#compare(ctx, record.id, { ask, entity, ids }) }
  }

  async #compare(ctx: Context, id: string, what: { ask: Ask; entity: string; ids: readonly string[] }) {
    const { ask, entity, ids } = what
    const records: Compared[] = []
    for await (const { contents, missing } of this.#contents(ctx, id, { entity, ids, along: [] })) {
      if (missing[0] !== undefined) throw recordNotFound(entity, missing[0])
      records.push(...answerOf<{ records: Compared[] }>(await ask({ do: 'compare', contents })).records)
    }
    return records
  }

  /** @throws Problem 403, 404, 409, 417 */
  async restore(ctx: Context, id: string, data: Data): Promise<RestoredRecords> {
    const { engine } = this.#hq.site
    const project = await readProject(engine, id)
    requireProductionReason(ctx, project, data)
    const wish = wishOf(data)
    const backup = await requireRestorable(this.#hq, data.backup, (await subjectOf(engine, id)).uid)
    await this.#projectOf(ctx, id)
    await this.#opened.ready(ctx, backup)
    const operation = randomUUIDv7()
    const work = () => this.#restore(ctx, { id, backup, wish, operation })
    // Should the project end meanwhile, the history of HQ leads to what is back.
    const action = { action: 'restore_records', backup: backup.id, entity: wish.entity, operation }
    return this.#hq.underWay.run(ctx, [id], 'Restore', work, action)
  }

  async #restore(
    ctx: Context,
    { id, backup, wish, operation }: { id: string; backup: Backup; wish: Wish; operation: string },
  ): Promise<RestoredRecords> {
    const ask = await this.#projectOf(ctx, id)
    const { entity, fields, along } = wish
    const reason = ctx.operation.confirmed?.reason
    const counts = { restored: 0, unchanged: 0 }
    const failed = new Map<string, Message>()
    // A record that links to another one of the same call may have to wait for it.
    for (let ids = wish.ids ?? (await this.#allIds(ctx, backup.id, entity)); ids.length > 0; ) {
      const waiting: string[] = []
      const before = counts.restored
      for await (const { contents, missing, folder } of this.#contents(ctx, backup.id, { entity, ids, along })) {
        for (const one of missing) failed.set(one, recordNotFound(entity, one).detail)
        const order = { do: 'put', entity, contents, folder, fields, operation, reason }
        const done = contents.length === 0 ? undefined : answerOf<PutBack>(await ask(order))
        counts.restored += done?.restored.length ?? 0
        counts.unchanged += done?.unchanged.length ?? 0
        for (const one of done?.restored ?? []) failed.delete(one)
        for (const { id: one, message, isGone } of done?.failed ?? []) {
          failed.set(one, message)
          if (isGone) waiting.push(one)
        }
      }
      ids = counts.restored > before ? waiting : []
    }
    const { engine } = this.#hq.site
    const said = [...failed].map(async ([one, message]) => ({
      id: one,
      message: await engine.say(message, ctx.language),
    }))
    return { ...counts, failed: await Promise.all(said), operation_id: counts.restored > 0 ? operation : null }
  }

  /** Older ones first, so that most find what they link to. @throws Problem 417 for too many */
  async #allIds(ctx: Context, backup: string, entity: string): Promise<string[]> {
    const ids: string[] = []
    for (;;) {
      const query = {
        fields: ['id'],
        order_by: 'creation asc',
        limit_start: ids.length,
        limit_page_length: limits.pageCap,
      }
      const { data, count } = await this.#atBackup<ListAnswer>(ctx, backup, { do: 'list', entity, query })
      if (count > limits.restoredRecords) {
        throw invalid('At most {0} records can be brought back at once.', [limits.restoredRecords])
      }
      ids.push(...data.map(({ id }) => id))
      if (data.length < limits.pageCap) return ids
    }
  }

  /** The contents of records, block by block. */
  async *#contents(
    ctx: Context,
    backup: string,
    { entity, ids, along }: { entity: string; ids: readonly string[]; along: readonly string[] },
  ): AsyncGenerator<{ contents: RecordContent[]; missing: string[]; folder: string }> {
    type Answer = { contents: RecordContent[]; missing: string[]; left: string[] }
    for (let rest = ids; rest.length > 0; ) {
      const block = rest.slice(0, blockSize)
      const answer = await this.#atBackup<Answer>(ctx, backup, { do: 'content', entity, ids: block, along })
      const folder = await this.#opened.use(backup, async (place) => join(place.folder, restoredPlaces.files))
      yield { ...answer, folder }
      rest = [...answer.left, ...rest.slice(block.length)]
    }
  }

  #atBackup<T>(ctx: Context, id: string, order: object): Promise<T> {
    return this.#opened.use(id, async ({ site }) =>
      answerOf<T>(await site.ask('records', { ...order, person: personOf(ctx) }, recordsTimeout)),
    )
  }

  /** Asks the running site of a project. @throws Problem 409 while it does not run */
  async #projectOf(ctx: Context, id: string): Promise<Ask> {
    const { status } = await readProject(this.#hq.site.engine, id)
    const running = this.#supervisor.runningSite(id)
    if (!running) throw notNow(status)
    const { site } = running
    const ask: Ask = (order) => site.records(order)
    return async (order) => {
      try {
        return await ask({ ...order, person: personOf(ctx) })
      } catch (error) {
        this.#hq.site.logs.error.error({ err: error, project: id }, 'records of a backup')
        throw new Problem(503, 'Unavailable', 'Service Unavailable', notAnswering().detail)
      }
    }
  }
}

/** @throws Problem 404 for a backup whose project is gone */
function projectOf({ project, project_id }: EntityRecord): string {
  if (typeof project !== 'string') throw recordNotFound('Project', textOf(project_id))
  return project
}

const personOf = (ctx: Context) => ({ id: ctx.actor.user, name: ctx.actor.fullName, role: hqRoleOf(ctx) })

interface Wish {
  entity: string
  /** All when absent. */
  ids: string[] | undefined
  fields: string[] | undefined
  along: string[]
}

/** @throws Problem 400, 417 */
function wishOf({ entity, ids, all, fields, with_files, with_communications }: Data): Wish {
  const isAll = isOn(all)
  if (textOf(entity) === '') throw invalid('{0} is required', [{ translate: 'Entity' }])
  if (fields !== undefined && fields !== null && !isTexts(fields)) throw badRequest()
  return {
    entity: textOf(entity),
    ids: isAll ? undefined : idsOf(ids, limits.restoredRecords),
    fields: isTexts(fields) && fields.length > 0 ? fields : undefined,
    along: [
      ...['Assignment', 'Follower'],
      ...(with_files === undefined || isOn(with_files) ? ['File'] : []),
      ...(isOn(with_communications) ? ['Communication', 'Whatsapp Message', 'Note'] : []),
    ],
  }
}

const isOneOf = <T>(list: readonly T[], value: unknown): value is T => (list as readonly unknown[]).includes(value)

const isOn = (value: unknown) => value === 1 || value === true || value === '1'

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((one) => typeof one === 'string' && one !== '')

/** @throws Problem 417 */
function idsOf(ids: unknown, most: number): string[] {
  if (!isTexts(ids) || ids.length === 0 || ids.length > most) {
    throw invalid('{0} must be a list of 1 to {1} items', ['ids', most])
  }
  return [...new Set(ids)]
}

/** The keys of a list that a call may name; filters and fields may come as JSON text, as in an address. */
function listQueryOf(data: Data): Data {
  const names = ['filters', 'or_filters', 'search', 'fields', 'order_by', 'limit_start', 'limit_page_length']
  const given = names.filter((name) => data[name] !== undefined && data[name] !== null)
  return Object.fromEntries(given.map((name) => [name, parsed(data[name])]))
}

/** @throws Problem 400 */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string' || !/^[[{]/.test(value)) return value
  try {
    return JSON.parse(value)
  } catch {
    throw badRequest()
  }
}
