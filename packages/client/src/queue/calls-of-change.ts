import type { EntityRecord, UndoAnswer } from '@tavla/contract'
import { createApi } from '../api.ts'
import { toApiError } from '../api-error.ts'
import { operationPath, undoPath } from '../calls/operations.ts'
import { callsOf } from '../calls/own-routes.ts'
import { query, type RequestOptions } from '../request.ts'
import type { QueuedChange } from '../waiting.ts'
import { type Answer, failureOf, isTooOld } from './order.ts'
import { serverNow } from './server-clock.ts'

/** Time for a call about a change, in milliseconds. */
const timeout = 60_000

const tooOld = { text: 'It waited for more than 23 hours.', isLocal: true }
const unknownToUndo = { text: 'The server keeps no history of this.', isLocal: true }

interface Calls {
  host: string
  signal: AbortSignal
  /** Notes that a change is tried now; false when the person has taken it back meanwhile. */
  claim(change: QueuedChange): Promise<boolean>
}

/** The calls that bring a queued change to its end; each resolves with the server's answer. */
export function callsOfChange({ host, signal, claim }: Calls): (change: QueuedChange) => Promise<Answer> {
  const quiet = { host, onError: () => undefined, signal, timeout } satisfies RequestOptions

  const send = async (change: QueuedChange): Promise<Answer> => {
    const { operation, call } = change
    if (!(await claim(change))) return { kind: 'taken meanwhile' }
    const headers = { 'Operation-Id': operation }
    const answer = await query(call.method, call.path, { ...quiet, body: call.body, headers })
    return { kind: 'sent', records: recordsOf(answer) }
  }

  /** The record of the change's operation; undefined where the server never wrote it. */
  const writtenBy = async ({ operation }: QueuedChange): Promise<EntityRecord | undefined> => {
    try {
      return (await query<{ entity: EntityRecord }>('GET', operationPath(operation), quiet)).entity
    } catch (error) {
      if (toApiError(error).code === 404) return undefined
      throw error
    }
  }

  /** A change that is too old is never sent, but an earlier attempt may have reached the server. */
  const endOld = async (change: QueuedChange): Promise<Answer> => {
    const written = change.isTried ? await writtenBy(change) : undefined
    if (!written) return { kind: 'refused', message: tooOld }
    const { ref_id: id } = written
    if (change.kind === 'delete' || typeof id !== 'string') return { kind: 'sent', records: [] }
    try {
      return {
        kind: 'sent',
        records: [await callsOf(change.entity, createApi(host, quiet.onError)).get(change.entity, id)],
      }
    } catch (error) {
      if (failureOf(error).kind !== 'refused') throw error
      return { kind: 'sent', records: [] }
    }
  }

  const undo = async (change: QueuedChange): Promise<Answer> => {
    const headers = { 'Operation-Id': change.undo ?? '' }
    try {
      const { data } = await query<{ data: UndoAnswer }>('POST', undoPath(change.operation), {
        ...quiet,
        body: { data: {} },
        headers,
      })
      if (data.count === 0) return { kind: 'not taken back', message: unknownToUndo }
      return { kind: 'taken back', undone: data }
    } catch (error) {
      const { code, message: text, isLocal } = toApiError(error)
      if (code === 404) return { kind: 'taken back', undone: null }
      if (failureOf(error).kind !== 'refused') throw error
      // Taken back elsewhere, or by an attempt whose answer was lost long ago.
      const isUndone = code === 409 && (await writtenBy(change))?.undo_state === 'Undone'
      if (isUndone) return { kind: 'taken back', undone: null }
      return { kind: 'not taken back', message: { text, isLocal } }
    }
  }

  return async (change) => {
    try {
      if (change.state === 'undoing') return await undo(change)
      return await (isTooOld(change, serverNow()) ? endOld(change) : send(change))
    } catch (error) {
      return failureOf(error)
    }
  }
}

/** The records in the answer of a write. */
function recordsOf(answer: unknown): EntityRecord[] {
  const { entity, user, entities } = (answer ?? {}) as Record<'entity' | 'user', EntityRecord | undefined> & {
    entities?: EntityRecord[]
  }
  const one = entity ?? user
  return entities ?? (one ? [one] : [])
}
