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

/** A cell of a record with what was typed into it. */
export interface EditedCell {
  id: string
  fieldname: string
  edit: CellEdit
}

/** The cells that are being saved or were refused; cells listen for their own. */
export interface CellEdits {
  get(id: string, fieldname: string): CellEdit | undefined
  set(id: string, fieldname: string, edit: CellEdit): void
  /** Sets many cells, and tells once. */
  setAll(cells: readonly EditedCell[]): void
  drop(id: string, fieldnames: readonly string[]): void
  /** Drops cells of many records, and tells once. */
  dropAll(cells: readonly (readonly [id: string, fieldnames: Iterable<string>])[]): void
  /** True while something typed is not stored. */
  isDirty(): boolean
  isSaving(): boolean
  /** The refused cells, as record and fieldname, in the order in which they were typed. */
  refused(): readonly (readonly [id: string, fieldname: string])[]
  watch(listener: () => void): () => void
}

export function createCellEdits(): CellEdits {
  const edits = new Map<string, CellEdit>()
  const changes = createListeners()
  /** Found when it is asked for. */
  let refused: ReturnType<CellEdits['refused']> | undefined

  const tell = () => {
    refused = undefined
    changes.tell()
  }
  const dropAll: CellEdits['dropAll'] = (cells) => {
    let hasGone = false
    for (const [id, names] of cells) for (const name of names) hasGone = edits.delete(keyOf(id, name)) || hasGone
    if (hasGone) tell()
  }
  const setAll: CellEdits['setAll'] = (cells) => {
    for (const { id, fieldname, edit } of cells) edits.set(keyOf(id, fieldname), edit)
    if (cells.length > 0) tell()
  }
  return {
    get: (id, fieldname) => edits.get(keyOf(id, fieldname)),
    set: (id, fieldname, edit) => setAll([{ id, fieldname, edit }]),
    setAll,
    drop: (id, fieldnames) => dropAll([[id, fieldnames]]),
    dropAll,
    isDirty: () => edits.size > 0,
    isSaving: () => [...edits.values()].some((edit) => edit.isSaving),
    refused() {
      refused ??= [...edits].filter(([, { problem }]) => problem !== undefined).map(([key]) => cellOf(key))
      return refused
    },
    watch: changes.listen,
  }
}

const keyOf = (id: string, fieldname: string) => `${fieldname}\n${id}`

function cellOf(key: string): readonly [id: string, fieldname: string] {
  const end = key.indexOf('\n')
  return [key.slice(end + 1), key.slice(0, end)]
}
