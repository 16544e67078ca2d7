import { FieldFormContext } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { DetailLayout, notify, type Tab, Tabs, useShortcut } from '@tavla/ui'
import { type ComponentType, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { ConfirmDelete, type ConfirmDeleteProps } from './ConfirmDelete.tsx'
import { DetailHead } from './DetailHead.tsx'
import { DetailState } from './DetailState.tsx'
import { FormActions } from './FormActions.tsx'
import { RecordFields } from './RecordFields.tsx'
import { RecordNotices } from './RecordNotices.tsx'
import { recordRights } from './record-rights.ts'
import { SystemFields } from './SystemFields.tsx'
import { useFormFocus } from './useFormFocus.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'
import './detail.css'

export interface DetailViewProps {
  entity: string
  id: string
  /** The record is gone, deleted here or by somebody else: the app leaves its route. */
  onLeave: () => void
  onRenamed?: (id: string) => void
  /** Tells the app's router whether leaving would lose something; it then asks with `ConfirmLeave`. */
  onDirtyChange?: (isDirty: boolean) => void
  /** Further tabs after Details. */
  tabs?: readonly Tab[]
  /** Further actions, beside Edit. */
  actions?: ReactNode
  /** What stands above the fields. */
  intro?: ReactNode
  /** Asks before the record is deleted, where more than a press is wanted. */
  Confirm?: ComponentType<ConfirmDeleteProps>
  /** Columns of the field grid where there is room (spec 2.10: 4). */
  columns?: number
}

/** One record: drawn from meta, edited in place, followed live (spec 2.10, contract 4.4). */
export function DetailView(props: DetailViewProps) {
  // A draft belongs to one record: another id begins anew.
  return <RecordDetail key={`${props.entity}\n${props.id}`} {...props} />
}

function RecordDetail(props: DetailViewProps) {
  const { entity, id, onLeave, onRenamed, onDirtyChange, tabs = [], actions, intro, columns } = props
  const { Confirm = ConfirmDelete } = props
  const { t } = useI18n()
  const { session, onError } = useEnvironment()
  const [state, store] = useEntity(entity)
  const form = useRecordForm(state, store, onError)
  const [isDeleting, setDeleting] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const [titles] = useState(() => new Map<string, string>())
  const root = useRef<HTMLDivElement>(null)
  const { meta, activeEntity: record, activeStatus, viewers, notice } = state
  const { isEditing, isSaving, isDirty } = form

  // Before the first paint, so that the row the list knows is there at once.
  useLayoutEffect(() => store.openRecord(id), [store, id])
  useEffect(() => {
    // Why meta can't be read is seen by the record, which can't be read either.
    store.loadMeta().catch(() => undefined)
  }, [store])

  const isGone = isRemoved || notice?.kind === 'deleted'
  useEffect(() => {
    if (!isGone) return
    // The draft goes first, or the router would ask about it.
    if (isEditing) return form.abandon()
    if (!isRemoved) notify(t('This record was deleted.'))
    onLeave()
  })
  useEffect(() => {
    if (notice?.kind === 'renamed' && notice.newId) onRenamed?.(notice.newId)
  }, [notice, onRenamed])

  useUnsavedGuard(isDirty, onDirtyChange)
  useFormFocus(root, isEditing, form.errors)
  useShortcut('Mod+S', () => void form.save(), { isEnabled: isEditing, label: t('Save') })
  useShortcut('Escape', form.leave, { isEnabled: isEditing, label: t('Close') })

  if (!meta || !record || !form.values || state.activeId !== id || isUseless(activeStatus)) {
    return <DetailState state={state} onRetry={() => void form.reload()} />
  }

  const rights = recordRights(meta, record, session.user)
  const handleDelete = async () => {
    const isDone = await form.remove()
    setDeleting(false)
    setRemoved(isDone)
  }

  const details = (
    <div className="record-form" data-loading={activeStatus === 'loading' || undefined}>
      <RecordNotices viewers={viewers} changedBy={form.changedBy} onReload={() => void form.reload()} />
      {intro}
      <RecordFields
        meta={meta}
        values={form.values}
        errors={form.errors}
        onChange={form.change}
        readOnly={!isEditing}
        {...(columns !== undefined && { columns })}
      />
      <SystemFields record={record} />
    </div>
  )

  const top = (
    <DetailHead meta={meta} record={record} viewers={viewers}>
      <FormActions
        isEditing={isEditing}
        isSaving={isSaving}
        canEdit={rights.canEdit && activeStatus === 'ready'}
        canDelete={rights.canDelete}
        onEdit={form.begin}
        onDelete={() => setDeleting(true)}
        onSave={() => void form.save()}
        onClose={form.leave}
      >
        {actions}
      </FormActions>
    </DetailHead>
  )

  const saveField = isEditing ? form.saveField : undefined
  return (
    <FieldFormContext value={{ entity, id, meta, saveField, titles }}>
      <div ref={root} className="record-detail">
        <DetailLayout top={top}>
          {tabs.length === 0 ? (
            details
          ) : (
            <Tabs
              label={t(entity)}
              tabs={[{ id: 'details', label: <Text source="Details" />, content: details }, ...tabs]}
            />
          )}
        </DetailLayout>
        {isDeleting && (
          <Confirm
            id={id}
            isPending={isSaving}
            onConfirm={() => void handleDelete()}
            onCancel={() => setDeleting(false)}
          />
        )}
      </div>
    </FieldFormContext>
  )
}

/** What the list knew of a record is nothing to show once the record itself is refused. */
const isUseless = (status: string) => status === 'denied' || status === 'missing' || status === 'failed'
