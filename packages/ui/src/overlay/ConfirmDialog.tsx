import { Children, type ReactNode, useId } from 'react'
import { Button } from '../action/Button.tsx'
import { Text } from '../texts.tsx'
import { keepTabInside } from './keep-tab-inside.ts'
import { ModalDialog } from './ModalDialog.tsx'
import { type Reversal, ReversalText } from './Reversal.tsx'
import './dialog-question.css'

export interface ConfirmDialogProps {
  /** The question; it names the consequence. */
  message: ReactNode
  /** The question ends with what can be taken back; null where nothing stored changes, and while it is not known. */
  reversal: Reversal | null
  /** `Confirm` when absent. */
  confirmLabel?: ReactNode
  /** `Cancel` when absent. */
  cancelLabel?: ReactNode
  /** A button between the two, for a third answer. */
  otherAnswer?: ReactNode
  isDangerous?: boolean
  /** False until a required input is given, such as the id to type. */
  canConfirm?: boolean
  isPending?: boolean
  onConfirm: () => void
  onCancel: () => void
  /** Further sentences and inputs; an input takes the focus from Confirm. */
  children?: ReactNode
  /** The focus starts on Confirm although there are children, because they contain no input. */
  startsOnConfirm?: boolean
}

/**
 * Asks before an action: Enter confirms, Escape cancels, the focus starts on Confirm (reference: screens, Detail form).
 */
export function ConfirmDialog({
  message,
  reversal,
  confirmLabel,
  cancelLabel,
  otherAnswer,
  isDangerous = false,
  canConfirm = true,
  isPending = false,
  onConfirm,
  onCancel,
  children,
  startsOnConfirm = children === undefined,
}: ConfirmDialogProps) {
  const id = useId()
  // Several that are all absent draw nothing, and leave no room either.
  const hasMore = Children.toArray(children).length > 0
  // A screen reader reads the further sentences with the question; inputs are read when they get the focus.
  const described = [startsOnConfirm && hasMore && `${id}-more`, reversal !== null && `${id}-reversal`]
  return (
    <ModalDialog
      role="alertdialog"
      data-size="small"
      aria-labelledby={`${id}-message`}
      aria-describedby={described.filter(Boolean).join(' ') || undefined}
      onDismiss={onCancel}
      onKeyDown={keepTabInside}
    >
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (canConfirm && !isPending) onConfirm()
        }}
      >
        <div className="dialog-body dialog-question">
          <p id={`${id}-message`} dir="auto">
            {message}
          </p>
          {hasMore && (
            <div id={`${id}-more`} className="dialog-more">
              {children}
            </div>
          )}
          {reversal !== null && (
            <p id={`${id}-reversal`}>
              <ReversalText reversal={reversal} />
            </p>
          )}
        </div>
        <footer className="dialog-foot">
          <Button onClick={onCancel}>{cancelLabel ?? <Text source="Cancel" />}</Button>
          {otherAnswer}
          <Button
            type="submit"
            variant={isDangerous ? 'danger' : 'primary'}
            disabled={!canConfirm}
            isPending={isPending}
            data-autofocus={startsOnConfirm || undefined}
          >
            {confirmLabel ?? <Text source="Confirm" />}
          </Button>
        </footer>
      </form>
    </ModalDialog>
  )
}
