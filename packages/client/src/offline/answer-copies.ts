import type { EntityRecord, ListAnswer } from '@tavla/contract'
import type { Answer, SentCall } from '../request.ts'
import { listPathOf, placeOf } from './copied-calls.ts'
import type { Copies } from './copies.ts'
import { withoutRecord, withRecord } from './kept-list.ts'
import { withoutSecrets } from './without-secrets.ts'

/** Takes an answer into the copies: a read is kept, a write renews what is kept of its records. @throws DOMException */
export async function takeAnswer(copies: Copies, call: SentCall, answer: Answer, at: number): Promise<void> {
  const { status, ok } = answer.response
  const place = placeOf(call)
  if (place) {
    const isRefused = status === 403 || status === 404
    if (isRefused) await copies.forget(place)
    if (isRefused && place.kind === 'record') await dropRows(copies, listPathOf(call.path), idOf(call.path))
    if (!ok || !answer.isReadable) return
    if (place.kind === 'record') await takeRecord(copies, listPathOf(call.path), answer.body, at)
    else await copies.keep(place, answer.body, at)
  } else if (ok && call.host === '' && call.method !== 'GET') await takeWrite(copies, call, answer.body, at)
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
