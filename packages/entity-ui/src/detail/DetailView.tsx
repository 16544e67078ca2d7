import { type FieldForm, FieldFormContext } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import { addIcons, IconButton, notify, recordIcons, useIsPhone, usePreparation, useShortcut } from '@tavla/ui'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useEntity, useEnvironment } from '../environment.ts'
import { useRelated } from '../record-tabs/related/useRelated.ts'
import { TransitionButtons } from '../transitions/TransitionButtons.tsx'
import { useTransitions } from '../transitions/useTransitions.tsx'
import { DetailHead } from './DetailHead.tsx'
import { DetailState } from './DetailState.tsx'
import type { DetailViewProps } from './detail-view-props.ts'
import { FormActions } from './FormActions.tsx'
import { FieldHeightsContext } from './field-heights.ts'
import { AddedStepsContext, createAddedSteps } from './head/MoreSteps.tsx'
import { useHeadSteps } from './head/useHeadSteps.tsx'
import { RecordBars } from './RecordBars.tsx'
import { RecordDetails } from './RecordDetails.tsx'
import { RecordLayout } from './RecordLayout.tsx'
import { RecordSteps } from './RecordSteps.tsx'
import { type RecordWindow, RecordWindows } from './RecordWindows.tsx'
import { recordRights } from './record-rights.ts'
import { useArrivals } from './useArrivals.ts'
import { useBeginning } from './useBeginning.ts'
import { useDetailTabs } from './useDetailTabs.ts'
import { useFirstRow } from './useFirstRow.ts'
import { useFormFocus } from './useFormFocus.ts'
import { type FormTab, formTabsOf, tabWith, useFormTabs } from './useFormTabs.tsx'
import { useRecordFate } from './useRecordFate.ts'
import { useRecordForm } from './useRecordForm.ts'
import { useRecordMeta } from './useRecordMeta.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'
import { whenRead } from './when-read.ts'
import './field-grid.css'
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
  const [titles] = useState(() => new Map<string, string>())
  const form = useRecordForm(state, store, onError, { id, kind: parts.draftKind ?? 'edit' }, titles, parts.confirmSave)
  const [openWindow, setOpenWindow] = useState<RecordWindow | null>(null)
  const [addedSteps] = useState(createAddedSteps)
  const [isRemoved, setRemoved] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const { meta, activeEntity: record, activeStatus, viewers, notice } = state
  const { error: metaError, reload: reloadMeta } = useRecordMeta(store)
  const { isEditing, valueNow } = form
  const saveField = isEditing ? form.saveField : undefined
  const fieldForm = useMemo<FieldForm>(
    () => ({ entity, id, meta, saveField, titles, valueNow }),
    [entity, id, meta, saveField, titles, valueNow],
  )

  // Before the first paint, so that the list's values are shown at once.
  useLayoutEffect(() => store.openRecord(id), [store, id])
  useRecordFate({ id, state, isRemoved, form, onLeave, onRenamed })
  useUnsavedGuard({ isDirty: form.isDirty, draft: form.formDraft, onDirtyChange, onDraftWaiting })
  useArrivals(root, notice, form)
  usePreparation(() => whenRead(store))
  const rights = form.meta && record ? recordRights(form.meta, record, session.user) : null
  const isPhone = useIsPhone()
  const around = useRelated(entity, id, parts.hasRecordTabs === true)
  const forms = formTabsOf(form.meta, parts.Form !== undefined)
  const detailTabs = useDetailTabs({
    ...{ entity, id, parts, navigation, state, isEditing },
    canWrite: rights?.canWrite === true,
    around,
    forms: forms.map((tab) => tab.id),
  })
  const { tabs, showDetails } = detailTabs
  const beginning = useBeginning(root, form, showDetails)
  const formTabs = useFormTabs({
    tabs: forms,
    meta: form.meta,
    form,
    current: detailTabs.current,
    select: detailTabs.select,
  })
  useFormFocus(root, isEditing, form.refusals, beginning.field)
  const isReady = activeStatus === 'ready' && !form.isDrawnLater
  useFirstRow({
    isNew: navigation.isNew === true && !parts.Form && state.activeId === id,
    meta: form.meta,
    canEdit: isReady && rights?.canEdit === true,
    begin: (table) => {
      detailTabs.select(tabWith(forms, form.meta, table))
      beginning.beginRow(table)
    },
    onBegun: navigation.onBegun,
  })
  const save = () => {
    // The details show the errors beside their fields.
    showDetails()
    void form.save()
  }
  const head = useHeadSteps({
    ...{ entity, id, meta, record, rights, isEditing, navigation },
    isShared: parts.hasRecordTabs === true && !parts.Form,
    ...{ isReady, deletion: parts.deletion, onWindow: setOpenWindow },
  })
  const transitions = useTransitions(store, meta, record)
  useShortcut('Mod+S', save, { isEnabled: isEditing, label: t('Save') })
  useShortcut('Escape', form.leave, { isEnabled: isEditing, label: t('Close') })

  if (!meta || !form.meta || !record || !rights || !form.values || state.activeId !== id || isUseless(activeStatus)) {
    const retry = () => {
      if (metaError) reloadMeta()
      if (activeStatus !== 'ready') void form.reload()
    }
    return <DetailState id={id} state={state} store={store} metaError={metaError} onRetry={retry} onLeave={onLeave} />
  }

  const { values, meta: shownMeta } = form
  const onEdit = rights.canEdit && isReady ? beginning.begin : undefined
  const details = ({ name }: FormTab) => (
    <RecordDetails {...{ form, values, meta: shownMeta, record, onEdit, parts }} status={activeStatus} tab={name} />
  )
  const buttons = (
    <FormActions
      form={form}
      isReady={isReady}
      rights={{ ...rights, canDelete: rights.canDelete && parts.deletion !== null }}
      deleteLabel={parts.deletion?.label}
      onEdit={beginning.begin}
      onDelete={() => setOpenWindow('delete')}
      onSave={save}
      isAtFoot={isPhone}
      transitions={isReady && rights.canWrite && <TransitionButtons {...{ meta, record, transitions }} />}
    >
      {parts.actions}
    </FormActions>
  )
  const top = (
    <DetailHead
      meta={meta}
      record={record}
      viewers={viewers}
      takesFocus={takesFocus}
      form={parts.Form ? null : { meta: shownMeta, values }}
      lastMessage={around.lastMessage}
      people={head.people}
      isUnsaved={form.isDirty || form.formDraft.waitingSince !== null}
    >
      <div className="form-actions">
        {onStep && !isEditing && <RecordSteps entity={entity} id={id} onStep={onStep} />}
        {head.menu}
        {!isPhone && buttons}
        {onClose && !isEditing && <IconButton icon="close" label={t('Back to the list')} onClick={onClose} />}
      </div>
    </DetailHead>
  )

  return (
    <FieldFormContext value={fieldForm}>
      <FieldHeightsContext value={beginning.heights}>
        <AddedStepsContext value={addedSteps}>
          <div ref={root} className="record-detail" {...beginning.keys}>
            <RecordLayout
              label={t(entity, undefined, entity)}
              top={top}
              forms={formTabs(details)}
              tabs={tabs}
              chosen={detailTabs.current}
              onSelect={detailTabs.select}
              bars={<RecordBars state={state} store={store} form={form} canEdit={isReady && rights.canEdit} />}
              foot={isPhone && buttons}
            />
            {head.windows}
            {transitions.window}
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
        </AddedStepsContext>
      </FieldHeightsContext>
    </FieldFormContext>
  )
}

/** The list's values are hidden when the record itself is refused. */
const isUseless = (status: string) => status === 'denied' || status === 'missing'
