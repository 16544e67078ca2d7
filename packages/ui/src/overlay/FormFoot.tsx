import type { ReactNode } from 'react'
import { Button } from '../action/Button.tsx'
import { Text } from '../texts.tsx'

export interface FormFootProps {
  onCancel: () => void
  isPending?: boolean
  /** False while something has to be given first. */
  canSubmit?: boolean
  /** What the button that submits the form is called. */
  children: ReactNode
}

/** The foot of a window that is a form: the way out, and the button that submits it. */
export function FormFoot({ onCancel, isPending = false, canSubmit = true, children }: FormFootProps) {
  return (
    <>
      <Button onClick={onCancel}>
        <Text source="Cancel" />
      </Button>
      <Button type="submit" variant="primary" isPending={isPending} disabled={!canSubmit}>
        {children}
      </Button>
    </>
  )
}
