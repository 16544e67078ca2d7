import type { DocUpdate, DocViewers, ListUpdate } from '@tavla/contract'
import { copiedAt } from '../copy-times.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import type { LivePart } from './list-live.ts'
import type { RecordPart } from './record.ts'
import { isRead } from './rows.ts'

/** The events of its connection that the client passes to a store. */
export interface LiveEvents {
  handleEvent(name: string, payload: unknown): void
  /** `isAgain`: after a lost connection. */
  handleJoined(isAgain: boolean): void
  /** The server answers again: reads whatever failed while it was away, or came from a copy. */
  handleReturn(): void
}

interface Parts {
  list: ListPart
  updates: LivePart
  record: RecordPart
  /** True while a screen shows the list. */
  isListed(): boolean
}

export function createLiveEvents(context: StoreContext, { list, updates, record, isListed }: Parts): LiveEvents {
  const { entity, metas, state } = context
  const get = state.getSnapshot

  const reloadMeta = async () => {
    const before = get().meta
    metas.invalidate(entity)
    list.applyMeta(await metas.get(entity))
    if (get().meta !== before && isListed()) await list.reload(false, list.pages.view.last + 1)
  }

  const isCopied = () => copiedAt(get().activeList.find(isRead) ?? get().listMeta.fieldInfo) !== undefined

  const hasFailed = () => isListed() && (get().status === 'failed' || list.request.isBehind)

  return {
    handleEvent(name, payload) {
      const event = payload as { entity?: unknown; id?: unknown }
      if (event.entity === 'Entity' && event.id === entity && (name === 'doc_update' || name === 'list_update')) {
        if (get().meta) void reloadMeta().catch(() => undefined)
      }
      if (event.entity !== entity) return
      if (name === 'list_update' && isListed()) updates.handle(payload as ListUpdate)
      if (name === 'doc_update') record.handleUpdate(payload as DocUpdate)
      if (name === 'doc_viewers') record.handleViewers(payload as DocViewers)
    },
    handleJoined(isAgain) {
      // A list that could not be read while the server was away starts again.
      if (isAgain && hasFailed()) void list.retry()
      else if (isListed()) updates.handleJoined()
      record.handleJoined()
    },
    handleReturn() {
      if (hasFailed()) void list.retry()
      else if (isListed() && isCopied()) updates.handleJoined()
      if (get().activeStatus === 'failed') void record.reloadRecord()
      else if (copiedAt(get().activeEntity)) record.handleJoined()
      if (copiedAt(get().meta)) void reloadMeta().catch(() => undefined)
    },
  }
}
