import type { EntityRecord, ListAnswer, Meta } from '@tavla/contract'
import type { Answer, SentCall } from '../request.ts'
import { type CopyPlace, listPathOf, listPathsOfMeta, placeOf } from './copied-calls.ts'
import type { Copies } from './copies.ts'
import { withoutRecord, withRecord } from './kept-list.ts'
import { isNarrowed } from './narrowed.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Takes an answer into the copies: a read is kept, a write renews what is kept of its records. @throws DOMException */
export async function takeAnswer(copies: Copies, call: SentCall, answer: Answer, at: number): Promise<void> {
  const { status, ok } = answer.response
  const place = placeOf(call)
  if (place) {
    if (status === 403 || status === 404) await forgetRefused(copies, place)
    if (!ok || !answer.isReadable) return
    if (place.kind === 'record') return takeRecord(copies, listPathOf(call.path), answer.body, at)
    await forgetNarrowed(copies, call.path, answer.body)
    await copies.keep(place, answer.body, at)
  } else if (ok && call.host === '' && call.method !== 'GET') await takeWrite(copies, call, answer.body, at)
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

/** Keeps a whole record, and the newer values in the rows of lists. */
async function takeRecord(copies: Copies, list: string, body: unknown, at: number): Promise<void> {
  const found = Object.entries(body as Record<string, unknown>).find(([, value]) => isRecord(value))
  const meta = found && (await copies.metaOf(list === '/api/user' ? '/api/entity/User' : list))
  // Without meta nobody knows which of its fields are secret.
  if (!meta) return
  const record = withoutSecrets(found[1] as EntityRecord, meta)
  const path = `${list}/${encodeURIComponent(record.id)}`
  await copies.keep({ kind: 'record', path, query: '' }, { [found[0]]: record }, at)
  await copies.changeLists(list, (rows: ListAnswer) => withRecord(rows, record))
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
