/** The parts of a service worker's global scope that ours uses; the types of the browser have them beside the page's. */
export interface WorkerScope {
  readonly caches: CacheStorage
  readonly clients: { claim(): Promise<void> }
  readonly registration: Pick<ServiceWorkerRegistration, 'installing' | 'waiting'>
  fetch(request: Request | string, init?: RequestInit): Promise<Response>
  skipWaiting(): Promise<void>
  addEventListener(type: 'install' | 'activate', listener: (event: LifeEvent) => void): void
  addEventListener(type: 'fetch', listener: (event: FetchEvent) => void): void
  addEventListener(type: 'message', listener: (event: TalkEvent) => void): void
}

interface LifeEvent {
  waitUntil(work: Promise<unknown>): void
}

interface TalkEvent extends LifeEvent, Pick<MessageEvent, 'data' | 'ports'> {}

interface FetchEvent extends LifeEvent {
  readonly request: Request
  respondWith(answer: Promise<Response>): void
}

/** The files of one build, which the bundler writes into its worker. */
export interface Build {
  /** Changes with any of the files. */
  id: string
  /** Address of the page's first script: a page of another build has another one. */
  entry: string
  files: readonly string[]
}
