import { badRequest, entityNotFound, type ListQuery, limits, refused } from '@tavla/contract'
import {
  type Actor,
  actorOf,
  ContentReader,
  type Context,
  compareContent,
  contextOf,
  countOf,
  isRecoverable,
  listRecords,
  lookSince,
  Operation,
  putBack,
  type RecordContent,
  readStamps,
  requireRecoverable,
  rightsOf,
  type Stamp,
} from '../entity/index.ts'
import type { HqPerson, Site } from '../site.ts'
import { orRefused } from './or-refused.ts'

/** An order of HQ about records of a backup (reference: hosting, Records of a backup). */
type Order = Readonly<Record<string, unknown>>

/** Characters of contents in one answer: the rest is asked for again. */
const answerLength = 8 * 1_048_576

/** Answers HQ: `entities`, `list`, `stamps` and `content` on a backup, `since`, `compare` and `put` on the project. */
export function siteRecords(site: Site, order: unknown): Promise<unknown> {
  const asked = (typeof order === 'object' && order !== null ? order : {}) as Order
  const known = Object.hasOwn(orders, String(asked.do)) ? orders[String(asked.do) as keyof typeof orders] : undefined
  return orRefused(async () => {
    if (!known) throw badRequest()
    return known(site, asked)
  })
}

const orders = {
  async entities(site, order) {
    const { engine } = site
    const { actor } = await readerOf(site, order)
    const seen = engine.models
      .all()
      .filter((model) => isRecoverable(model) && rightsOf(engine, actor, model).read !== 'none')
    const entities = seen.map(async ({ id }) => ({ id, records: await countOf(engine, id) }))
    return { entities: (await Promise.all(entities)).toSorted((one, two) => (one.id < two.id ? -1 : 1)) }
  },
  async list(site, order) {
    const { id } = requireRecoverable(site.engine, String(order.entity))
    return listRecords(site.engine, await readerOf(site, order), id, (order.query ?? {}) as ListQuery)
  },
  /** The stamps of a list's records, as many as one list tells the state of; `count` is the number of all. */
  async stamps(site, order) {
    const { engine } = site
    const { id, table } = requireRecoverable(engine, String(order.entity))
    const [ctx, query] = [await readerOf(site, order), (order.query ?? {}) as ListQuery]
    const stamps = await readStamps(engine, ctx, id, query, limits.statedRecords)
    const isAll = stamps.length < limits.statedRecords
    const count = isAll ? stamps.length : (await listRecords(engine, ctx, id, { ...query, fields: ['id'] })).count
    return { table: table.name, stamps, count }
  },
  since: ({ engine }, order) => lookSince(engine, String(order.table), order.stamps as Stamp[]),
  async content(site, order) {
    const model = requireRecoverable(site.engine, String(order.entity))
    const reader = new ContentReader(site.engine, await readerOf(site, order), textsOf(order.along))
    const [ids, contents, missing]: [string[], RecordContent[], string[]] = [textsOf(order.ids), [], []]
    for (let length = 0; ids.length > 0 && length < answerLength; ) {
      const id = ids.shift() ?? ''
      const content = await reader.read(model, id)
      if (content) contents.push(content)
      else missing.push(id)
      length += JSON.stringify(content ?? id).length
    }
    return { contents, missing, left: ids }
  },
  async compare(site, order) {
    const ctx = await readerOf(site, order)
    const contents = order.contents as RecordContent[]
    return { records: await Promise.all(contents.map((content) => compareContent(site.engine, ctx, content))) }
  },
  async put(site, order) {
    const contents = order.contents as RecordContent[]
    const entity = entityOf(site.engine, contents, String(order.entity))
    const ctx = await writerOf(site, order)
    const folder = String(order.folder)
    return putBack(site.engine, ctx, entity, contents, {
      fields: order.fields === undefined ? undefined : new Set(textsOf(order.fields)),
      take: (file) => site.files.takeFrom(folder, file),
      drop: (file) => site.files.forget(file),
    })
  },
} satisfies Record<string, (site: Site, order: Order) => Promise<object>>

/** The name that the entity has here: it may have been renamed since. @throws Problem 404 when it is gone */
function entityOf(engine: Site['engine'], [first]: readonly RecordContent[], then: string): string {
  const part = first?.parts.find(({ kind }) => kind === 'main')
  const model = part && 'table' in part ? engine.models.byTable(part.table) : undefined
  if (!model) throw entityNotFound(then)
  return requireRecoverable(engine, model.id).id
}

/** Reads as the person's own user, who need not have come here yet. */
async function readerOf({ engine }: Site, order: Order): Promise<Context> {
  const person = personOf(order)
  const actor = person.role === 'Operator' ? await operatorOf(engine, person) : await actorOf(engine, 'Administrator')
  if (!actor) throw refused()
  return contextOf(actor, '')
}

async function operatorOf(engine: Site['engine'], { id, name }: Person): Promise<Actor | undefined> {
  const user = id.toLowerCase()
  if (await engine.rows(engine.models.require('User')).exists(engine.store, user)) return actorOf(engine, user)
  const held = ['All', 'System Manager'].map((role) => ({ role, via: 'own role' }))
  const roles = new Set(held.map(({ role }) => role))
  return { user, fullName: name, language: engine.settings.default_language, held, roles, all: false }
}

/** Writes as the person's own user, as after a sign-in through HQ. @throws Problem 403 when they are disabled here */
async function writerOf(site: Site, order: Order): Promise<Context> {
  const actor = await actorOf(site.engine, await site.accounts.userOfHq(personOf(order), ''))
  if (!actor) throw refused()
  const operation = new Operation(actor.user, 'Console')
  operation.useId(String(order.operation))
  operation.kind = 'Restore'
  const reason = typeof order.reason === 'string' ? order.reason : ''
  if (reason !== '') operation.confirmed = { confirm: 'HQ', reason }
  return { ...contextOf(actor, ''), operation }
}

type Person = Omit<HqPerson, 'minted'>

/** HQ has proved itself, and names one of its people. @throws Problem 400 */
function personOf({ person }: Order): Person {
  const { id, name, role } = (person ?? {}) as Record<string, unknown>
  if (typeof id !== 'string' || id === '' || id.length > limits.dataLength) throw badRequest()
  const isManager = role === 'Administrator' || role === 'System Manager'
  return { id, name: typeof name === 'string' ? name : id, role: isManager ? role : 'Operator' }
}

const textsOf = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : [])
