import type { EntityRecord, Meta } from '@tavla/contract'
import { type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { DetailLayout, lazyPart, type Tab, Tabs, usePreparation, useShortcut } from '@tavla/ui'
import { type ComponentType, type ReactNode, Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { ConfirmDelete, type ConfirmDeleteProps } from './ConfirmDelete.tsx'
import { DetailHead } from './DetailHead.tsx'
import { DetailState } from './DetailState.tsx'
import { FormActions } from './FormActions.tsx'
import { RecordBars } from './RecordBars.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import { recordRights } from './record-rights.ts'
import { useDetailTabs } from './useDetailTabs.ts'
import { useFormFocus } from './useFormFocus.ts'
import { useRecordFate } from './useRecordFate.ts'
import { type ConfirmSave, useRecordForm } from './useRecordForm.ts'
import { useRecordMeta } from './useRecordMeta.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'
import { whenRead } from './when-read.ts'
import './detail.css'

const RenameWindow = lazyPart(() => import('./RenameWindow.tsx'), 'window')

export interface DetailViewProps {
  entity: string
  id: string
  /** The record is gone, deleted here or by somebody else: the app leaves its route. */
  onLeave: () => void
  onRenamed?: (id: string) => void
  /** Tells the app's router whether leaving would lose something; it then asks with `ConfirmLeave`. */
  onDirtyChange?: (isDirty: boolean) => void
  /** The tabs that every record of the staff app has: communication, files, history (reference: screens, Areas). */
  hasRecordTabs?: boolean
  /** Further tabs after those. */
  tabs?: readonly Tab[]
  /** Id of the tab that the address names, and told when another one is chosen. */
  tab?: string | undefined
  onTabChange?: (id: string) => void
  /** Whoever came here from another place of the app, and has lost the focus on the way, finds it on the title. */
  takesFocus?: boolean
  /** Further actions, beside Edit. */
  actions?: ReactNode
  /** What stands above the fields. */
  intro?: ReactNode
  /** Names of the fields that the intro shows, so that they do not stand below once more. */
  introFields?: readonly string[]
  /** Draws the record in place of its fields' grid, where metadata can't say enough. */
  Form?: ComponentType<RecordFormProps>
  /** Asked before each save of the form. */
  confirmSave?: ConfirmSave
  /** Asks before the record is deleted, where more than a press is wanted. */
  Confirm?: ComponentType<ConfirmDeleteProps>
  /** Columns of the field grid where there is room (reference: screens, Detail form). */
  columns?: number
}

export interface RecordFormProps {
  meta: Meta
  /** The stored record. */
  record: EntityRecord
  /** The draft over it. */
  values: EntityRecord
  /** Messages by fieldname, and how often a save was refused. */
  errors: Readonly<Record<string, string>>
  refusals: number
  /** The same function at each drawing. */
  onChange: (fieldname: string, value: unknown) => void
  readOnly: boolean
  /** Begins to edit, where the person may. */
  onEdit: (() => void) | undefined
}

/**
 * One record: drawn from meta, edited in place, followed live
 * (reference: screens, Detail form; live-events, In the client).
 */
export function DetailView(props: DetailViewProps) {
  // A draft belongs to one record: another id begins anew.
  return <RecordDetail key={`${props.entity}\n${props.id}`} {...props} />
}

function RecordDetail(props: DetailViewProps) {
  const { entity, id, onLeave, onRenamed, onDirtyChange, actions, Form, confirmSave } = props
  const { Confirm = ConfirmDelete, takesFocus = false } = props
  const { t } = useI18n()
  const { session, onError } = useEnvironment()
  const [state, store] = useEntity(entity)
  const form = useRecordForm(state, store, onError, confirmSave)
  const [isDeleting, setDeleting] = useState(false)
  const [isRemoved, setRemoved] = useState(false)
  const [titles] = useState(() => new Map<string, string>())
  const root = useRef<HTMLDivElement>(null)
  const { meta, activeEntity: record, activeStatus, viewers, notice } = state
  const [isRenaming, setRenaming] = useState(false)
  const { error: metaError, reload: reloadMeta } = useRecordMeta(store)
  const { isEditing, isSaving, isDirty } = form
  const saveField = isEditing ? form.saveField : undefined
  const fieldForm = useMemo<FieldForm>(
    () => ({ entity, id, meta, saveField, titles }),
    [entity, id, meta, saveField, titles],
  )

  // Before the first paint, so that the row the list knows is there at once.
  useLayoutEffect(() => store.openRecord(id), [store, id])
  useRecordFate({ notice, isRemoved, form, onLeave, onRenamed })

  useUnsavedGuard(isDirty, onDirtyChange)
  useFormFocus(root, isEditing, form.refusals)
  const rights = meta && record ? recordRights(meta, record, session.user) : null
  usePreparation(() => whenRead(store))
  const { tabs, current, select, showDetails } = useDetailTabs(props, state, rights?.canWrite === true)
  const save = () => {
    // What is refused is told beside the fields.
    showDetails()
    void form.save()
  }
  useShortcut('Mod+S', save, { isEnabled: isEditing, label: t('Save') })
  useShortcut('Escape', form.leave, { isEnabled: isEditing, label: t('Close') })

  if (!meta || !record || !rights || !form.values || state.activeId !== id || isUseless(activeStatus)) {
    const retry = () => {
      if (metaError) reloadMeta()
      if (activeStatus !== 'ready') void form.reload()
    }
    return <DetailState state={state} metaError={metaError} onRetry={retry} onLeave={onLeave} />
  }

  const handleDelete = async (query?: Readonly<Record<string, unknown>>) => {
    const isDone = await form.remove(query)
    setDeleting(false)
    setRemoved(isDone)
  }

  const details = (
    <RecordDetails
      form={form}
      values={form.values}
      meta={meta}
      record={record}
      status={activeStatus}
      onEdit={rights.canEdit && activeStatus === 'ready' ? form.begin : undefined}
      parts={props}
    />
  )

  const top = (
    <DetailHead meta={meta} record={record} viewers={viewers} takesFocus={takesFocus}>
      <FormActions
        isEditing={isEditing}
        isSaving={isSaving}
        isReady={activeStatus === 'ready'}
        canEdit={rights.canEdit}
        canDelete={rights.canDelete}
        canRename={rights.canRename && onRenamed !== undefined}
        onEdit={() => {
          showDetails()
          form.begin()
        }}
        onRename={() => setRenaming(true)}
        onDelete={() => setDeleting(true)}
        onSave={save}
        onClose={form.leave}
      >
        {actions}
      </FormActions>
    </DetailHead>
  )

  return (
    <FieldFormContext value={fieldForm}>
      <div ref={root} className="record-detail">
        <DetailLayout top={top} isStop={tabs.length === 0 && !isEditing && !Form}>
          {tabs.length === 0 ? (
            details
          ) : (
            <Tabs
              label={t(entity)}
              active={current}
              onSelect={select}
              tabs={[{ id: 'details', label: <Text source="Details" />, content: details, isKept: isEditing }, ...tabs]}
            />
          )}
        </DetailLayout>
        <RecordBars state={state} changedBy={form.changedBy} onReload={() => void form.reload()} />
        {isRenaming && (
          <Suspense fallback={null}>
            <RenameWindow
              id={id}
              store={store}
              onRenamed={(newId) => onRenamed?.(newId)}
              onClose={() => setRenaming(false)}
            />
          </Suspense>
        )}
        {isDeleting && (
          <Confirm
            id={id}
            isPending={isSaving}
            onConfirm={(query) => void handleDelete(query)}
            onCancel={() => setDeleting(false)}
          />
        )}
      </div>
    </FieldFormContext>
  )
}

/** What the list knew of a record is nothing to show once the record itself is refused. */
const isUseless = (status: string) => status === 'denied' || status === 'missing'
