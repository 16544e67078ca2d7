import { ApiError, type EntityStore, fieldErrors } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { useCallback } from 'react'
import type { EditingAction } from './record-editing.ts'

interface RefusalOptions {
  fields: readonly FieldMeta[]
  store: EntityStore
  dispatch: (action: EditingAction) => void
  onError: (error: unknown) => void
}

/**
 * Shows why a save was refused: beside the fields where they are drawn, else in the error window
 * (reference: screens, Error window). When somebody else changed the record meanwhile, the form is told who.
 */
export function useRefusal({ fields, store, dispatch, onError }: RefusalOptions) {
  return useCallback(
    (error: unknown) => {
      const errors = fieldErrors(error)
      dispatch({ type: 'refused', errors })
      if (!fields.some(({ fieldname, hidden }) => hidden !== 1 && fieldname in errors)) onError(error)
      if (!(error instanceof ApiError) || error.type !== 'TimestampMismatchError') return
      const by = (error.body as { modified_by?: unknown }).modified_by
      dispatch({ type: 'overtaken', by: typeof by === 'string' ? by : '' })
      if (typeof by === 'string') void store.tellChanged(by)
    },
    [fields, onError, store, dispatch],
  )
}
