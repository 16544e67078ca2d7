/** A short message at the edge of the screen. */
export interface Notice {
  id: number
  text: string
  tone: 'plain' | 'success' | 'error'
  action?: { label: string; onAction: () => void } | undefined
  /** Milliseconds until it goes; the clock stands still while it is hovered or focused. */
  duration: number
}

interface State {
  notices: readonly Notice[]
  /** What screen readers are told. */
  spoken: string
}

let state: State = { notices: [], spoken: '' }
let lastId = 0
const listeners = new Set<() => void>()

const set = (next: Partial<State>) => {
  state = { ...state, ...next }
  for (const listener of listeners) listener()
}

/** Shows a message, with an action such as Undo if given; 6 seconds unless told otherwise. Gives the way to take it back. */
export function notify(
  text: string,
  { action, tone = 'plain', duration = 6000 }: Partial<Omit<Notice, 'id' | 'text'>> = {},
): () => void {
  const id = ++lastId
  const notice: Notice = { id, text, tone, duration, action }
  set({ notices: [...state.notices.slice(-2), notice] })
  announce(text)
  return () => dismissNotice(id)
}

/** Tells screen readers something that is seen anyway. */
export function announce(text: string): void {
  // The same sentence twice has to differ, or it is not read again.
  set({ spoken: text === state.spoken ? `${text}\u00a0` : text })
}

/** Takes a message off the screen. */
export function dismissNotice(id: number): void {
  set({ notices: state.notices.filter((notice) => notice.id !== id) })
}

export const readNotices = (): State => state

export function watchNotices(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
