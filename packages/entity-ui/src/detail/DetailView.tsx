import { type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { addIcons, notify, recordIcons, usePreparation, useShortcut } from '@tavla/ui'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { DetailHead } from './DetailHead.tsx'
import { DetailState } from './DetailState.tsx'
import type { DetailViewProps } from './detail-view-props.ts'
import { FormActions } from './FormActions.tsx'
import { FieldHeightsContext } from './field-heights.ts'
import { RecordBars } from './RecordBars.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import { RecordLayout } from './RecordLayout.tsx'
import { RecordSteps } from './RecordSteps.tsx'
import { type RecordWindow, RecordWindows } from './RecordWindows.tsx'
import { recordRights } from './record-rights.ts'
import { useArrivals } from './useArrivals.ts'
import { useBeginning } from './useBeginning.ts'
import { useDetailTabs } from './useDetailTabs.ts'
import { useFormFocus } from './useFormFocus.ts'
import { type FormTab, formTabsOf, useFormTabs } from './useFormTabs.tsx'
import { useRecordFate } from './useRecordFate.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useRecordMeta } from './useRecordMeta.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'
import { whenRead } from './when-read.ts'
import './detail.css'

addIcons(recordIcons)

/**
 * One record: rendered from meta, edited in place, followed live (reference: screens, Detail form;
 * live-events, In the client).
 */
export function DetailView(props: DetailViewProps) {
  // A draft belongs to one record: another id mounts a new component.
  return <RecordDetail key={`${props.entity}\n${props.id}`} {...props} />
}

function RecordDetail({ entity, id, navigation, ...parts }: DetailViewProps) {
  const { onLeave, onClose, onStep, onRenamed, onDirtyChange, onDraftWaiting, takesFocus = false } = navigation
  const { t } = useI18n()
  const { session, onError } = useEnvironment()
  const [state, store] = useEntity(entity)
  const form = useRecordForm(state, store, onError, { id, kind: parts.draftKind ?? 'edit' }, parts.confirmSave)
  const [openWindow, setOpenWindow] = useState<RecordWindow | null>(null)
  const [isRemoved, setRemoved] = useState(false)
  const [titles] = useState(() => new Map<string, string>())
  const root = useRef<HTMLDivElement>(null)
  const { meta, activeEntity: record, activeStatus, viewers, notice } = state
  const { error: metaError, reload: reloadMeta } = useRecordMeta(store)
  const { isEditing } = form
  const saveField = isEditing ? form.saveField : undefined
  const fieldForm = useMemo<FieldForm>(
    () => ({ entity, id, meta, saveField, titles }),
    [entity, id, meta, saveField, titles],
  )

  // Before the first paint, so that the list's values are shown at once.
  useLayoutEffect(() => store.openRecord(id), [store, id])
  useRecordFate({ id, state, isRemoved, form, onLeave, onRenamed })
  useUnsavedGuard({ isDirty: form.isDirty, draft: form.formDraft, onDirtyChange, onDraftWaiting })
  useArrivals(root, notice, form)
  usePreparation(() => whenRead(store))
  const rights = meta && record ? recordRights(meta, record, session.user) : null
  const forms = formTabsOf(meta, parts.Form !== undefined)
  const detailTabs = useDetailTabs({
    ...{ entity, id, parts, navigation, state },
    canWrite: rights?.canWrite === true,
    forms: forms.map((tab) => tab.id),
  })
  const { tabs, showDetails } = detailTabs
  const beginning = useBeginning(root, form, showDetails)
  const formTabs = useFormTabs({ tabs: forms, meta, form, current: detailTabs.current, select: detailTabs.select })
  useFormFocus(root, isEditing, form.refusals, beginning.field)
  const save = () => {
    // The details show the errors beside their fields.
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
    return <DetailState id={id} state={state} store={store} metaError={metaError} onRetry={retry} onLeave={onLeave} />
  }

  const isReady = activeStatus === 'ready'
  const { values } = form
  const onEdit = rights.canEdit && isReady ? beginning.begin : undefined
  const details = ({ name }: FormTab) => (
    <RecordDetails {...{ form, values, meta, record, onEdit, parts }} status={activeStatus} tab={name} />
  )
  const top = (
    <DetailHead
      meta={meta}
      record={record}
      viewers={viewers}
      takesFocus={takesFocus}
      tellsFacts={!parts.Form}
      isUnsaved={form.isDirty || form.formDraft.waitingSince !== null}
    >
      <FormActions
        form={form}
        isReady={isReady}
        rights={{
          ...rights,
          canRename: rights.canRename && onRenamed !== undefined,
          canDelete: rights.canDelete && parts.deletion !== null,
        }}
        deleteLabel={parts.deletion?.label}
        onEdit={beginning.begin}
        onRename={() => setOpenWindow('rename')}
        onDelete={() => setOpenWindow('delete')}
        onSave={save}
        onClose={onClose}
      >
        {onStep && <RecordSteps entity={entity} id={id} onStep={onStep} />}
        {parts.actions}
      </FormActions>
    </DetailHead>
  )

  return (
    <FieldFormContext value={fieldForm}>
      <FieldHeightsContext value={beginning.heights}>
        <div ref={root} className="record-detail" {...beginning.keys}>
          <RecordLayout
            label={t(entity)}
            top={top}
            forms={formTabs(details)}
            tabs={tabs}
            chosen={detailTabs.current}
            onSelect={detailTabs.select}
            bars={<RecordBars state={state} store={store} form={form} canEdit={isReady && rights.canEdit} />}
          />
          <RecordWindows
            {...{ id, store, meta, form, onRenamed }}
            {...(parts.Confirm && { Confirm: parts.Confirm })}
            open={openWindow}
            onClose={() => setOpenWindow(null)}
            onRemoved={() => {
              if (parts.deletion) notify(t(parts.deletion.done))
              setRemoved(true)
            }}
          />
        </div>
      </FieldHeightsContext>
    </FieldFormContext>
  )
}

/** The list's values are hidden when the record itself is refused. */
const isUseless = (status: string) => status === 'denied' || status === 'missing'
