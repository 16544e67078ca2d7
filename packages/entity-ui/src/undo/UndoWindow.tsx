import type { ApiError } from '@tavla/client'
import type { SkippedRecord, UndoAnswer } from '@tavla/contract'
import { ErrorMessage, Text, useI18n } from '@tavla/i18n/react'
import { ConfirmDialog, ErrorDialog } from '@tavla/ui'
import { LossList } from '../losses/LossList.tsx'
import { useMomentText } from '../record-tabs/useMomentText.ts'
import { carryOut } from './undo-run.ts'
import { type LeftOut, showUndoWindow, type UndoWindowState } from './undo-window.ts'
import { doneText } from './undo-words.ts'
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
      message={<Question answer={answer} />}
      // The notice afterwards offers Redo.
      reversal={null}
      confirmLabel={<Text source={answer.kind === 'Undo' ? 'Undo' : 'Redo'} />}
      isDangerous={losses.length > 0}
      startsOnConfirm
      onConfirm={confirm}
      onCancel={close}
    >
      {losses.length > 0 && <LossList losses={losses} />}
      {answer.skipped.length > 0 && <Skipped answer={answer} />}
    </ConfirmDialog>
  )
}

/** English source texts. */
const words = {
  Undo: {
    change: 'Undo this change?',
    one: 'Undo this for one record?',
    several: 'Undo this for {0} records?',
    left: 'Not undone: {0}',
  },
  Redo: {
    change: 'Redo this change?',
    one: 'Redo this for one record?',
    several: 'Redo this for {0} records?',
    left: 'Not done again: {0}',
  },
} as const

function Question({ answer: { kind, count, undone } }: { answer: UndoAnswer }) {
  const { change, one, several } = words[kind]
  if (count === 1) return <Text source={change} />
  return undone === 1 ? <Text source={one} /> : <Text source={several} args={[undone]} />
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
function Outcome({ answer, onClose }: { answer: UndoAnswer; onClose: () => void }) {
  const { kind, undone, skipped } = answer
  const source = undone > 0 ? doneText(kind) : skipped.length > 0 ? words[kind].left : 'Nothing was changed'
  return (
    <ErrorDialog
      tone="notice"
      title={<Text source={source} args={[undone > 0 ? undone : countOf(skipped)]} />}
      message={<Skipped answer={answer} isCounted={undone > 0} />}
      onClose={onClose}
    />
  )
}

const countOf = (skipped: readonly SkippedRecord[]) =>
  skipped.reduce((sum, one) => sum + ('hidden' in one ? one.hidden : 1), 0)

/** The records that stay as they are, each with the reason, below their number unless the title says it. */
function Skipped({ answer: { kind, skipped }, isCounted = true }: { answer: UndoAnswer; isCounted?: boolean }) {
  const named = skipped.filter((one) => 'entity' in one)
  const left = named.map(({ title, message, at }) => ({ name: title, message, at }))
  return <Left source={words[kind].left} count={isCounted ? countOf(skipped) : null} left={left} />
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
