/**
 * Loaded before the program by `--import` (see fleet-clock.ts): `Date` is ahead of the machine's clock by the
 * milliseconds in the file `?file=`. With `?minute=`, what happens once a minute happens after that many milliseconds.
 * HQ hands it on to the processes of its projects, whose minutes stay as they are.
 */
import { readFileSync } from 'node:fs'
import { isMainThread } from 'node:worker_threads'

const { searchParams } = new URL(import.meta.url)
const file = searchParams.get('file') ?? ''
const minute = Number(searchParams.get('minute') ?? 60_000)
const readEvery = 50

let [ahead, readAt] = [0, Number.NEGATIVE_INFINITY]

function millisAhead(): number {
  if (performance.now() - readAt < readEvery) return ahead
  readAt = performance.now()
  ahead = Number(readFileSync(file, 'utf8'))
  return ahead
}

const machineDate = Date
const now = () => machineDate.now() + millisAhead()

const fastDate: DateConstructor = new Proxy(machineDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget === fastDate ? target : newTarget),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
})
machineDate.prototype.constructor = fastDate
globalThis.Date = fastDate

if (minute !== 60_000 && isMainThread) {
  const { setInterval: begin } = globalThis
  const faster = (work: () => void, millis?: number, ...args: []) =>
    begin(work, millis === 60_000 ? minute : millis, ...args)
  globalThis.setInterval = Object.assign(faster, begin)
  const { nodeArguments } = await import('../../apps/server/src/hosting/local.ts')
  nodeArguments.push('--import', import.meta.url.replace(/&minute=\d+/, ''))
}
