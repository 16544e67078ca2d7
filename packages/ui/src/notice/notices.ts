import { createListeners } from '../listeners.ts'
import { windowChanges } from '../overlay/top-window.ts'

/** A short message at the edge of the screen. */
export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'success' | 'error'
  action?: { label: string; onAction: () => void } | undefined
  /** Milliseconds until it goes; the clock stands still while it is hovered or focused. */
  duration: number
}

/** A sentence for screen readers. */
export interface Spoken {
  id: number
  text: string
  /** Said at once, before whatever else is being read. */
  isUrgent: boolean
  /** The number of windows that had come or gone by then. */
  after: number
}

interface State {
  notices: readonly Notice[]
  /** The last sentences; several at once are all read, each when it comes. */
  spoken: readonly Spoken[]
}

/** How many sentences stay in the page; what was read long ago would only be found again by browsing. */
const kept = 4

/** How long a sentence waits, in milliseconds: the window that closes with it is gone by then, and the focus has moved. */
const pause = 100

let state: State = { notices: [], spoken: [] }
let lastId = 0
const changes = createListeners()

const set = (next: Partial<State>) => {
  state = { ...state, ...next }
  changes.tell()
}

/** Shows a message, with an action such as Undo if given; 6 seconds unless told otherwise. Gives the way to take it back. */
export function notify(
  text: string,
  { action, tone = 'plain', duration = 6000 }: Partial<Omit<Notice, 'id' | 'text'>> = {},
): () => void {
  const id = ++lastId
  const notice: Notice = { id, text, tone, duration, action }
  set({ notices: [...state.notices.slice(-2), notice] })
  announce(text, { isUrgent: tone === 'error' })
  return () => dismissNotice(id)
}

/** Tells screen readers something that is seen anyway, in a moment and once. */
export function announce(text: string, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
  const id = ++lastId
  setTimeout(
    () => set({ spoken: [...state.spoken.slice(1 - kept), { id, text, isUrgent, after: windowChanges() }] }),
    pause,
  )
}

/** Takes a message off the screen. */
export function dismissNotice(id: number): void {
  set({ notices: state.notices.filter((notice) => notice.id !== id) })
}

export const readNotices = (): State => state

export const watchNotices = changes.listen
