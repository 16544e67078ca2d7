import type { QueuedChange } from '../../waiting.ts'

let last = 0

/** A queued change of one task. */
export function change(id: string, more: Partial<QueuedChange> = {}): QueuedChange {
  const place = ++last
  return {
    ...{ place, operation: `operation-${place}`, kind: 'update', entity: 'Task', ids: [id], title: id },
    call: { method: 'PUT', path: '/api/entity/Task', body: { id } },
    ...{ values: {}, titles: {}, fields: {}, base: null, at: 0, state: 'waiting', message: null, theirs: null },
    ...{ isTried: false, undo: null, keptUntil: null },
    ...more,
  }
}

/** A new task that waits. */
export function create(id: string, more: Partial<QueuedChange> = {}): QueuedChange {
  const { values = { subject: 'Roof' } } = more
  return change(id, { kind: 'create', base: { id, ...values }, ...more })
}
