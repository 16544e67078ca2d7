import { type DraftKey, type KeptDraft, keepDraft, removeDraft } from '@tavla/client/browser'

/** Typed text that the browser keeps, for whoever asks before a place is left. */
export interface KeptWork {
  /** True while the browser's database holds all of it. */
  isKept(): boolean
  /** Writes what is not written yet; false where this browser cannot keep it. */
  keep(): Promise<boolean>
  /** Removes what is kept. */
  discard(): void
}

/** Writes one draft to the browser's database, some time after the last key (reference: screens, Drafts). */
export interface DraftKeeper extends KeptWork {
  /** Takes note of a change; `read` gives the draft when it is written, or null when nothing is left of it. */
  note(read: () => KeptDraft | null): void
  /** Drops what is not written yet, and leaves what is. */
  forget(): void
  /** Resolves when all that was asked for is written. */
  settled(): Promise<unknown>
}

/** Milliseconds from the last key to the writing, and the most that a key waits for it while others follow. */
const delay = 300
const longestDelay = 450

/** Where drafts are written. */
export interface DraftStore {
  keepDraft(key: DraftKey, draft: KeptDraft): Promise<void>
  removeDraft(key: DraftKey): Promise<void>
}

const browserStore: DraftStore = { keepDraft, removeDraft }

/** `onFailed` is called when this browser cannot keep a draft. */
export function createDraftKeeper(key: DraftKey, onFailed: () => void, store = browserStore): DraftKeeper {
  let noted: (() => KeptDraft | null) | undefined
  let notedSince = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  let hasFailed = false
  let writing = 0
  let last: Promise<unknown> = Promise.resolve()

  const run = (work: () => Promise<void>): Promise<boolean> => {
    clearTimeout(timer)
    writing++
    const done = last
      .then(work)
      .then(
        () => {
          hasFailed = false
          return true
        },
        () => {
          hasFailed = true
          onFailed()
          return false
        },
      )
      .finally(() => writing--)
    last = done
    return done
  }

  const keep = async (): Promise<boolean> => {
    const read = noted
    if (!read) return (await last) !== false && !hasFailed
    noted = undefined
    return run(async () => {
      const draft = read()
      await (draft ? store.keepDraft(key, draft) : store.removeDraft(key))
    })
  }

  const forget = () => {
    noted = undefined
    clearTimeout(timer)
  }

  return {
    note(read) {
      const now = performance.now()
      if (!noted) notedSince = now
      noted = read
      clearTimeout(timer)
      timer = setTimeout(() => void keep(), Math.min(delay, notedSince + longestDelay - now))
    },
    keep,
    forget,
    discard() {
      forget()
      void run(() => store.removeDraft(key))
    },
    isKept: () => noted === undefined && writing === 0 && !hasFailed,
    settled: () => last,
  }
}

/** Writes at once when the page is hidden, since it may never come back; returns a function that writes and ends. */
export function keepWhenHidden(keeper: DraftKeeper): () => void {
  const keep = () => void keeper.keep()
  const look = () => document.visibilityState === 'hidden' && keep()
  document.addEventListener('visibilitychange', look)
  addEventListener('pagehide', keep)
  // The earliest sign of a reload, which leaves the most time.
  addEventListener('beforeunload', keep)
  return () => {
    document.removeEventListener('visibilitychange', look)
    removeEventListener('pagehide', keep)
    removeEventListener('beforeunload', keep)
    keep()
  }
}
