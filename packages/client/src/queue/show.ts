import type { EntityRecord } from '@tavla/contract'
import type { Client } from '../client.ts'
import { lastChangeOf, type QueuedChange, queuedChanges } from '../waiting.ts'
import { overRecord, shownChanges } from './overlay.ts'

/** Shows the records that the server answered, below what still waits. */
export function showSent(client: Client, { kind, entity, ids }: QueuedChange, records: readonly EntityRecord[]): void {
  const store = client.store(entity)
  const [own] = ids
  const [made] = records
  if (kind === 'create' && made && own !== undefined && own !== made.id) {
    const renamed = {
      entity,
      id: own,
      action: 'renamed',
      new_id: made.id,
      modified: made.modified ?? null,
      changed: [],
    }
    client.announce('doc_update', { ...renamed, user: made.owner ?? '' })
    client.announce('list_update', { ...renamed, user: made.owner ?? '' })
  }
  if (kind === 'delete') return
  const { changes } = queuedChanges.getSnapshot()
  for (const record of records) store.take(overRecord(shownChanges(changes, entity), record))
}

export function showTakenBack(client: Client, change: QueuedChange): void {
  const { kind, entity, ids, base } = change
  const store = client.store(entity)
  const { changes } = queuedChanges.getSnapshot()
  if (kind === 'create') for (const id of ids) store.drop(id)
  else if (base) store.take(overRecord(shownChanges(changes, entity), base))
  showAgain(client, change)
}

/** Lets the stores read the records of a change again. */
export function showAgain(client: Client, { kind, entity, ids }: QueuedChange): void {
  client.announce('list_update', { entity, id: null, action: 'updated', new_id: null, modified: null, user: null })
  for (const id of ids) {
    const { isEditing, activeId } = client.store(entity).getSnapshot()
    // A form in edit mode has met its own change already.
    if (isEditing && activeId === id) continue
    const action = kind === 'create' && !lastChangeOf(entity, id) ? 'deleted' : 'updated'
    client.announce('doc_update', { entity, id, action, new_id: null, modified: null, user: '', changed: [] })
  }
}
