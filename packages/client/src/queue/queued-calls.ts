import type { EntityRecord, Meta } from '@tavla/contract'
import type { Api } from '../api.ts'
import { newOperationId } from '../calls/operations.ts'
import { callsOf, type EntityCalls } from '../calls/own-routes.ts'
import type { Client } from '../client.ts'
import type { Method } from '../request.ts'
import { idUntilSent, isUntilSent } from '../until-sent.ts'
import { type QueuedChange, queuedChanges } from '../waiting.ts'
import { newRecord, newRecords, overPage, overRecord, queryBelow, shownChanges } from './overlay.ts'
import type { Queue } from './queue.ts'
import { newRowId } from './row-id.ts'
import { serverNow } from './server-clock.ts'

type Values = Readonly<Record<string, unknown>>

/** The facts that the queue asks the app for. */
export interface Surroundings {
  /** False for entities whose changes need a connection. */
  mayWait(entity: string): boolean
  /** Wall-clock text of now in the site's time zone. */
  now(): string
  /** The values that the server will set in a new record. */
  defaultsOf(meta: Meta): Values
}

type About = Omit<QueuedChange, 'call'>

/** The calls of an entity's store by way of the queue: its writes may wait, and reads show what waits. */
export function queuedCalls(
  { queue, client, mayWait, now, defaultsOf }: Surroundings & { queue: Queue; client: Client },
  entity: string,
  calls: EntityCalls,
): Partial<EntityCalls> {
  const meta = () => client.metas.peek(entity)
  const waiting = () => shownChanges(queuedChanges.getSnapshot().changes, entity)

  /** The calls whose only write is this change. */
  const through = (about: About, standIn: unknown) => {
    const write = async <T>(method: Method, path: string, body: unknown = {}): Promise<T> => {
      const call = { method, path, body: body as Values }
      const canWait = mayWait(entity) && isKeepable(meta(), about.values)
      return (await queue.write({ ...about, call }, standIn, canWait)) as T
    }
    const api: Api = {
      get: (path, params, signal) => client.api.get(path, params, signal),
      post: (path, body) => write('POST', path, body),
      put: (path, body) => write('PUT', path, body),
      delete: (path) => write('DELETE', path),
    }
    return callsOf(entity, api)
  }

  const about = (
    kind: QueuedChange['kind'],
    ids: readonly string[],
    values: Values,
    base: EntityRecord | null,
  ): About => ({
    ...{ place: 0, operation: newOperationId(), kind, entity, ids, values, base },
    title: titleOf(meta(), base && { ...base, ...values }),
    titles: titlesOf(client, meta(), values),
    fields: fieldsOf(meta(), values),
    ...{ at: serverNow(), state: 'waiting', message: null, theirs: null },
    ...{ isTried: false, undo: null, keptUntil: null },
  })

  const shown = (id: string) => {
    const { activeEntity, activeList } = client.store(entity).getSnapshot()
    return activeEntity?.id === id ? activeEntity : (activeList.find((row) => row.id === id) ?? null)
  }

  return {
    create(_entity, fields) {
      const rule = meta()?.doc_meta.naming_rule
      const sent = rule === 'Hash' && fields.id === undefined ? { ...fields, id: newRowId() } : fields
      const draft = about('create', [], typedValues(sent), null)
      const own = rule === 'Hash' || rule === 'Prompt' ? sent.id : undefined
      const id = typeof own === 'string' && own !== '' ? own : idUntilSent(draft.operation)
      const { user: owner } = queue
      const moment = now()
      const system = { id, owner, modified_by: owner, creation: moment, modified: moment }
      const known = meta()
      const made: EntityRecord = {
        ...(known && defaultsOf(known)),
        ...draft.values,
        ...system,
        _link_titles: draft.titles,
      }
      const change = { ...draft, ids: [id], base: made, title: titleOf(meta(), made) }
      return through(change, standInOf(made)).create(entity, sent)
    },
    async update(_entity, fields) {
      const id = String(fields.id)
      const change = about('update', [id], typedValues(fields), shown(id))
      const standIn = overRecord([{ ...change, call: noCall }], shown(id) ?? { id })
      return through(change, standInOf(standIn)).update(entity, fields)
    },
    remove(_entity, id, params) {
      return through(about('delete', [id], {}, shown(id)), standInOf({ id })).remove(entity, id, params)
    },
    bulkUpdate(_entity, entities) {
      const ids = entities.map((one) => String(one.id))
      const change = about('bulk', ids, typedValues(entities[0] ?? {}), null)
      const saved = ids.map((id) => overRecord([{ ...change, call: noCall }], shown(id) ?? { id }))
      return through(change, { entities: saved, count: ids.length }).bulkUpdate(entity, entities)
    },
    async get(_entity, id, signal) {
      const made = newRecord(waiting(), id)
      return made ?? overRecord(waiting(), await calls.get(entity, id, signal))
    },
    async list(_entity, wanted = {}, signal) {
      const above = newRecords(waiting(), wanted).length
      const answer = await calls.list(entity, queryBelow(wanted, above), signal)
      return waiting().length === 0 ? answer : overPage(waiting(), answer, wanted)
    },
  }
}

const noCall: QueuedChange['call'] = { method: 'PUT', path: '', body: {} }

/** The answer of a write in the form of every route. */
const standInOf = (record: EntityRecord) => ({ entity: record, user: record })

/** The fields of a body, without what is said about them. */
function typedValues({ id: _id, modified: _modified, _base, ...values }: Values): Values {
  return values
}

const secret = 'Password'

/** True if this browser may keep the values: it knows their fields, and none of them is a password, in rows neither. */
function isKeepable(meta: Meta | undefined, values: Values): boolean {
  if (!meta) return Object.keys(values).length === 0
  return Object.entries(values).every(([name, value]) => {
    const field = meta.doc_meta.fields.find(({ fieldname }) => fieldname === name)
    if (!field || field.fieldtype === secret) return false
    const columns = meta.links.find(({ id }) => id === field.options)?.fields ?? []
    const secrets = columns.filter(({ fieldtype }) => fieldtype === secret)
    return !(Array.isArray(value) && secrets.some(({ fieldname }) => has(value, fieldname)))
  })
}

const has = (rows: readonly unknown[], column: string) =>
  rows.some((row) => typeof row === 'object' && row !== null && column in row)

function titleOf(meta: Meta | undefined, record: EntityRecord | null): string {
  const title = record?.[meta?.doc_meta.title_field ?? '']
  if (typeof title === 'string' && title !== '') return title
  return record && !isUntilSent(record.id) ? record.id : ''
}

function fieldsOf(meta: Meta | undefined, values: Values): QueuedChange['fields'] {
  const named = Object.keys(values).map((name) => {
    const field = meta?.doc_meta.fields.find(({ fieldname }) => fieldname === name)
    return [name, { label: field?.label ?? name, fieldtype: field?.fieldtype ?? '' }] as const
  })
  return Object.fromEntries(named)
}

/** Titles of linked records, as far as a list on this page has shown them. */
function titlesOf(client: Client, meta: Meta | undefined, values: Values): Record<string, string> {
  const titles: Record<string, string> = {}
  for (const { fieldname, fieldtype, options } of meta?.doc_meta.fields ?? []) {
    const id = values[fieldname]
    if (fieldtype !== 'Link' || typeof options !== 'string' || typeof id !== 'string') continue
    const { activeList, meta: linked } = client.store(options).getSnapshot()
    const made = newRecord(shownChanges(queuedChanges.getSnapshot().changes, options), id)
    const title = titleOf(linked ?? undefined, made ?? activeList.find((row) => row.id === id) ?? null)
    if (title !== '' && title !== id) titles[fieldname] = title
  }
  return titles
}
