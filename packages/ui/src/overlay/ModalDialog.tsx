import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { focusByInput } from './focus-by-input.ts'
import { addWindow } from './top-window.ts'
import './dialog.css'

export interface ModalDialogProps extends Omit<ComponentProps<'dialog'>, 'open'> {
  /** Called on Escape and on the platform's own way of going back. */
  onDismiss: () => void
}

/** The platform's modal dialog: it is open while mounted, keeps the focus inside and gives it back. */
export function ModalDialog({ onDismiss, className, children, ...rest }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    const remove = addWindow(element, document.activeElement)
    if (!element.open) element.showModal()
    const first = firstStop(element)
    if (first) focusByInput(first)
    return () => {
      const before = remove()
      element.close()
      if (before instanceof HTMLElement && before.isConnected) focusByInput(before)
    }
  }, [])

  return (
    <dialog
      ref={dialog}
      className={classNames('dialog', className)}
      onCancel={(event) => {
        // A file chooser inside fires `cancel` too, and its event bubbles.
        if (event.target !== event.currentTarget) return
        event.preventDefault()
        onDismiss()
      }}
      // The platform closes the dialog when Escape comes twice in a row.
      onClose={(event) => {
        if (event.target === event.currentTarget && !event.currentTarget.open) onDismiss()
      }}
      {...rest}
    >
      {children}
    </dialog>
  )
}

/** The element with autofocus, else the first input; else the browser focuses the first button. */
function firstStop(dialog: HTMLElement): HTMLElement | null {
  return (
    dialog.querySelector<HTMLElement>('[data-autofocus]') ??
    dialog.querySelector<HTMLElement>(
      '.dialog-body :is(input:not([type="hidden"]), select, textarea, [role="combobox"]):not(:disabled)',
    )
  )
}
