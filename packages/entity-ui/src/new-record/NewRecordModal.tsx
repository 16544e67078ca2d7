import type { EntityRecord } from '@tavla/contract'
import { DrawnRowsContext } from '@tavla/fields/rows'
import { FieldErrorsContext, type FieldForm, FieldFormContext, linkKey } from '@tavla/fields/ui'
import { Text, useI18n } from '@tavla/i18n/react'
import { Dialog, FormFoot, Skeleton } from '@tavla/ui'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { FieldGrid } from '../detail/FieldGrid.tsx'
import { useRecordMeta } from '../detail/useRecordMeta.ts'
import type { KeptWork } from '../drafts/draft-keeper.ts'
import { useWindowDraft } from '../drafts/useWindowDraft.ts'
import { WaitingBar } from '../drafts/WaitingBar.tsx'
import { useEntity } from '../environment.ts'
import type { NewRecordOptions } from './draft-values.ts'
import { MetaFailed } from './MetaFailed.tsx'
import { useNewRecord } from './useNewRecord.ts'

export interface NewRecordModalProps extends NewRecordOptions {
  entity: string
  /** Called on Escape, the cross or Cancel; the draft is discarded. */
  onClose: () => void
  onCreated: (record: EntityRecord) => void
  /** Stands above the fields. */
  note?: ReactNode
  /** Opens the window again, after its closing was undone. */
  onReopen?: (() => void) | undefined
  /** Tells the app whether leaving would lose values, and what the browser keeps of them. */
  onDirtyChange?: ((isDirty: boolean, kept?: KeptWork) => void) | undefined
}

/**
 * Creates a record from its required and listed fields (reference: screens, New record). Ctrl/Cmd+Enter and
 * Ctrl/Cmd+S submit.
 */
export function NewRecordModal(props: NewRecordModalProps) {
  const { entity, note, onClose, onCreated, onReopen, onDirtyChange, ...wish } = props
  const { t } = useI18n()
  const [{ meta, newEntity: typed }, store] = useEntity(entity)
  const forgetDraft = useRef<() => void>(undefined)
  const finish = (record: EntityRecord) => {
    forgetDraft.current?.()
    onDirtyChange?.(false)
    onCreated(record)
  }
  const { set: given = untouched } = wish
  // The caller may make the values anew with each rendering.
  const [begun] = useState(given)
  const moreFields = useMemo(() => [...(wish.moreFields ?? []), ...Object.keys(begun)], [wish.moreFields, begun])
  const [titles] = useState(() => new Map((wish.titles ?? []).map(([of, id, title]) => [linkKey(of, id), title])))
  const form = useNewRecord(entity, finish, { ...wish, moreFields }, titles)
  const { fields, values, errors, message, isSaving, fetcher, submit, change: set } = form
  useEffect(() => {
    for (const [fieldname, value] of Object.entries(begun)) store.setDraft(fieldname, value)
    return store.clearDraft
  }, [store, begun])
  useEffect(() => fetcher?.beginWith(begun), [fetcher, begun])
  // The app may have filled in a value by itself, which is no draft.
  const [isTouched, setTouched] = useState(false)
  const change = useCallback(
    (fieldname: string, value: unknown) => {
      setTouched(true)
      set(fieldname, value)
    },
    [set],
  )
  const draft = useWindowDraft({
    ...{ kind: 'new', entity, id: '', values: isTouched ? typed : untouched, onReopen },
    form: { fields, links: meta?.links ?? none },
    onContinue: (kept) => {
      for (const [fieldname, value] of Object.entries(kept)) change(fieldname, value)
    },
  })
  useEffect(() => {
    forgetDraft.current = draft.done
  })
  const close = () => {
    draft.forget()
    onClose()
  }
  const isDirty = isTouched && Object.keys(typed).length > 0
  const { kept } = draft
  useEffect(() => onDirtyChange?.(isDirty, kept), [onDirtyChange, isDirty, kept])
  const metaReading = useRecordMeta(store)
  const fieldForm = useMemo<FieldForm>(() => ({ entity, id: null, meta, titles }), [entity, meta, titles])

  return (
    <Dialog
      title={<Text source="New {0}" args={[{ translate: entity, context: entity }]} />}
      size={fields.length > 4 ? 'large' : 'medium'}
      onClose={close}
      onSubmit={() => void submit()}
      hasSubmitKeys
      footer={
        <FormFoot onCancel={close} isPending={isSaving} canSubmit={Boolean(meta) && !form.isDrawnLater}>
          <Text source="Create" />
        </FormFoot>
      }
    >
      {meta && draft.waitingSince !== null && (
        <WaitingBar since={draft.waitingSince} onContinue={draft.resume} onDiscard={draft.discardWaiting} />
      )}
      {note && <p className="field-help new-record-note">{note}</p>}
      {message !== null && (
        <p className="field-error new-record-message" role="alert" dir="auto">
          {message}
        </p>
      )}
      {meta && !form.isDrawnLater ? (
        <FieldFormContext value={fieldForm}>
          <FieldErrorsContext value={errors}>
            <DrawnRowsContext value={form.rows ?? noRows}>
              <FieldGrid
                fields={fields}
                values={values}
                errors={errors}
                columns={2}
                autoFocus={fields[0]?.fieldname}
                onChange={change}
              />
            </DrawnRowsContext>
          </FieldErrorsContext>
        </FieldFormContext>
      ) : metaReading.error ? (
        <MetaFailed error={metaReading.error} isReading={metaReading.isReading} onRetry={metaReading.reload} />
      ) : (
        <Skeleton shape="form" label={t('Loading…')} />
      )}
    </Dialog>
  )
}

const none: never[] = []
const noRows = new Map<string, never>()
const untouched = {}
