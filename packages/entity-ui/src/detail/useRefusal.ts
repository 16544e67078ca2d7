import { ApiError, type EntityStore, fieldErrors } from '@tavla/client'
import type { FieldMeta } from '@tavla/contract'
import { useCallback } from 'react'
import type { EditingAction } from './record-editing.ts'

interface RefusalOptions {
  fields: readonly FieldMeta[]
  store: EntityStore
  dispatch: (action: EditingAction) => void
  onError: (error: unknown) => void
  /** Opens the window of a clash, if this error is one. */
  openConflict: (error: unknown) => boolean
}

/**
 * Shows the reasons of a refused save: beside the fields where these are rendered, else in the error window (reference:
 * screens, Error window). If another user changed the same values, it opens the window of both; where the server tells
 * no values, it names that user in the form.
 */
export function useRefusal({ fields, store, dispatch, onError, openConflict }: RefusalOptions) {
  return useCallback(
    (error: unknown) => {
      // A deletion that was not heard of is shown as one that was.
      if (error instanceof ApiError && error.code === 404) {
        void store.reloadRecord().then((isThere) => isThere && onError(error))
        return
      }
      const isConflict = openConflict(error)
      const errors = fieldErrors(error)
      if (!isConflict) dispatch({ type: 'refused', errors })
      if (!isConflict && !fields.some(({ fieldname, hidden }) => hidden !== 1 && fieldname in errors)) onError(error)
      if (!(error instanceof ApiError) || error.type !== 'TimestampMismatchError') return
      const by = (error.body as { modified_by?: unknown }).modified_by
      dispatch({ type: 'overtaken', by: typeof by === 'string' ? by : '' })
      if (typeof by === 'string') void store.tellChanged(by)
    },
    [fields, onError, store, dispatch, openConflict],
  )
}
