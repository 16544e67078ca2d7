import { markCopied } from '../copy-times.ts'
import { collectEarly, takeEarly } from '../early-answers.ts'
import { type Answer, type SentCall, setExchange } from '../request.ts'
import { createTaker } from './answer-copies.ts'
import { placeOf } from './copied-calls.ts'
import { createCopiedExchange } from './copied-exchange.ts'
import { createCopies, wipeOld } from './copies.ts'
import { browserShelf } from './shelf.ts'

/** Quiet time after an answer before copies are made, and the longest time without a pause of the browser, in milliseconds. */
const pause = 200
const longest = 2000

/** The copies of one user, through which all calls of the page pass. */
export interface OpenCopies {
  /** A kept answer, marked as a copy; undefined without one. */
  find(path: string, params: SentCall['params']): Promise<unknown>
  /** Keeps an answer that came before. */
  keep(path: string, params: SentCall['params'], body: unknown): void
  /** Keeps the answers that came before this code, or while nobody was signed in. */
  catchUp(): void
  /** From now on nothing is kept or found. */
  close(): void
}

/**
 * Keeps answers for reading from now on, and answers from them while no server does. `isOpen`: whether this user is the
 * one who is signed in on this browser. @throws DOMException where it keeps nothing
 */
export async function keepAnswers(user: string, isOpen: () => boolean): Promise<OpenCopies> {
  await wipeOld(browserShelf)
  let isClosed = false
  const isOurs = () => !isClosed && isOpen()
  const copies = createCopies({ shelf: browserShelf, site: location.origin, user, isOpen: isOurs })
  const close = () => {
    if (!isClosed) setExchange(collectEarly)
    isClosed = true
  }
  const write = writeWhenIdle(() => {
    close()
    // The storage is full or forbidden: drafts and the queue need the room more than copies do.
    browserShelf.wipe(location.origin, user).catch(console.error)
  })
  const takeAnswer = createTaker(copies)
  const take = (call: SentCall, answer: Answer, at = Date.now()) => {
    if (!isWorthIt(call)) return
    // A definition comes first, since it tells which fields of a record are secret.
    const isFirst = placeOf(call)?.kind === 'answer'
    write(() => takeAnswer({ call, answer, at }), isFirst)
  }
  const find = async (call: SentCall) => {
    const place = placeOf(call)
    const copy = place && (await copies.find(place))
    if (copy) markCopied(copy.body, copy.at)
    return copy?.body
  }
  const exchange = createCopiedExchange({ find, onAnswer: take })
  // While nobody's copies may be written, the answers are perhaps for the next person.
  setExchange((...call) => (isOurs() ? exchange : collectEarly)(...call))
  return {
    find: (path, params) => find(callOf(path, params)),
    keep: (path, params, body) => take(callOf(path, params), { response: new Response(), body, isReadable: true }),
    catchUp() {
      for (const { call, answer, at } of takeEarly()) take(call, answer, at)
    },
    close,
  }
}

const callOf = (path: string, params: SentCall['params']): SentCall => ({
  ...{ host: '', method: 'GET', signal: undefined },
  path,
  params,
})

const isWorthIt = (call: SentCall): boolean =>
  call.host === '' && (call.method !== 'GET' || placeOf(call) !== undefined)

/** Runs work while the browser has nothing else to do, in order; `onFailed` is called when a piece of it fails. */
function writeWhenIdle(onFailed: () => void): (work: () => Promise<void>, isFirst: boolean) => void {
  let waiting: (() => Promise<void>)[] = []
  let running = Promise.resolve()
  let timer: ReturnType<typeof setTimeout> | undefined
  const run = () => {
    const all = waiting
    waiting = []
    running = running.then(async () => {
      try {
        for (const work of all) await work()
      } catch (error) {
        console.error(error)
        onFailed()
      }
    })
  }
  return (work, isFirst) => {
    if (isFirst) waiting.unshift(work)
    else waiting.push(work)
    clearTimeout(timer)
    timer = setTimeout(() => whenIdle(run), pause)
  }
}

function whenIdle(run: () => void): void {
  // Some browsers lack it.
  if (typeof requestIdleCallback === 'function') requestIdleCallback(run, { timeout: longest })
  else run()
}
