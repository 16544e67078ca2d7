import type { ApiError } from '@tavla/client'
import { ErrorMessage, Text } from '@tavla/i18n/react'
import { Button, EmptyState } from '@tavla/ui'
import { InfoLink } from './InfoLink.tsx'

interface UnreachableProps {
  id: string
  error: ApiError | undefined
  onRetry: () => void
}

/** Replaces a screen that needs a project's server when it does not answer, and offers a remedy. */
export function Unreachable({ id, error, onRetry }: UnreachableProps) {
  return (
    <EmptyState
      kind="failed"
      title={<Text source="The server of this project cannot be reached." />}
      description={error && error.code > 0 ? <ErrorMessage error={error} /> : undefined}
      action={
        <div className="project-next">
          <Button onClick={onRetry}>
            <Text source="Retry" />
          </Button>
          <InfoLink id={id} />
        </div>
      }
    />
  )
}
