import { useAppState, useSession } from '@tavla/app-shell'
import { client } from '@tavla/app-shell/frame'
import { useEffect, useRef } from 'react'

/** Time after the frame until the changes of earlier visits are taken up, in milliseconds: rows come first. */
const pause = 1000

const loadQueue = () => import('./desk-queue.ts')

/** Lets writes wait where no answer comes, and sends those that wait (reference: screens, Changes that wait). */
export function useQueue(): void {
  const session = useSession()
  const { isExpired } = useAppState()
  const latest = useRef(session)
  useEffect(() => {
    latest.current = session
  })
  const { user } = session

  useEffect(() => {
    if (user === 'Guest') return
    let begun: Promise<() => void> | undefined
    const begin = () => {
      begun ??= loadQueue().then(({ beginQueue }) => beginQueue(client, latest.current))
      // Without its code a write that gets no answer fails as elsewhere; the next one tries again.
      return begun.catch(() => {
        begun = undefined
      })
    }
    client.beforeWrites(begin)
    const timer = setTimeout(begin, pause)
    return () => {
      clearTimeout(timer)
      client.beforeWrites(undefined)
      void begun?.then((end) => end()).catch(() => undefined)
    }
  }, [user])

  useEffect(() => {
    const wake = () => void loadQueue().then(({ wakeQueue }) => wakeQueue())
    // Signed in again.
    return isExpired ? wake : undefined
  }, [isExpired])
}
