import type { ReactNode } from 'react'
import { Button } from '../action/Button.tsx'
import { Text } from '../texts.tsx'

export interface FormFootProps {
  onCancel: () => void
  isPending?: boolean
  /** False until a required input is given. */
  canSubmit?: boolean
  /** Label of the submit button. */
  children: ReactNode
}

/** The footer of a window that is a form: Cancel and the submit button. */
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
