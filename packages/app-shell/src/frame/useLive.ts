import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { client } from '../app-client.ts'

/** How long the first screen may take before the live connection is begun beside it, in milliseconds. */
const patience = 500

/** How often a server that was lost is looked for while somebody looks at the page, in milliseconds. */
const interval = 10_000

/** Keeps the live connection while somebody is signed in; a lost one is tried again at every navigation (contract 4.5). */
export function useLive(): void {
  const { pathname } = useLocation()

  useEffect(() => {
    // Its library is loaded and run when the browser has nothing better to do: rows come first.
    const cancel = whenIdle(client.live.connect)
    return () => {
      cancel()
      client.live.disconnect()
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: a navigation is what it waits for
  useEffect(() => client.live.retry(), [pathname])

  // Nobody has to touch a page for it to find back to a server that was away for longer than the attempts last.
  useEffect(() => {
    const timer = setInterval(() => void findServer(), interval)
    const look = () => void findServer()
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
}

function whenIdle(run: () => void): () => void {
  // Not in every browser yet.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(run, patience)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(run, { timeout: patience })
  return () => cancelIdleCallback(handle)
}

async function findServer(): Promise<void> {
  if (document.visibilityState === 'hidden' || client.live.status.getSnapshot().status !== 'lost') return
  const answer = await fetch('/api/health').catch(() => undefined)
  if (answer?.ok) client.live.retry()
}
