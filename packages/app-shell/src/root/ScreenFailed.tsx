import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { brokeDown } from './StartFailed.tsx'

/** Replaces a screen that threw or whose code cannot be loaded; the frame around it stays. */
export function ScreenFailed() {
  const error = useRouteError()
  useEffect(() => console.error(error), [error])
  return (
    <div className="screen-failed" role="alert">
      <h2>
        <Text source="Something went wrong" />
      </h2>
      <p>
        <Text source={brokeDown} />
      </p>
      <Button variant="primary" onClick={() => location.reload()}>
        <Text source="Reload" />
      </Button>
    </div>
  )
}
