import { Component, type ReactNode } from 'react'
import { Button } from '../action/Button.tsx'
import { ConfirmDialog } from '../overlay/ConfirmDialog.tsx'
import { EmptyState } from '../show/EmptyState.tsx'
import { Text } from '../texts.tsx'
import { LoadFailure } from './load-part.ts'
import './part.css'

export interface PartBoundaryProps {
  /** A panel, a line among others such as a field, or a window that `onClose` closes. */
  shape?: 'panel' | 'line' | 'window'
  /** Only for the shape `window`. */
  onClose?: (() => void) | undefined
  /** Called before the part renders again. */
  onRetry?: () => void
  /** The content that the part shows: a failure belongs to it, and a new subject renders without a retry. */
  subject?: string
  children: ReactNode
}

interface State {
  failure: { error: unknown } | null
  /** Number of retries. */
  attempts: number
  subject: string | undefined
}

const whole: State = { failure: null, attempts: 0, subject: undefined }

/**
 * Keeps a part that throws, or whose code cannot be loaded, from taking down the page with its drafts: it shows the
 * failure in its own place and offers a retry.
 */
export class PartBoundary extends Component<PartBoundaryProps, State> {
  override state = whole

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { failure: { error } }
  }

  static getDerivedStateFromProps({ subject }: PartBoundaryProps, state: State): State | null {
    return subject === state.subject ? null : { ...whole, subject }
  }

  private readonly retry = () => {
    this.props.onRetry?.()
    this.setState(({ attempts }) => ({ failure: null, attempts: attempts + 1 }))
  }

  override render() {
    const { failure, attempts } = this.state
    const { shape = 'panel', onClose, children } = this.props
    if (!failure) return children
    const { error } = failure
    const isUnloaded = error instanceof LoadFailure
    // Some browsers never fetch a failed file again, and a new release has other files.
    const isFinal = isUnloaded && !error.isAway && attempts > 0
    return (
      <FailedPart
        shape={shape}
        sentence={isUnloaded ? 'This part could not be loaded.' : 'This part could not be shown.'}
        step={isFinal ? 'Reload' : 'Retry'}
        onStep={isFinal ? () => location.reload() : this.retry}
        onClose={onClose}
      />
    )
  }
}

interface FailedPartProps extends Pick<PartBoundaryProps, 'shape' | 'onClose'> {
  sentence: string
  step: string
  onStep: () => void
}

function FailedPart({ shape, sentence, step, onStep, onClose }: FailedPartProps) {
  const message = <Text source={sentence} />
  const label = <Text source={step} />
  if (shape === 'window' && onClose)
    return (
      <ConfirmDialog message={message} reversal={null} confirmLabel={label} onConfirm={onStep} onCancel={onClose} />
    )
  if (shape === 'line')
    return (
      <div className="part-line" role="alert">
        <span>{message}</span>
        <Button size="small" onClick={onStep}>
          {label}
        </Button>
      </div>
    )
  return <EmptyState kind="failed" title={message} action={<Button onClick={onStep}>{label}</Button>} />
}
