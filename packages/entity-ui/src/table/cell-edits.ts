import { createListeners } from '@tavla/client'

/** A cell whose value is not stored yet. */
export interface CellEdit {
  /** The new value, in the form of a draft. */
  value: unknown
  /** The text that was pasted, where it is no value of the field. */
  text?: string | undefined
  isSaving: boolean
  /** Why it was refused; it stays as it was typed. */
  problem?: string | undefined
}

/** The cells that are being saved or were refused; cells listen for their own. */
export interface CellEdits {
  get(id: string, fieldname: string): CellEdit | undefined
  set(id: string, fieldname: string, edit: CellEdit): void
  drop(id: string, fieldnames: readonly string[]): void
  /** True while something typed is not stored. */
  isDirty(): boolean
  watch(listener: () => void): () => void
}

export function createCellEdits(): CellEdits {
  const edits = new Map<string, CellEdit>()
  const changes = createListeners()
  return {
    get: (id, fieldname) => edits.get(keyOf(id, fieldname)),
    set(id, fieldname, edit) {
      edits.set(keyOf(id, fieldname), edit)
      changes.tell()
    },
    drop(id, fieldnames) {
      const gone = fieldnames.filter((name) => edits.delete(keyOf(id, name)))
      if (gone.length > 0) changes.tell()
    },
    isDirty: () => edits.size > 0,
    watch: changes.listen,
  }
}

const keyOf = (id: string, fieldname: string) => `${fieldname}\n${id}`
