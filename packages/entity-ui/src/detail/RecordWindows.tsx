import type { EntityStore } from '@tavla/client'
import type { Meta } from '@tavla/contract'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'
import { ConfirmDelete } from './ConfirmDelete.tsx'
import { ConflictWindow } from './conflict/lazy.ts'
import type { RecordParts } from './detail-view-props.ts'
import type { RecordForm } from './useRecordForm.ts'

const RenameWindow = lazyPart(() => import('./RenameWindow.tsx'), 'window')

/** The windows that a record's actions open. */
export type RecordWindow = 'rename' | 'delete'

interface RecordWindowsProps extends Pick<RecordParts, 'Confirm'> {
  id: string
  store: EntityStore
  meta: Meta
  form: Pick<RecordForm, 'isSaving' | 'remove' | 'conflict' | 'draft' | 'mergeFields' | 'resolve' | 'closeConflict'>
  open: RecordWindow | null
  onClose: () => void
  onRenamed: ((newId: string) => void) | undefined
  onRemoved: () => void
}

/** Asks for the new id of a record, whether to delete it, or what stays of two changes, and does so. */
export function RecordWindows(props: RecordWindowsProps) {
  const { id, store, meta, form, open, onClose, onRenamed, onRemoved, Confirm = ConfirmDelete } = props
  if (form.conflict) {
    return (
      <Suspense fallback={null}>
        <ConflictWindow
          conflict={form.conflict}
          meta={meta}
          mergeFields={form.mergeFields}
          draft={form.draft}
          isSaving={form.isSaving}
          onSave={(choose) => void form.resolve(choose)}
          onCancel={form.closeConflict}
        />
      </Suspense>
    )
  }
  if (open === 'rename') {
    return (
      <Suspense fallback={null}>
        <RenameWindow id={id} store={store} onRenamed={(newId) => onRenamed?.(newId)} onClose={onClose} />
      </Suspense>
    )
  }
  if (open !== 'delete') return null
  const remove = async (query?: Readonly<Record<string, unknown>>) => {
    const isDone = await form.remove(query)
    onClose()
    if (isDone) onRemoved()
  }
  const confirm = { id, hasTrash: meta.doc_meta.has_trash, isPending: form.isSaving, onCancel: onClose }
  return <Confirm {...confirm} onConfirm={(query) => void remove(query)} />
}
