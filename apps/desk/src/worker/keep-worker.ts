/** Beginning of the names of the locks that tell which builds are open in this browser. */
const lockPrefix = 'tavla-build '

/**
 * Registers the service worker, and tells `onNewBuild` when the server has another build than this page (reference:
 * screens, Without a network). A browser without a secure context has none.
 */
export async function keepWorker(onNewBuild: () => void): Promise<void> {
  if (!('serviceWorker' in navigator) || !('locks' in navigator)) return
  const entry = entryOfPage()
  if (entry === undefined) return
  await holdLock(lockPrefix + entry)
  const registration = await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
  let isOffered = false
  const offer = () => {
    if (!isOffered) onNewBuild()
    isOffered = true
  }
  const look = () => void lookAt(registration, entry, offer)
  registration.addEventListener('updatefound', () => registration.installing?.addEventListener('statechange', look))
  registration.installing?.addEventListener('statechange', look)
  look()
  // A page that stays open for days would not hear of a new build.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') registration.update().then(look, () => undefined)
  })
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
 * build and lets it take over as soon as no page of another build is open.
 */
async function lookAt(registration: ServiceWorkerRegistration, entry: string, onNewBuild: () => void): Promise<void> {
  const { waiting } = registration
  if (!waiting) return
  if (!(await isOfBuild(waiting, entry))) return onNewBuild()
  await waitForOtherBuilds(entry)
  waiting.postMessage({ takeOver: true })
}

/** Resolves once no page of another build is open. */
async function waitForOtherBuilds(entry: string): Promise<void> {
  const { held = [] } = await navigator.locks.query()
  const names = new Set(held.flatMap(({ name = '' }) => (name.startsWith(lockPrefix) ? name : [])))
  names.delete(lockPrefix + entry)
  await Promise.all([...names].map((name) => navigator.locks.request(name, () => undefined)))
}

/** Asks a worker whether it keeps the files of this page. */
function isOfBuild(worker: ServiceWorker, entry: string): Promise<boolean> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => {
      port1.close()
      resolve(data === true)
    }
    worker.postMessage({ keeps: entry }, [port2])
  })
}

/** Held until the page closes; resolves once it is. */
function holdLock(name: string): Promise<void> {
  return new Promise((resolve) => {
    void navigator.locks.request(name, { mode: 'shared' }, () => {
      resolve()
      return new Promise(() => undefined)
    })
  })
}

/** The page's first script has another address in each build. */
const entryOfPage = (): string | undefined => {
  const { src } = document.querySelector<HTMLScriptElement>('script[type=module][src^="/assets/"]') ?? {}
  return src === undefined ? undefined : new URL(src).pathname
}
