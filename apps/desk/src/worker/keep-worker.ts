import { builds, entryOfPage } from './builds.ts'

/** Milliseconds that a worker may take to say which build it keeps, and to take over. */
const patience = 5000

/** Looks again whether a worker waits that this page may let take over; rejects never. */
export type Look = () => Promise<void>

/** Whether this browser has our worker already. */
export async function hasWorker(): Promise<boolean> {
  return 'serviceWorker' in navigator && (await navigator.serviceWorker.getRegistration('/')) !== undefined
}

/**
 * Registers the service worker, and tells `onNewBuild` when the server has another build than this page (reference:
 * screens, Without a network). Resolves to a function that looks for a new build; a browser without a secure context has
 * no worker, and looks for nothing.
 */
export async function keepWorker(onNewBuild: () => void): Promise<Look> {
  const entry = entryOfPage()
  if (!('serviceWorker' in navigator) || !('locks' in navigator) || entry === undefined) return async () => undefined
  await builds.hold(entry)
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  return watchWorkers(registration, entry, onNewBuild)
}

/** Removes the service worker and the files that it keeps. */
export async function removeWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const registration = await navigator.serviceWorker.getRegistration('/')
  if (!registration) return
  await registration.unregister()
  for (const name of await caches.keys()) if (name.startsWith('tavla-')) await caches.delete(name)
}

/**
 * A worker that waits is of another build than the active one: either this page is older than it, or this page is of its
 * build and lets it take over as soon as no page of another build is open. A worker that has stopped may not hear of
 * that, so each event that can change the answer looks again.
 */
function watchWorkers(registration: ServiceWorkerRegistration, entry: string, onNewBuild: () => void): Look {
  let isOffered = false
  let isChecked = false
  let isListening = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const look: Look = async () => {
    try {
      await lookAtWaiting()
    } catch {
      // Without a network there is nothing newer to offer, and a worker that is gone is followed by another one.
    }
  }

  const lookAtWaiting = async () => {
    const { waiting } = registration
    if (!waiting) return
    const isOurs = await isOfBuild(waiting, entry)
    if (isOurs === false) return offer()
    if (isOurs && (await builds.isOtherOpen(entry))) return lookWhenClosed()
    if (isOurs) waiting.postMessage({ takeOver: true })
    // Browsers stop workers as they like: what was asked or told may have come to nobody.
    clearTimeout(timer)
    timer = setTimeout(() => void look(), patience)
  }

  const lookWhenClosed = async () => {
    if (isListening) return
    isListening = true
    await builds.othersClosed(entry)
    isListening = false
    await look()
  }

  const offer = async () => {
    // The worker may have waited since an earlier visit, and this page may be newer than it.
    if (!isChecked) {
      await registration.update()
      isChecked = true
      return registration.installing ? undefined : look()
    }
    if (!isOffered) onNewBuild()
    isOffered = true
  }

  const update = () => void registration.update().then(look, () => undefined)
  const hearOf = (worker: ServiceWorker | null) => worker?.addEventListener('statechange', () => void look())
  registration.addEventListener('updatefound', () => hearOf(registration.installing))
  hearOf(registration.installing)
  // A page that stays open for days would not hear of a new build.
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && update())
  addEventListener('online', update)
  void look()
  return look
}

/** Asks a worker whether it keeps the files of this page; undefined when it says nothing. */
function isOfBuild(worker: ServiceWorker, entry: string): Promise<boolean | undefined> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const end = (answer: boolean | undefined) => {
      clearTimeout(timer)
      port1.close()
      resolve(answer)
    }
    const timer = setTimeout(end, patience, undefined)
    port1.onmessage = ({ data }) => end(data === true)
    worker.postMessage({ keeps: entry }, [port2])
  })
}
