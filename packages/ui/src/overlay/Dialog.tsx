import { type FormEvent, type KeyboardEvent, type ReactNode, useId } from 'react'
import { IconButton } from '../action/IconButton.tsx'
import { useUiText } from '../texts.tsx'
import { keepTabInside } from './keep-tab-inside.ts'
import { ModalDialog } from './ModalDialog.tsx'

export interface DialogProps {
  title: ReactNode
  size?: 'small' | 'medium' | 'large'
  /** Called on Escape, on the cross, and on Cancel. */
  onClose: () => void
  /** Makes the window a form: called by a submit button in the footer or by Enter in a one-line input. */
  onSubmit?: () => void
  /** Ctrl/Cmd+Enter and Ctrl/Cmd+S submit too, from any element in the window. */
  hasSubmitKeys?: boolean
  /** The content is read, not filled in: it is a stop, so that the keyboard can scroll it. */
  isForReading?: boolean
  footer?: ReactNode
  children: ReactNode
}

/** A window over the page with a title, a body that scrolls and a footer for its buttons. It is open while mounted. */
export function Dialog(props: DialogProps) {
  const { title, size = 'medium', onClose, onSubmit, hasSubmitKeys = false, isForReading = false } = props
  const { footer, children } = props
  const text = useUiText()
  const titleId = useId()
  const onKeyDown = (event: KeyboardEvent<HTMLDialogElement>) => {
    keepTabInside(event)
    if (!hasSubmitKeys || !onSubmit || !(event.ctrlKey || event.metaKey) || event.altKey) return
    if (event.key !== 'Enter' && event.code !== 'KeyS') return
    event.preventDefault()
    onSubmit()
  }
  const parts = (
    <>
      <header className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <IconButton icon="close" label={text('Close')} size="small" hasTooltip={false} onClick={onClose} />
      </header>
      <div className="dialog-body" {...(isForReading && { tabIndex: 0 })}>
        {children}
      </div>
      {footer !== undefined && <footer className="dialog-foot">{footer}</footer>}
    </>
  )
  return (
    <ModalDialog data-size={size} aria-labelledby={titleId} onDismiss={onClose} onKeyDown={onKeyDown}>
      {onSubmit ? (
        <form noValidate onSubmit={(event) => submit(event, onSubmit)}>
          {parts}
        </form>
      ) : (
        parts
      )}
    </ModalDialog>
  )
}

function submit(event: FormEvent, onSubmit: () => void) {
  event.preventDefault()
  // In the React tree the window may stand inside another form, which must not be submitted.
  event.stopPropagation()
  onSubmit()
}
