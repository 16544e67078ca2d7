import { collectEarly, createClient, isAway, onSessionEnd, setExchange } from '@tavla/client'
import { askBeforeLoading } from '@tavla/ui'
import { checkSession, setFormCheck, signInAgain } from './boot/session-end.ts'
import { alsoForget } from './boot/sign-out.ts'
import { findServer } from './find-server.ts'
import { shell } from './shell.ts'

type Listener = (name: string, payload: unknown) => void
const listeners = new Set<Listener>()

/** The backend that serves this application: its own origin. */
export const client = createClient({
  onEvent(name, payload) {
    for (const listener of listeners) listener(name, payload)
  },
  onRefused(wasOnline) {
    // A server that shuts down ends the connection too, so the client starts its attempts.
    const tryAgain = () => wasOnline && client.live.retry()
    checkSession().then(tryAgain, tryAgain)
  },
})

// The first answers come before the code that makes copies of them.
if (shell().openCopies) setExchange(collectEarly)

alsoForget(() => client.reset())
onSessionEnd(client.host, signInAgain)
setFormCheck(client.isEditing)

/** Calls `listener` with every live event, after the stores (reference: live-events, In the client). */
export function watchEvents(listener: Listener): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** True when the server may be unreachable: no network, an unanswered call, or a lost live connection. */
export const seemsAway = (): boolean =>
  !navigator.onLine || isAway() || client.live.status.getSnapshot().status === 'lost'

askBeforeLoading(async () => !seemsAway() || (await isBuildKept()) || (await findServer()))

/** True when the service worker keeps the files of this page's build, so that it needs no server for them. */
async function isBuildKept(): Promise<boolean> {
  if (!navigator.serviceWorker?.controller) return false
  return (await caches.match(import.meta.url).catch(() => undefined)) !== undefined
}
