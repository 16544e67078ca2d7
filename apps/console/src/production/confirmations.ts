import { clearError, showError, shownError, watchError } from '@tavla/app-shell'
import { ApiError, createListeners, type MendCall, onConflict, request } from '@tavla/client'

/** The values that a person gives to a call that is refused until it is confirmed. */
type Confirmation = { confirm: string; reason: string } | { force: 1 }

/** A refused call that waits for the person. */
export interface ConfirmationQuestion {
  /** The call needs id and reason, or the word to go on without a backup. */
  kind: 'production' | 'force'
  /** The sentence of the refusal, in the reader's language. */
  message: string
  /** The action that the call runs, if it runs one. */
  action?: string
  /** Null declines. */
  answer(given: Confirmation | null): void
}

/** The answer to a question of kind `force`. */
export const forced: Confirmation = { force: 1 }

/** Refusals whose sentence the person has seen in the window. */
const declined = new WeakSet<object>()

let question: ConfirmationQuestion | null = null
let last: Promise<unknown> = Promise.resolve()
const changes = createListeners()

export const shownQuestion = (): ConfirmationQuestion | null => question
export const watchQuestion = changes.listen

/**
 * Answers every call that is refused until it is confirmed by a window, and lets it be repeated (reference: screens,
 * Environment marks).
 */
export function answerConfirmations(): void {
  watchError(() => {
    const { body } = shownError() ?? {}
    if (isObject(body) && declined.has(body)) clearError()
  })
  onConflict(async (call, refusal) => {
    const isForce = asksForce(refusal)
    if (!isForce && !isConfirmation(refusal)) return undefined
    // It is part of the turn of the call that it unlocks.
    if (call.path === unlockPath) return giveAll(call, refusal)
    // One window at a time.
    const turn = last.then(() => (isForce || call.host === '' ? giveAll(call, refusal) : unlock(call, refusal)))
    last = turn.catch(() => undefined)
    return turn
  })
}

const unlockPath = '/api/app/unlock'

/** The body of the call with what the person gives. */
const giveAll: MendCall = async ({ path, body }, refusal) => {
  const given = await ask(refusal, actionOf(path))
  return given ? bodyWith(path, body, given) : decline(refusal)
}

/** Lets the session at a project's server change its make-up for a while; the call then needs nothing more. */
const unlock: MendCall = async ({ host, body }, refusal) => {
  const given = await ask(refusal)
  if (!given) return decline(refusal)
  let failure: ApiError | undefined
  await request('POST', unlockPath, {
    ...{ host, body: given },
    onError: (response, answer) => {
      failure = new ApiError(response.status, answer)
    },
  })
  if (!failure) return body ?? {}
  showError(failure)
  return decline(refusal)
}

/** The body of the call with these values: those of an action stand in its data. */
function bodyWith(path: string, body: unknown, given: Confirmation): unknown {
  const fields = body as Readonly<Record<string, unknown>> | undefined
  if (!path.includes('run_method=')) return { ...fields, ...given }
  return { ...fields, data: { ...(fields?.data as object | undefined), ...given } }
}

function decline(refusal: unknown): undefined {
  if (isObject(refusal)) declined.add(refusal)
}

/** True for the deletion of a project of which no backup can be made (reference: hosting, Deleting a project). */
const asksForce = (refusal: unknown) =>
  isObject(refusal) && 'needs' in refusal && Array.isArray(refusal.needs) && refusal.needs.includes('force')

const isConfirmation = (refusal: unknown) =>
  isObject(refusal) && 'exc_type' in refusal && refusal.exc_type === 'ConfirmationError'

const actionOf = (path: string) => new URLSearchParams(path.split('?')[1]).get('run_method') ?? undefined

function ask(refusal: unknown, action?: string): Promise<Confirmation | null> {
  const { message } = new ApiError(409, refusal)
  const kind = asksForce(refusal) ? 'force' : 'production'
  return new Promise((resolve) => {
    set({
      kind,
      message,
      ...(action !== undefined && { action }),
      answer(given) {
        set(null)
        resolve(given)
      },
    })
  })
}

function set(next: ConfirmationQuestion | null): void {
  question = next
  changes.tell()
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
