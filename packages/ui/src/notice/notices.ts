import { createListeners } from '@tavla/client/listeners'
import { windowChanges } from '../overlay/top-window.ts'

/** A short message at the edge of the screen. */
export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'success' | 'error'
  action?:
    | {
        label: string
        onAction: () => void
        /** False: `Mod+Z` does not press it, since it takes nothing back. */
        hasKey?: boolean
      }
    | undefined
  /** Milliseconds until it disappears; the timer stops while it is hovered or focused. */
  duration: number
}

/** A sentence for screen readers. */
export interface Announcement {
  id: number
  text: string
  /** Interrupts the screen reader. */
  isUrgent: boolean
  /** Number of windows that had opened or closed by then. */
  after: number
}

interface State {
  notices: readonly Notice[]
  /** The last sentences; several at once are all read, each as it comes. */
  announcements: readonly Announcement[]
}

/** Number of sentences that stay in the page; readers who browse the page would find older ones again. */
const maxAnnouncements = 4

/**
 * Delay of an announcement, in milliseconds: until then the window that closes with it is gone and the focus has moved.
 */
const announceDelay = 100

let state: State = { notices: [], announcements: [] }
let lastId = 0
const changes = createListeners()

const set = (next: Partial<State>) => {
  state = { ...state, ...next }
  changes.tell()
}

/**
 * Shows a message, with an action such as Undo if given; for 6 seconds by default. Returns a function that withdraws
 * it.
 */
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

/** Announces a visible change to screen readers, once and after a short delay. */
export function announce(text: string, { isUrgent = false }: { isUrgent?: boolean } = {}): void {
  const id = ++lastId
  setTimeout(
    () =>
      set({
        announcements: [
          ...state.announcements.slice(1 - maxAnnouncements),
          { id, text, isUrgent, after: windowChanges() },
        ],
      }),
    announceDelay,
  )
}

/** Removes a message from the screen. */
export function dismissNotice(id: number): void {
  set({ notices: state.notices.filter((notice) => notice.id !== id) })
}

export const readNotices = (): State => state

export const watchNotices = changes.listen
