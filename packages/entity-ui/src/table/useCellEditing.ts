import { ApiError, type EntityStore } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { checkFields } from '../detail/check-fields.ts'
import { fromDraft } from '../detail/form-drafts.ts'
import { formatMessage } from '../detail/format-message.ts'
import { isSameValue } from '../detail/same-value.ts'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { type BlockProgress, type RecordCells, saveBlock } from './block-saves.ts'
import { createCellSaves } from './cell-saves.ts'
import { editsOf, useRefusedCells } from './useRefusedCells.ts'

/** A cell that is being edited, and its record as it stood then. */
interface Editing {
  seen: EntityRecord
  field: FieldMeta
}

/** Edits cells one at a time, and saves each as an ordinary save of its record (reference: screens, Tables). */
export function useCellEditing(entity: string, store: EntityStore) {
  const { t } = useI18n()
  const { onSaved } = useEnvironment()
  const [editing, setEditing] = useState<Editing | null>(null)
  const edits = editsOf(store)
  const withdraw = useRef<() => void>(undefined)
  const saving = useMemo(() => {
    const parts = {
      ...{ store, edits },
      explain: (error: unknown) => (error instanceof ApiError ? errorMessage(error, t) : ''),
    }
    return { ...parts, save: createCellSaves(parts) }
  }, [store, edits, t])
  const { save } = saving
  const { refused } = useRefusedCells(edits)

  // No row moves under the hands of who edits it.
  const isEditing = editing !== null
  useEffect(() => (isEditing ? store.hold() : undefined), [store, isEditing])

  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => edits.isDirty() && event.preventDefault()
    window.addEventListener('beforeunload', warn)
    return () => window.removeEventListener('beforeunload', warn)
  }, [edits])

  /** Shows a value that cannot be saved, and why. */
  const refuse = (id: string, { fieldname }: FieldMeta, value: unknown, problem: string) =>
    edits.set(id, fieldname, { value, isSaving: false, problem })

  /** Saves a value of a cell, in the form of a draft; one that is stored already is not saved again. */
  const saveCell = async (seen: EntityRecord, field: FieldMeta, draft: unknown) => {
    const { id } = seen
    const { fieldname } = field
    const value = fromDraft([field], fieldname, draft)
    const pending = edits.get(id, fieldname)
    if (pending?.isSaving && isSameValue(pending.value, draft)) return
    if (!pending?.isSaving && isSameValue(value, seen[fieldname])) return edits.drop(id, [fieldname])
    const message = checkFields([field], { [fieldname]: draft })[fieldname]
    if (message) return refuse(id, field, draft, formatMessage(t, message))
    edits.set(id, fieldname, { value: draft, isSaving: true })
    if (!(await save(seen, new Map([[fieldname, value]])))) return
    const stored = store.getSnapshot().activeList.find((row) => row.id === id)
    if (stored) onSaved(entity, stored, { [fieldname]: value })
    // One notice for many cells: the next takes the place of the last.
    withdraw.current?.()
    withdraw.current = tellWritten(t, t('Saved'), entity, id)
  }

  return {
    edits,
    editing,
    refused,
    /** Saves the cells of many records as one operation. */
    saveBlock: (
      records: readonly RecordCells[],
      watch: { goesOn(): boolean; onProgress(progress: BlockProgress): void },
    ) => saveBlock({ ...saving, ...watch }, records),
    begin: (seen: EntityRecord, field: FieldMeta) => setEditing({ seen, field }),
    end: () => setEditing(null),
    saveCell,
    keepText(text: string) {
      if (!editing) return
      const { seen, field } = editing
      const problem = t('The value for {0} is not valid', [{ translate: field.label }])
      edits.set(seen.id, field.fieldname, { value: seen[field.fieldname], text, isSaving: false, problem })
    },
    /** Gives back what is stored. */
    restore: (id: string, fieldname: string) => edits.drop(id, [fieldname]),
    /** Turns a flag round. */
    toggle: (seen: EntityRecord, field: FieldMeta) => saveCell(seen, field, seen[field.fieldname] === 1 ? 0 : 1),
  }
}

export type CellEditing = ReturnType<typeof useCellEditing>
