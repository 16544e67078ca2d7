import { ApiError } from '@tavla/client'
import type { Choose, EntityRecord, FieldMeta, MergeField } from '@tavla/contract'
import { useCallback, useState } from 'react'
import { toDraftRecord } from './form-drafts.ts'
import type { EditingAction } from './record-editing.ts'

/** A save that was refused because another user changed the same values. */
export interface Conflict {
  /** The record as it is stored now, in the form of a draft. */
  theirs: EntityRecord
  /** Name of the user who saved it. */
  by: string
}

interface ConflictOptions {
  fields: readonly FieldMeta[]
  mergeFields: readonly MergeField[]
  dispatch: (action: EditingAction) => void
}

/** The window of a clash: opened by the refusal of a save, and closed with a decision for each place. */
export function useConflict({ fields, mergeFields, dispatch }: ConflictOptions) {
  const [conflict, setConflict] = useState<Conflict | null>(null)

  const open = useCallback(
    (error: unknown): boolean => {
      const theirs = storedRecordOf(error)
      if (!theirs) return false
      setConflict({ theirs: toDraftRecord(theirs, fields), by: nameOfEditor(theirs) })
      return true
    },
    [fields],
  )

  /** Puts the draft on the state that the window showed. */
  const rebase = (choose: Choose) => {
    if (!conflict) return
    dispatch({ type: 'rebased', record: conflict.theirs, fields: mergeFields, choose })
    setConflict(null)
  }

  return { conflict, openConflict: open, rebase, closeConflict: () => setConflict(null) }
}

/** The stored record in the refusal of a stale save, if the reader may see it. */
export function storedRecordOf(error: unknown): EntityRecord | null {
  if (!(error instanceof ApiError) || error.type !== 'TimestampMismatchError') return null
  const { theirs, clashes } = (error.body ?? {}) as { theirs?: EntityRecord; clashes?: unknown }
  return theirs && Array.isArray(clashes) ? theirs : null
}

/** Name of the user who saved a record last, or the state that a save was merged onto. */
export const nameOfEditor = ({ modified_by: user = '', _link_titles: titles }: Edited): string =>
  titles?.modified_by ?? user

interface Edited {
  modified_by?: string
  _link_titles?: { modified_by?: string }
}
