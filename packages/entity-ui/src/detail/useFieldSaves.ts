import type { EntityStore } from '@tavla/client'
import { useCallback, useRef } from 'react'
import { type Editing, type EditingAction, fieldBody } from './record-editing.ts'

interface FieldSaveOptions {
  store: EntityStore
  now: () => Editing
  dispatch: (action: EditingAction) => void
  /** Handles the server's error. */
  refuse: (error: unknown) => void
}

/**
 * Saves single fields of the open record one after another and keeps the rest of the draft
 * (reference: screens, Drafts). `saveField` never throws.
 */
export function useFieldSaves({ store, now, dispatch, refuse }: FieldSaveOptions) {
  /** Each save needs the `modified` that the one before returned. */
  const last = useRef<Promise<unknown>>(Promise.resolve())
  const hasSaved = useRef(false)

  const saveField = useCallback(
    (fieldname: string, value: unknown): Promise<void> => {
      const saved = last.current.then(async () => {
        const { base } = now()
        if (!base) return
        try {
          const { entity, merged } = await store.update(base.id, fieldBody(now(), fieldname, value, asIs))
          hasSaved.current = true
          dispatch({ type: 'savedField', fieldname, record: entity, isMerged: merged !== undefined })
        } catch (error) {
          // As part of the draft, the value is not lost when it clashes.
          dispatch({ type: 'typed', fieldname, value })
          refuse(error)
        }
      })
      last.current = saved
      return saved
    },
    [now, dispatch, store, refuse],
  )

  return {
    saveField,
    /** Resolves when the last save has ended. */
    ended: () => last.current,
    /** True if a field was saved since `forget`. */
    hasSaved: () => hasSaved.current,
    forget: () => {
      hasSaved.current = false
    },
  }
}

const asIs = (_fieldname: string, value: unknown) => value

export type FieldSaves = ReturnType<typeof useFieldSaves>
