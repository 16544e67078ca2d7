import { Text } from '@tavla/i18n/react'
import { Button } from '@tavla/ui'
import { useEffect, useState } from 'react'
import { findServer } from '../find-server.ts'
import { Mark } from './Mark.tsx'

/** Milliseconds between looks for the server. */
const interval = 10_000

/**
 * Covers everything when the app started without a network and with no copies of the person to read; loads the page
 * again once the server answers (reference: screens, Boot and guard).
 */
export function NoServer() {
  const [isLooking, setLooking] = useState(false)
  useEffect(() => watchNetwork(() => void openWhenFound()), [])
  const look = async () => {
    setLooking(true)
    await openWhenFound()
    setLooking(false)
  }
  return (
    <div className="root-failed" role="alert">
      <Mark />
      <h1>
        <Text source="No connection" />
      </h1>
      <p>
        <Text source="The server cannot be reached. The page opens by itself when the connection is back." />
      </p>
      <Button variant="primary" isPending={isLooking} onClick={() => void look()}>
        <Text source="Retry" />
      </Button>
    </div>
  )
}

/** The server's page may be newer than this one, so it is loaded anew. */
async function openWhenFound(): Promise<void> {
  if (await findServer()) location.reload()
}

/** Calls `look` at intervals and whenever the network may be back, while the page is visible. */
function watchNetwork(look: () => void): () => void {
  const end = new AbortController()
  const { signal } = end
  const lookIfVisible = () => document.visibilityState === 'visible' && look()
  const timer = setInterval(lookIfVisible, interval)
  addEventListener('online', look, { signal })
  document.addEventListener('visibilitychange', lookIfVisible, { signal })
  return () => {
    clearInterval(timer)
    end.abort()
  }
}
