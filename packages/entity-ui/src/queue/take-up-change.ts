import type { QueuedChange } from '@tavla/client'
import { type DraftKey, type DraftKind, keepDraft, readDraft } from '@tavla/client/browser'
import type { EntityRecord } from '@tavla/contract'
import { toDraftRecord } from '../detail/form-drafts.ts'
import { hashOf } from '../drafts/hash-of.ts'
import { siteOf } from '../drafts/site-of.ts'
import type { EntityEnvironment } from '../environment.ts'
import { activeQueue } from './active-queue.ts'

/**
 * Makes a refused change the draft of its form, and leads there; values that the person has typed there since stay. A
 * refused deletion has no draft: its record opens. @throws DOMException, ApiError
 */
export async function takeUpChange(change: QueuedChange, environment: EntityEnvironment): Promise<void> {
  const { client, session, navigate, recordPath } = environment
  const { kind, entity, ids, operation, values, fields, base, at, call } = change
  const [id = ''] = ids
  const draft = draftOf(change)
  const record = recordPath(entity, id)
  if (!draft) return record === undefined ? undefined : navigate(record)
  const key: DraftKey = [siteOf(client), session.user, draft.kind, entity, draft.id]
  const { fields: known } = (await client.metas.get(entity)).doc_meta
  const inForm = (shown: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => {
    const { id: _id, ...rest } = toDraftRecord({ ...shown, id }, known)
    return rest
  }
  const { modified = null, _base } = call.body as { modified?: string | null; _base?: EntityRecord }
  const former = await readDraft(key)
  await keepDraft(key, {
    base: { modified: kind === 'update' ? modified : null, values: inForm(_base ?? pick(base, values)) },
    changes: { ...inForm(values), ...former?.changes },
    fields: { ...fields, ...former?.fields },
    at: Math.min(at, Date.now()),
  })
  await activeQueue()?.takeBack(operation)
  const list = recordPath(entity, '')?.replace(/\/$/, '')
  if (kind === 'update' && record !== undefined) navigate(record)
  else if (list !== undefined) navigate(kind === 'create' ? `${list}#new` : list)
  if (kind === 'bulk') selectAgain(environment, entity, ids)
}

function draftOf({ kind, ids }: QueuedChange): { kind: DraftKind; id: string } | null {
  if (kind === 'update') return { kind: 'edit', id: ids[0] ?? '' }
  if (kind === 'create') return { kind: 'new', id: '' }
  return kind === 'bulk' ? { kind: 'bulk', id: hashOf(ids) } : null
}

const pick = (record: EntityRecord | null, values: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.keys(values).map((name) => [name, record?.[name] ?? null]))

/** The draft of a bulk edit belongs to its selection. */
function selectAgain({ client }: EntityEnvironment, entity: string, ids: readonly string[]): void {
  const store = client.store(entity)
  store.clearSelection()
  for (const id of ids) store.toggleSelected(id)
}
