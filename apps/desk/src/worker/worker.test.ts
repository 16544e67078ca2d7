import { afterEach, expect, test, vi } from 'vitest'
import type { WorkerScope } from './scope.ts'
import { startWorker } from './worker.ts'

const site = 'https://acme.example.com'
const build = { id: 'b2', entry: '/assets/index-2.js', files: ['/assets/index-2.js', '/assets/list-2.js'] }
const pageOf = (entry: string) => `<script type="module" src="${entry}"></script>`

/** `nothing`: no network; `slow`: no answer for ever; else a text or a status. */
type Answer = string | number

/** A worker whose server gives these answers by path; all that are not named are 404. */
function makeWorker(answers: Record<string, Answer> = {}, stored: Record<string, Record<string, string>> = {}) {
  vi.stubGlobal('location', { origin: site })
  const kept = new Map(Object.entries(stored).map(([name, files]) => [name, new Map(Object.entries(files))]))
  const listeners = new Map<string, (event: never) => void>()
  const state = { skipped: 0, claimed: 0 }
  const registration: { installing: object | null; waiting: object | null } = { installing: null, waiting: null }
  const fetch = async (asked: Request | string) => {
    const answer = answers[typeof asked === 'string' ? asked : new URL(asked.url).pathname]
    if (answer === 'slow') return new Promise<Response>(() => undefined)
    if (answer === 'nothing') throw new TypeError('Failed to fetch')
    if (typeof answer === 'number' || answer === undefined) return new Response('', { status: answer ?? 404 })
    return new Response(answer)
  }
  const caches = {
    open: async (name: string) => {
      const files = kept.get(name) ?? new Map<string, string>()
      kept.set(name, files)
      return {
        match: async (path: string) => (files.has(path) ? new Response(files.get(path)) : undefined),
        put: async (path: string, answer: Response) => void files.set(path, await answer.text()),
        addAll: async (paths: string[]) => {
          const found = await Promise.all(paths.map((path) => fetch(path)))
          if (found.some(({ ok }) => !ok)) throw new TypeError('Request failed')
          for (const [place, path] of paths.entries()) files.set(path, (await found[place]?.text()) ?? '')
        },
      }
    },
    keys: async () => [...kept.keys()],
    delete: async (name: string) => kept.delete(name),
  }
  const scope = {
    caches,
    clients: { claim: async () => void state.claimed++ },
    registration,
    skipWaiting: async () => void state.skipped++,
    fetch,
    addEventListener: (type: string, listener: (event: never) => void) => listeners.set(type, listener),
  }
  startWorker(scope as unknown as WorkerScope, build, new Set(['', 'app', 'login']))

  const tell = (type: string, event: object) => listeners.get(type)?.(event as never)
  return {
    kept,
    state,
    registration,
    live: (type: 'install' | 'activate') => {
      let work: Promise<unknown> = Promise.resolve()
      tell(type, { waitUntil: (given: Promise<unknown>) => (work = given) })
      return work
    },
    say: (data: object) => {
      const said: unknown[] = []
      const held: Promise<unknown>[] = []
      tell('message', {
        data,
        ports: [{ postMessage: (answer: unknown) => said.push(answer) }],
        waitUntil: (work: Promise<unknown>) => held.push(work),
      })
      return { answer: said[0], isHeld: held.length > 0 }
    },
    /** The text of the worker's answer; null when it leaves the call to the browser. */
    ask: async (path: string, { mode = 'cors', method = 'GET', host = site } = {}) => {
      let answer: Promise<Response> | undefined
      tell('fetch', {
        request: { url: host + path, mode, method },
        respondWith: (given: Promise<Response>) => (answer = given),
      })
      return answer === undefined ? null : (await answer).text()
    },
  }
}

const served = { '/': pageOf(build.entry), '/assets/index-2.js': 'index', '/assets/list-2.js': 'list' }
const ours = { 'tavla-b2': served }
const visit = { mode: 'navigate' }

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('it keeps the page and every file of its build', async () => {
  const worker = makeWorker(served)
  await worker.live('install')
  expect(Object.fromEntries(worker.kept.get('tavla-b2') ?? [])).toEqual(served)
})

test.each([
  ['the page is of another build', { ...served, '/': pageOf('/assets/index-3.js') }],
  ['a file is gone', { ...served, '/assets/list-2.js': 404 }],
  ['the page is refused', { ...served, '/': 503 }],
])('it is not installed when %s', async (_why, answers) => {
  const worker = makeWorker(answers)
  await expect(worker.live('install')).rejects.toThrow()
  expect(worker.kept.get('tavla-b2')?.get('/')).toBeUndefined()
})

test('an active worker drops the files of other builds, and nothing that is not its own', async () => {
  const worker = makeWorker({}, { ...ours, 'tavla-b1': {}, theirs: {} })
  await worker.live('activate')
  expect([...worker.kept.keys()].sort()).toEqual(['tavla-b2', 'theirs'])
  expect(worker.state.claimed).toBe(1)
})

test.each(['installing', 'waiting'] as const)('it drops nothing while a newer worker is %s', async (state) => {
  const worker = makeWorker({}, { ...ours, 'tavla-b3': served })
  worker.registration[state] = {}
  await worker.live('activate')
  expect([...worker.kept.keys()].sort()).toEqual(['tavla-b2', 'tavla-b3'])
})

test('a visit gets the page of the server, also of a newer build', async () => {
  const worker = makeWorker({ '/app/Task': pageOf('/assets/index-3.js') }, ours)
  expect(await worker.ask('/app/Task', visit)).toBe(pageOf('/assets/index-3.js'))
})

test.each([['nothing'], [502], [503], [504]] as const)(
  'a visit that gets %s is answered from the cache',
  async (answer) => {
    const worker = makeWorker({ '/app/Task': answer }, ours)
    expect(await worker.ask('/app/Task', visit)).toBe(served['/'])
  },
)

test('a visit waits 3 seconds for a slow network', async () => {
  vi.useFakeTimers()
  let answered = ''
  const worker = makeWorker({ '/app/Task': 'slow' }, ours)
  const asked = worker.ask('/app/Task', visit).then((text) => (answered = text ?? ''))
  await vi.advanceTimersByTimeAsync(2999)
  expect(answered).toBe('')
  await vi.advanceTimersByTimeAsync(1)
  await asked
  expect(answered).toBe(served['/'])
})

test('without a copy the failure of the network is the answer', async () => {
  const worker = makeWorker({ '/app': 'nothing' })
  await expect(worker.ask('/app', visit)).rejects.toThrow('Failed to fetch')
})

test('files of its build come from the cache, and from the server where the browser lost them', async () => {
  const worker = makeWorker({ '/assets/list-2.js': 'again' }, { 'tavla-b2': { '/assets/index-2.js': 'index' } })
  expect(await worker.ask('/assets/index-2.js')).toBe('index')
  expect(await worker.ask('/assets/list-2.js')).toBe('again')
})

test.each([
  ['/api/entity/Task'],
  ['/files/a-123456.png'],
  ['/private/files/a-123456.png'],
  ['/socket.io/?transport=polling'],
  ['/assets/icons/add.svg'],
  ['/assets/list-1.js'],
  ['/mail-frame.html', visit],
  ['/files/a-123456.pdf', visit],
  ['/app', { ...visit, method: 'POST' }],
  ['/assets/list-2.js', { host: 'https://other.example.com' }],
] as [string, object?][])('it leaves %s to the browser', async (path, how) => {
  expect(await makeWorker(served, ours).ask(path, how)).toBeNull()
})

test('it tells a page whether it keeps its build, and takes over only when told, in the time of that event', () => {
  const worker = makeWorker()
  expect(worker.say({ keeps: '/assets/index-2.js' }).answer).toBe(true)
  expect(worker.say({ keeps: '/assets/index-1.js' })).toEqual({ answer: false, isHeld: false })
  expect(worker.state.skipped).toBe(0)
  expect(worker.say({ takeOver: true }).isHeld).toBe(true)
  expect(worker.state.skipped).toBe(1)
})
