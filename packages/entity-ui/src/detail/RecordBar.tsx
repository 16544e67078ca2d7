import { Text } from '@tavla/i18n/react'
import { Button, Icon } from '@tavla/ui'
import { type ReactNode, useRef } from 'react'
import { usePassedFocus } from '../passed-focus.ts'

interface RecordBarProps {
  icon: string
  /** The remedies. */
  steps: ReactNode
  children: ReactNode
}

/** One warning at the foot of a record. */
export function RecordBar({ icon, steps, children }: RecordBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  usePassedFocus(bar, 'form, dialog, .record-detail')
  return (
    // A step that comes later is read alone.
    <div ref={bar} className="record-bar" role="alert" aria-atomic="false">
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
