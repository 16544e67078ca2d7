import { type EntityStore, fieldErrors, isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { isSameValue } from '../detail/same-value.ts'
import { storedRecordOf } from '../detail/useConflict.ts'
import type { CellEdits } from './cell-edits.ts'

/** The cells of one record to save: the new value, in the record's form, by fieldname. */
export type CellChanges = ReadonlyMap<string, unknown>

export interface CellSaveParts {
  store: Pick<EntityStore, 'update' | 'updateMany' | 'take' | 'getSnapshot'>
  edits: CellEdits
  /** The reason of a refusal in the reader's language. */
  explain(error: unknown): string
}

/** `seen`: the record as it stood on the screen when its cells were changed. True if something was saved. */
export type SaveCells = (seen: EntityRecord, changes: CellChanges) => Promise<boolean>

/**
 * Saves cells: one ordinary save for each record, one record's saves after the other. A refused cell keeps what was
 * typed and says why; the others of its save are sent again without it (reference: screens, Tables).
 */
export function createCellSaves({ store, edits, explain }: CellSaveParts): SaveCells {
  const queues = new Map<string, Promise<unknown>>()

  const send = async (seen: EntityRecord, changes: CellChanges): Promise<boolean> => {
    try {
      await store.update(seen.id, bodyOf(baseOf(store, seen, changes), changes))
      edits.drop(seen.id, [...changes.keys()])
      return true
    } catch (error) {
      const reasons = fieldErrors(error)
      const named = [...changes.keys()].filter((name) => reasons[name] !== undefined)
      const refused = named.length > 0 ? named : [...changes.keys()]
      refuseCells(
        edits,
        refused.map((name) => [seen.id, name, reasons[name] ?? explain(error)]),
      )
      // The next try stands on what another person saved meanwhile.
      const stored = storedRecordOf(error)
      if (stored) store.take(stored)
      const others = withoutCells(changes, named)
      return named.length > 0 && others.size > 0 && send(seen, others)
    }
  }

  return (seen, changes) => {
    const former = queues.get(seen.id) ?? Promise.resolve()
    const saved = former.then(() => send(seen, changes))
    queues.set(seen.id, saved)
    void saved.finally(() => queues.get(seen.id) === saved && queues.delete(seen.id))
    return saved
  }
}

/** Marks cells as refused; one that is no longer being saved stays as it is. */
export function refuseCells(edits: CellEdits, refused: readonly (readonly [id: string, name: string, why: string])[]) {
  edits.setAll(
    refused.flatMap(([id, fieldname, problem]) => {
      const edit = edits.get(id, fieldname)
      return edit ? [{ id, fieldname, edit: { ...edit, isSaving: false, problem } }] : []
    }),
  )
}

export const withoutCells = (changes: CellChanges, names: readonly string[]): CellChanges =>
  new Map([...changes].filter(([name]) => !names.includes(name)))

/** The record that the save stands on: the row as it is now, unless others changed the same cells since. */
export function baseOf(store: CellSaveParts['store'], seen: EntityRecord, changes: CellChanges): EntityRecord {
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
