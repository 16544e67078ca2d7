import type { SkippedRecord } from '@tavla/contract'
import { Text, useI18n } from '@tavla/i18n/react'
import { ConfirmDialog, ErrorDialog } from '@tavla/ui'
import { undoNow } from './undo-flow.ts'
import { showUndoWindow, type UndoWindowState } from './undo-window.ts'
import './undo-window.css'

/** Asks before an operation over several records is taken back, or says what was left (reference: screens, Undo). */
export default function UndoWindow({ state }: { state: UndoWindowState }) {
  const { t } = useI18n()
  const { kind, operation, answer } = state
  const close = () => showUndoWindow(null)
  if (kind === 'outcome') {
    const message = <Left skipped={answer.skipped} />
    return (
      <ErrorDialog
        tone="notice"
        title={<Text source="Undone. Records: {0}" args={[answer.undone]} />}
        message={message}
        onClose={close}
      />
    )
  }
  const confirm = () => {
    close()
    void undoNow(t, operation)
  }
  return (
    <ConfirmDialog
      message={<Text source="Undo this for {0} records?" args={[answer.undone]} />}
      confirmLabel={<Text source={answer.kind === 'Undo' ? 'Undo' : 'Redo'} />}
      canConfirm={answer.undone > 0}
      startsOnConfirm
      onConfirm={confirm}
      onCancel={close}
    >
      {answer.skipped.length > 0 && <Left skipped={answer.skipped} />}
    </ConfirmDialog>
  )
}

/** The records that stay as they are, each with the reason. */
function Left({ skipped }: { skipped: readonly SkippedRecord[] }) {
  const named = skipped.filter((one) => 'entity' in one)
  const hidden = skipped.reduce((sum, one) => sum + ('hidden' in one ? one.hidden : 0), 0)
  return (
    <span className="undo-left">
      <span className="undo-left-count">
        <Text source="Not undone: {0}" args={[named.length + hidden]} />
      </span>
      {named.map((one) => (
        <span key={`${one.entity} ${one.id} ${one.reason}`} className="undo-left-record">
          <bdi>{one.title}</bdi>
          <span dir="auto">{one.message}</span>
        </span>
      ))}
    </span>
  )
}
