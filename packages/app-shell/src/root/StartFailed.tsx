import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { useAppState } from '../boot/app-state.ts'
import { Mark } from './Mark.tsx'

const couldNotStart = 'The application could not start. Reload the page to try again.'
export const brokeDown = 'This screen could not be shown. Reload the page to try again.'

/**
 * Covers everything when the app could not start, or when a screen failed beyond repair (reference: screens,
 * Boot and guard).
 */
export function StartFailed() {
  const error = useRouteError()
  const { status } = useAppState()
  useEffect(() => {
    if (error !== undefined) console.error(error)
  }, [error])
  return (
    <div className="root-failed" role="alert">
      <Mark />
      <h1>
        <Text source="Something went wrong" />
      </h1>
      <p>
        <Text source={status === 'failed' ? couldNotStart : brokeDown} />
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        <Text source="Reload" />
      </Button>
    </div>
  )
}
