import { type ApiError, toApiError } from '@tavla/client'
import type { EntityRecord, UndoAnswer } from '@tavla/contract'
import { LossList, useEntity, useEnvironment, useReading } from '@tavla/entity-ui'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { Button, Dialog, FormFoot, Icon, notify, Skeleton } from '@tavla/ui'
import { useState } from 'react'
import { SkippedList } from './SkippedList.tsx'

/** Takes the open operation back, after a window that says for how many records; or says why it cannot be. */
export function UndoOperation() {
  const [{ activeEntity: operation }] = useEntity('Operation Log')
  const [isOpen, setOpen] = useState(false)
  if (!operation) return null
  const label = operation.kind === 'Undo' ? 'Redo' : 'Undo'
  return (
    <>
      {operation.can_undo === 1 && (
        <Button
          icon={<Icon name={operation.kind === 'Undo' ? 'redo' : 'undo'} size="small" />}
          onClick={() => setOpen(true)}
        >
          <Text source={label} />
        </Button>
      )}
      {typeof operation.undo_reason === 'string' && <span className="operation-hidden">{operation.undo_reason}</span>}
      {isOpen && <UndoWindow operation={operation} label={label} onClose={() => setOpen(false)} />}
    </>
  )
}

interface UndoWindowProps {
  operation: EntityRecord
  /** English source text. */
  label: string
  onClose: () => void
}

function UndoWindow({ operation, label, onClose }: UndoWindowProps) {
  const { t } = useI18n()
  const { client } = useEnvironment()
  const [, store] = useEntity('Operation Log')
  const undo = (mode: { dry_run: 1 } | { confirm_data_loss: 0 | 1 }) =>
    client.entities.runAction<UndoAnswer>('Operation Log', operation.id, 'undo', mode)
  const { value: plan, error: refusal } = useReading(operation.id, () => undo({ dry_run: 1 }))
  const [outcome, setOutcome] = useState<UndoAnswer>()
  const [error, setError] = useState<ApiError>()
  const [isPending, setPending] = useState(false)
  const shown = outcome ?? plan
  const failure = error ?? refusal

  const submit = async () => {
    if (isPending || !plan || plan.undone === 0) return
    if (outcome) return onClose()
    setPending(true)
    try {
      const done = await undo({ confirm_data_loss: plan.losses ? 1 : 0 })
      notify(t('Undone. Records: {0}', [done.undone]))
      void store.reload()
      void store.reloadRecord()
      if (done.skipped.length === 0) return onClose()
      setOutcome(done)
    } catch (problem) {
      setError(toApiError(problem))
    }
    setPending(false)
  }

  return (
    <Dialog
      title={<Text source={label} />}
      size="small"
      hasSubmitKeys
      onClose={onClose}
      onSubmit={() => void submit()}
      footer={
        outcome ? (
          <Button variant="primary" onClick={onClose}>
            <Text source="Close" />
          </Button>
        ) : (
          <FormFoot onCancel={onClose} isPending={isPending}>
            <Text source={label} />
          </FormFoot>
        )
      }
    >
      <div className="undo-window">
        {!shown && !failure && <Skeleton shape="rows" lines={2} label={t('Loading…')} />}
        {shown && (
          <p>
            <Text source={outcome ? 'Undone. Records: {0}' : 'Undo this for {0} records?'} args={[shown.undone]} />
          </p>
        )}
        {shown?.losses && <LossList losses={shown.losses} />}
        {shown && shown.skipped.length > 0 && <SkippedList skipped={shown.skipped} />}
        {failure && (
          <p className="tab-failed" role="alert">
            <ErrorMessage error={failure} />
          </p>
        )}
      </div>
    </Dialog>
  )
}
