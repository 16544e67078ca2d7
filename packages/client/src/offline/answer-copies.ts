import type { EntityRecord, ListAnswer, Meta } from '@tavla/contract'
import type { EarlyAnswer } from '../early-answers.ts'
import type { SentCall } from '../request.ts'
import { type CopyPlace, homePath, listPathOf, listPathsOfMeta, placeOf } from './copied-calls.ts'
import type { Copies } from './copies.ts'
import { withoutRecord, withRecord } from './kept-list.ts'
import { isNarrowed } from './narrowed.ts'
import { withoutMessages, withoutSecrets } from './without-secrets.ts'

/** Maximum number of records that wait for the definition of their entity. */
const mostWaiting = 40

/**
 * Takes answers into the copies, in their order. A record that comes before the definition of its entity waits for it.
 * The calls reject with a DOMException where nothing can be kept.
 */
export function createTaker(copies: Copies): (one: EarlyAnswer) => Promise<void> {
  let waiting: EarlyAnswer[] = []
  const take = async (one: EarlyAnswer) => {
    if (!(await takeAnswer(copies, one))) waiting = [...waiting, one].slice(-mostWaiting)
  }
  return async (one) => {
    await take(one)
    if (listPathsOfMeta(one.call.path).length > 0) for (const early of waiting.splice(0)) await take(early)
  }
}

/**
 * Takes an answer into the copies: a read is kept, a write renews what is kept of its records. Resolves to false for a
 * record whose definition is not kept yet. @throws DOMException
 */
async function takeAnswer(copies: Copies, { call, answer, at }: EarlyAnswer): Promise<boolean> {
  const { status, ok } = answer.response
  const place = placeOf(call)
  if (place) {
    if (status === 403 || status === 404) await forgetRefused(copies, place)
    if (!ok || !answer.isReadable) return true
    if (place.kind === 'record') return takeRecord(copies, listPathOf(call.path), answer.body, at)
    await forgetNarrowed(copies, call.path, answer.body)
    await copies.keep(place, place.path === homePath ? withoutMessages(answer.body) : answer.body, at)
  } else if (ok && call.host === '' && call.method !== 'GET') await takeWrite(copies, call, answer.body, at)
  return true
}

/** A refused answer was perhaps allowed when it was kept: the records of a whole entity go with its list. */
async function forgetRefused(copies: Copies, place: CopyPlace): Promise<void> {
  await copies.forget(place)
  if (place.kind === 'record') return dropRows(copies, listPathOf(place.path), idOf(place.path))
  const lists = place.kind === 'list' ? [place.path] : listPathsOfMeta(place.path)
  for (const list of lists) await copies.forgetBelow(list)
}

/** A definition that shows its reader less than the kept one takes the records with it that were read before. */
async function forgetNarrowed(copies: Copies, path: string, body: unknown): Promise<void> {
  const [entityPath, ...others] = listPathsOfMeta(path)
  const former = entityPath === undefined ? undefined : await copies.metaOf(entityPath)
  if (entityPath === undefined || !former || !isNarrowed(former, body as Meta)) return
  for (const list of [entityPath, ...others]) await copies.forgetBelow(list)
}

async function takeWrite(copies: Copies, { method, path }: SentCall, body: unknown, at: number): Promise<void> {
  const { entity, entities = [entity] } = body as { entity?: unknown; entities?: unknown[] }
  const list = listOfWrite(path)
  if (list === undefined || !Array.isArray(entities)) return
  for (const record of entities) {
    if (!isRecord(record)) continue
    if (method === 'DELETE') {
      await copies.forget({ kind: 'record', path: `${list}/${encodeURIComponent(record.id)}`, query: '' })
      await dropRows(copies, list, record.id)
    } else await takeRecord(copies, list, { entity: record }, at)
  }
}

/** Keeps a whole record, and the newer values in the rows of lists. Resolves to false without its definition. */
async function takeRecord(copies: Copies, list: string, body: unknown, at: number): Promise<boolean> {
  const [key, found] = Object.entries(body as Record<string, unknown>).find(([, value]) => isRecord(value)) ?? []
  if (key === undefined) return true
  const meta = await copies.metaOf(list === '/api/user' ? '/api/entity/User' : list)
  // Without meta nobody knows which of its fields are secret.
  if (!meta) return false
  const record = withoutSecrets(found as EntityRecord, meta)
  const path = `${list}/${encodeURIComponent(record.id)}`
  await copies.keep({ kind: 'record', path, query: '' }, { [key]: record }, at)
  await copies.changeLists(list, (rows: ListAnswer) => withRecord(rows, record))
  return true
}

const dropRows = (copies: Copies, list: string, id: string) =>
  copies.changeLists(list, (rows) => withoutRecord(rows, id))

/** The list of the records that a call writes: the call names an entity, one of its records, or all of several. */
function listOfWrite(path: string): string | undefined {
  const [plain = ''] = path.split('?')
  return /^\/api\/(entity\/[^/]+|user)/.exec(plain)?.[0]
}

const idOf = (path: string): string => decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))

const isRecord = (value: unknown): value is EntityRecord =>
  typeof value === 'object' && value !== null && typeof (value as { id?: unknown }).id === 'string'
