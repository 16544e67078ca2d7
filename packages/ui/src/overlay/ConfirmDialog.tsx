import { type ReactNode, useId } from 'react'
import { Button } from '../action/Button.tsx'
import { Text } from '../texts.tsx'
import { ModalDialog } from './ModalDialog.tsx'

export interface ConfirmDialogProps {
  /** The question; it names the consequence. */
  message: ReactNode
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
  /** Further inputs; the first one takes the focus from Confirm. */
  children?: ReactNode
  /** The focus starts on Confirm although there are children, because they contain no input. */
  startsOnConfirm?: boolean
}

/**
 * Asks before an action: Enter confirms, Escape cancels, the focus starts on Confirm (reference: screens, Detail form).
 */
export function ConfirmDialog({
  message,
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
  const messageId = useId()
  return (
    <ModalDialog role="alertdialog" data-size="small" aria-labelledby={messageId} onDismiss={onCancel}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (canConfirm && !isPending) onConfirm()
        }}
      >
        <div className="dialog-body dialog-question">
          <p id={messageId} dir="auto">
            {message}
          </p>
          {children}
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
