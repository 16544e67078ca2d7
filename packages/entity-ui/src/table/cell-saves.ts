import { type EntityStore, fieldErrors, isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { isSameValue } from '../detail/same-value.ts'
import { storedRecordOf } from '../detail/useConflict.ts'
import type { CellEdits } from './cell-edits.ts'

/** The cells of one record to save: the new value, in the record's form, by fieldname. */
export type CellChanges = ReadonlyMap<string, unknown>

interface CellSaveParts {
  store: Pick<EntityStore, 'update' | 'take' | 'getSnapshot'>
  edits: CellEdits
  /** The reason of a refusal in the reader's language. */
  explain(error: unknown): string
}

/**
 * Saves cells: one ordinary save for each record, one record's saves after the other. A refused cell keeps what was
 * typed and says why; the others of its save are sent again without it (reference: screens, Tables).
 */
export function createCellSaves({ store, edits, explain }: CellSaveParts) {
  const queues = new Map<string, Promise<unknown>>()

  const refuse = (id: string, names: Iterable<string>, problemOf: (name: string) => string) => {
    for (const name of names) {
      const edit = edits.get(id, name)
      if (edit) edits.set(id, name, { ...edit, isSaving: false, problem: problemOf(name) })
    }
  }

  const send = async (seen: EntityRecord, changes: CellChanges): Promise<boolean> => {
    try {
      await store.update(seen.id, bodyOf(baseOf(store, seen, changes), changes))
      edits.drop(seen.id, [...changes.keys()])
      return true
    } catch (error) {
      const reasons = fieldErrors(error)
      const named = [...changes.keys()].filter((name) => reasons[name] !== undefined)
      refuse(seen.id, named.length > 0 ? named : changes.keys(), (name) => reasons[name] ?? explain(error))
      // The next try stands on what another person saved meanwhile.
      const stored = storedRecordOf(error)
      if (stored) store.take(stored)
      const others = new Map([...changes].filter(([name]) => !named.includes(name)))
      return named.length > 0 && others.size > 0 && send(seen, others)
    }
  }

  /** `seen`: the record as it stood on the screen when its cells were changed. True if something was saved. */
  return (seen: EntityRecord, changes: CellChanges): Promise<boolean> => {
    const former = queues.get(seen.id) ?? Promise.resolve()
    const saved = former.then(() => send(seen, changes))
    queues.set(seen.id, saved)
    void saved.finally(() => queues.get(seen.id) === saved && queues.delete(seen.id))
    return saved
  }
}

/** The record that the save stands on: the row as it is now, unless others changed the same cells since. */
function baseOf(store: CellSaveParts['store'], seen: EntityRecord, changes: CellChanges): EntityRecord {
  const row = store.getSnapshot().activeList.find(({ id }) => id === seen.id)
  if (!row || !isRead(row)) return seen
  return [...changes.keys()].every((name) => isSameValue(row[name], seen[name])) ? row : seen
}

/** As the save of a form (reference: http-api, Changing). */
function bodyOf(base: EntityRecord, changes: CellChanges): Record<string, unknown> {
  const body = Object.fromEntries(changes)
  if (base.modified === undefined) return body
  const former = Object.fromEntries([...changes.keys()].map((name) => [name, base[name] ?? null]))
  return { ...body, modified: base.modified, _base: former }
}
