import { errorHelp } from '@tavla/app-shell'
import type { ApiError } from '@tavla/client'
import { lazyPart } from '@tavla/ui'
import { Suspense } from 'react'

const ErrorCause = lazyPart(() => import('./ErrorCause.tsx'), 'line')

/** Adds the way to the cause to every error whose message names its reference. */
export function showCauses(): void {
  errorHelp.of = (error) => {
    const reference = referenceOf(error)
    return (
      reference !== undefined && (
        <Suspense fallback={null}>
          <ErrorCause reference={reference} />
        </Suspense>
      )
    )
  }
}

/** The id of the call, if the message tells it: other refusals say their reason themselves. */
function referenceOf({ body, message }: ApiError): string | undefined {
  const { request_id: id } = (body ?? {}) as { request_id?: unknown }
  return typeof id === 'string' && id !== '' && message.includes(id) ? id : undefined
}
