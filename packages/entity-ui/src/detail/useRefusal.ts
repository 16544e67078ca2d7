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
 * Shows the reasons of a refused save: beside the fields where these are rendered, else in the error window (reference:
 * screens, Error window). If another user changed the record in the meantime, it names that user in the form.
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
