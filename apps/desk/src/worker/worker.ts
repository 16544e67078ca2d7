import { firstSegment } from '@tavla/contract'
import type { Build, WorkerScope } from './scope.ts'

/** Beginning of the names of our caches. */
const prefix = 'tavla-'

/** Milliseconds that a navigation waits for the network. */
const patience = 3000

/** The answers of a proxy whose server is gone. */
const gone = new Set([502, 503, 504])

/**
 * The worker of one build (reference: screens, Without a network). It keeps the page and its files, and answers nothing
 * else: calls, people's files and live updates never pass through it. `screens` are the first segments of the addresses
 * that the page draws.
 */
export function startWorker(scope: WorkerScope, build: Build, screens: ReadonlySet<string>): void {
  const name = prefix + build.id
  const files = new Set(build.files)

  scope.addEventListener('install', (event) => event.waitUntil(keepBuild()))
  scope.addEventListener('activate', (event) => event.waitUntil(dropOthers()))
  scope.addEventListener('message', (event) => {
    const { keeps, takeOver } = event.data as { keeps?: string; takeOver?: boolean }
    if (keeps !== undefined) event.ports[0]?.postMessage(keeps === build.entry)
    // A page of this build knows that no page of another one is open. The browser may stop a worker that has no event.
    if (takeOver) event.waitUntil(scope.skipWaiting())
  })
  scope.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname } = new URL(request.url)
    if (request.method !== 'GET' || origin !== location.origin) return
    if (request.mode === 'navigate') {
      if (screens.has(firstSegment(pathname))) event.respondWith(answerPage(request))
    } else if (files.has(pathname)) event.respondWith(answerFile(request, pathname))
  })

  /** All or nothing: a server that changes its build meanwhile fails the install, and the next visit tries again. */
  async function keepBuild(): Promise<void> {
    const cache = await scope.caches.open(name)
    const page = await scope.fetch('/', { cache: 'no-cache', credentials: 'omit' })
    if (!page.ok || !(await page.clone().text()).includes(build.entry)) throw new Error('The page is of another build')
    await cache.addAll(build.files)
    await cache.put('/', page)
  }

  async function dropOthers(): Promise<void> {
    const others = (await scope.caches.keys()).filter((one) => one.startsWith(prefix) && one !== name)
    // A worker of a still newer build may be filling its cache: it drops ours, and the others with it.
    const { installing, waiting } = scope.registration
    if (!installing && !waiting) for (const one of others) await scope.caches.delete(one)
    await scope.clients.claim()
  }

  /** The server's page is the newest one; the kept one stands in where the server gives none in time. */
  async function answerPage(request: Request): Promise<Response> {
    const asked = scope.fetch(request)
    const inTime = await Promise.race([asked.catch(() => undefined), rest(patience)])
    if (inTime && !gone.has(inTime.status)) return inTime
    return (await kept('/')) ?? asked
  }

  async function answerFile(request: Request, path: string): Promise<Response> {
    return (await kept(path)) ?? scope.fetch(request)
  }

  /** A browser that fails to read its cache is one without a copy. */
  async function kept(path: string): Promise<Response | undefined> {
    const cache = await scope.caches.open(name).catch(() => undefined)
    return cache?.match(path).catch(() => undefined)
  }
}

const rest = (millis: number) => new Promise<undefined>((resolve) => setTimeout(resolve, millis))
