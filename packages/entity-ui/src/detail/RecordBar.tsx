import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import type { ReactNode } from 'react'

interface RecordBarProps {
  icon: string
  /** The remedies. */
  steps: ReactNode
  children: ReactNode
}

/** One warning at the foot of a record. */
export function RecordBar({ icon, steps, children }: RecordBarProps) {
  return (
    <div className="record-bar" role="alert">
      <Icon name={icon} />
      <p dir="auto">{children}</p>
      {steps}
    </div>
  )
}

interface BarStepProps {
  /** English source text, and its meaning where it has several. */
  label: string
  context?: string
  onStep: () => void
}

export function BarStep({ label, context, onStep }: BarStepProps) {
  return (
    <Button size="small" onClick={onStep}>
      <Text source={label} {...(context !== undefined && { context })} />
    </Button>
  )
}
