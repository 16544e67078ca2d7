import { type ReactNode, useId } from 'react'
import { Button } from '../action/Button.tsx'
import { Glyph } from '../icon/Glyph.tsx'
import { errorPath } from '../icon/sign-in-icons.ts'
import { Text } from '../texts.tsx'
import { ModalDialog } from './ModalDialog.tsx'

export interface ErrorDialogProps {
  title: ReactNode
  message: ReactNode
  /** Called on Ok, Enter and Escape. */
  onClose: () => void
  /** `notice` leaves out the red mark, for a message that reports no failure. */
  tone?: 'error' | 'notice'
  /** Below the message. */
  children?: ReactNode
}

/** A title, a message and Ok (reference: screens, Error window). */
export function ErrorDialog({ title, message, onClose, tone = 'error', children }: ErrorDialogProps) {
  const id = useId()
  return (
    <ModalDialog
      role="alertdialog"
      data-size="small"
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-message`}
      onDismiss={onClose}
    >
      <header className="dialog-head">
        {tone === 'error' && <Glyph path={errorPath} />}
        <h2 id={`${id}-title`} dir="auto">
          {title}
        </h2>
      </header>
      <div className="dialog-body">
        <p className="dialog-message" id={`${id}-message`} dir="auto">
          {message}
        </p>
        {children}
      </div>
      <footer className="dialog-foot">
        <Button variant="primary" data-autofocus onClick={onClose}>
          <Text source="Ok" />
        </Button>
      </footer>
    </ModalDialog>
  )
}
