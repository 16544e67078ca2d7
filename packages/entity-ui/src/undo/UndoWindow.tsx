import type { ApiError } from '@tavla/client'
import type { SkippedRecord, UndoAnswer } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { ConfirmDialog, ErrorDialog } from '@tavla/ui'
import { LossList } from '../losses/LossList.tsx'
import { useMomentText } from '../record-tabs/useMomentText.ts'
import { carryOut } from './undo-flow.ts'
import { type LeftOut, showUndoWindow, type UndoWindowState } from './undo-window.ts'
import './undo-window.css'

/**
 * Asks before an operation over several records is taken back, or says what was left (reference: screens, Undo; screens,
 * Trash).
 */
export default function UndoWindow({ state }: { state: UndoWindowState }) {
  const { t } = useI18n()
  const close = () => showUndoWindow(null)
  if (state.kind === 'restored') {
    return (
      <ErrorDialog
        tone="notice"
        title={<Text source="{0} was restored." args={[state.title]} />}
        message={<Left source="Not restored: {0}" count={state.lost.length} left={state.lost} />}
        onClose={close}
      />
    )
  }
  if (state.kind === 'refused') {
    const { error, retry } = state
    if (retry) return <Unanswered error={error} onRetry={retry} onClose={close} />
    return <ErrorDialog title={error.title} message={<ErrorMessage error={error} />} onClose={close} />
  }
  const { kind, operation, answer, onDone } = state
  // Where nothing can be undone, there is nothing to ask.
  if (kind === 'outcome' || answer.undone === 0) return <Outcome answer={answer} onClose={close} />
  const { losses = [] } = answer
  const confirm = () => {
    close()
    void carryOut(t, operation, { isLossConfirmed: losses.length > 0, onDone })
  }
  return (
    <ConfirmDialog
      message={answer.count === 1 ? <Text source="Undo this change?" /> : <Question undone={answer.undone} />}
      // The notice afterwards offers Redo.
      reversal={null}
      confirmLabel={<Text source={answer.kind === 'Undo' ? 'Undo' : 'Redo'} />}
      isDangerous={losses.length > 0}
      startsOnConfirm
      onConfirm={confirm}
      onCancel={close}
    >
      {losses.length > 0 && <LossList losses={losses} />}
      {answer.skipped.length > 0 && <Skipped skipped={answer.skipped} />}
    </ConfirmDialog>
  )
}

function Question({ undone }: { undone: number }) {
  if (undone === 1) return <Text source="Undo this for one record?" />
  return <Text source="Undo this for {0} records?" args={[undone]} />
}

interface UnansweredProps {
  error: ApiError
  onRetry: () => void
  onClose: () => void
}

/** Offers to send an undo again that got no answer, perhaps after the server had done it. */
function Unanswered({ error, onRetry, onClose }: UnansweredProps) {
  const retry = () => {
    onClose()
    onRetry()
  }
  return (
    <ConfirmDialog
      message={<ErrorMessage error={error} />}
      reversal={null}
      confirmLabel={<Text source="Retry" />}
      onConfirm={retry}
      onCancel={onClose}
    />
  )
}

/** Says how many records were taken back, and names those that stay as they are. */
function Outcome({ answer: { undone, skipped }, onClose }: { answer: UndoAnswer; onClose: () => void }) {
  const source = undone > 0 ? 'Undone. Records: {0}' : skipped.length > 0 ? 'Not undone: {0}' : 'Nothing was changed'
  return (
    <ErrorDialog
      tone="notice"
      title={<Text source={source} args={[undone > 0 ? undone : countOf(skipped)]} />}
      message={<Skipped skipped={skipped} isCounted={undone > 0} />}
      onClose={onClose}
    />
  )
}

const countOf = (skipped: readonly SkippedRecord[]) =>
  skipped.reduce((sum, one) => sum + ('hidden' in one ? one.hidden : 1), 0)

/** The records that stay as they are, each with the reason, below their number unless the title says it. */
function Skipped({ skipped, isCounted = true }: { skipped: readonly SkippedRecord[]; isCounted?: boolean }) {
  const named = skipped.filter((one) => 'entity' in one)
  const left = named.map(({ title, message, at }) => ({ name: title, message, at }))
  return <Left source="Not undone: {0}" count={isCounted ? countOf(skipped) : null} left={left} />
}

interface LeftProps {
  /** English source text. */
  source: string
  /** Null where it is said already. */
  count: number | null
  left: readonly LeftOut[]
}

function Left({ source, count, left }: LeftProps) {
  const moment = useMomentText()
  return (
    <span className="undo-left">
      {count !== null && (
        <span className="undo-left-count">
          <Text source={source} args={[count]} />
        </span>
      )}
      {left.map(({ name, message, at }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <span key={index} className="undo-left-record">
          <bdi>{name}</bdi>
          <span dir="auto">
            {message} {at !== undefined && <bdi className="undo-left-time">{moment(at)}</bdi>}
          </span>
        </span>
      ))}
    </span>
  )
}
