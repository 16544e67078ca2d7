import type { ListUpdate } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import { timing } from '../timing.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import type { ListChanges, RefreshPart } from './list-refresh.ts'
import { statusOf } from './state.ts'

/**
 * Live updates of a list (reference: live-events, In the client): at most one refetch in 300 ms, and rows never move
 * while the reader works with them.
 */
export interface LivePart {
  handle(event: ListUpdate): void
  /** The room was joined after the list was read: the list may have missed changes. */
  handleJoined(): void
  /** The reader scrolled: stale rows may have become visible, or the list is back at its top. */
  handleMove(): void
  /** Keeps every row at its place until the returned function is called. */
  hold(): () => void
  stop(): void
}

export function createListLive(context: StoreContext, list: ListPart, refresh: RefreshPart): LivePart {
  const { state, gate, ownDeletes } = context
  let queue: NamedUpdate[] = []
  /** Some unnamed record changed. */
  let isVeiled = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let lastStart = Number.NEGATIVE_INFINITY
  let isRunning = false
  /** Stale rows became visible, or new rows may be inserted. */
  let isDue = false
  /** Number of the last request before the room was joined: that read and all earlier ones may have missed changes. */
  let joinedAfter: number | undefined
  /** Rows stayed at their places, and those that no longer match may have old values. */
  let isHeldBack = false
  /** Number of holds on the rows, such as a card that asks whether to delete a record. */
  let holds = 0
  const get = state.getSnapshot

  const isBusy = () => get().isEditing || get().selected.length > 0
  const isCalm = () => list.pages.view.isAtTop && !isBusy() && holds === 0

  const isOwn = ({ action, id, modified }: NamedUpdate) => {
    if (action === 'deleted') return ownDeletes.delete(id)
    if (action !== 'created' && action !== 'updated') return false
    return modified !== null && get().activeList.some((row) => row.id === id && row.modified === modified)
  }

  const schedule = () => {
    if (timer !== undefined || isRunning) return
    const isPressing = queue.length > 0 || isDue || joinedAfter !== undefined
    const pause = isPressing ? timing.listRefetch : timing.veiledRefetch
    const wait = Math.max(0, lastStart + pause - performance.now())
    timer = setTimeout(() => {
      timer = undefined
      gate.after(() => void run())
    }, wait)
  }

  /** Waits, since an answer on its way may be older than the event. */
  const postpone = () => {
    lastStart = performance.now()
    schedule()
  }

  const run = async () => {
    const { status, isLoading } = get()
    if (isRunning) return
    if (isLoading || status === 'loading') return postpone()
    const events = queue.filter((event) => !isOwn(event))
    const wasDue = isDue
    const wasVeiled = isVeiled || joinedAfter !== undefined
    forget()
    const isNews = events.length > 0 || wasVeiled
    if (status !== 'ready' || (!isNews && !wasDue)) return
    if (list.request.isBehind) return void list.reload()
    isRunning = true
    lastStart = performance.now()
    try {
      if (isNews) refresh.markStale()
      const mayMove = () => {
        isHeldBack = isBusy()
        return isNews ? isCalm() : holds === 0
      }
      if (mayMove()) await refresh.refetchView(mayMove)
      else if (wasVeiled || !isNews) await refresh.refreshAllInPlace()
      else await refresh.refreshInPlace(changesOf(events))
    } catch (error) {
      // The rows stay stale; the reader's next move or the next event reads them again. A person who may no longer see
      // them is told.
      if (statusOf(toApiError(error)) !== 'failed') void list.reload()
    }
    isRunning = false
    if (queue.length > 0 || isDue || isVeiled || joinedAfter !== undefined) schedule()
  }

  const forget = () => {
    queue = []
    isDue = false
    isVeiled = false
    joinedAfter = undefined
  }

  const { onReplaced } = list
  list.onReplaced = () => {
    onReplaced()
    isDue = false
    isHeldBack = false
    if (joinedAfter !== undefined && list.request.generation > joinedAfter) joinedAfter = undefined
  }

  const part: LivePart = {
    handle(event) {
      if (isNamed(event)) queue.push(event)
      else isVeiled = true
      schedule()
    },
    handleJoined() {
      refresh.markStale()
      joinedAfter = list.request.generation
      schedule()
    },
    handleMove() {
      const hasNews = get().newRecords > 0 && isCalm()
      if (!hasNews && !refresh.isViewStale()) return
      isDue = true
      schedule()
    },
    hold() {
      holds++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        holds--
        part.handleMove()
      }
    },
    stop() {
      clearTimeout(timer)
      timer = undefined
      isHeldBack = false
      forget()
    },
  }
  // Rows that stayed for the reader's sake are read again when nothing is selected or edited any more.
  let wasBusy = false
  state.subscribe(() => {
    const isOver = wasBusy && !isBusy()
    wasBusy = isBusy()
    if (!isOver || !isHeldBack) return
    isDue = true
    schedule()
  })
  return part
}

type NamedUpdate = ListUpdate & { id: string }

const isNamed = (event: ListUpdate): event is NamedUpdate => event.id !== null

function changesOf(events: readonly NamedUpdate[]): ListChanges {
  const created = new Set<string>()
  const changed = new Set<string>()
  const deleted = new Set<string>()
  const renamed = new Map<string, string>()
  for (const { action, id, new_id } of events) {
    if (action === 'created') created.add(id)
    else if (action === 'deleted') {
      deleted.add(id)
      created.delete(id)
    } else {
      changed.add(id)
      if (action === 'renamed' && new_id) renamed.set(id, new_id)
    }
  }
  return { changed, created, deleted, renamed }
}
