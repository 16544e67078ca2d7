import type { DocUpdate, DocViewers, EntityRecord } from '@tavla/contract'
import { type ApiError, toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { createKnownRecords } from './known-records.ts'
import { createNotices, type NoticesPart } from './record-notices.ts'
import { type EntityState, statusOf } from './state.ts'

/** What a screen does with the open record of an entity. */
export interface OpenRecord {
  /** Opens a record from what was read of it before, or what the list knows, while it is read anew; the returned function leaves it. */
  openRecord(id: string): () => void
  /** Reads the open record again and clears the notice; false when that failed, and everything is as it was. */
  reloadRecord(): Promise<boolean>
  setEditing(isEditing: boolean): void
  tellChanged: NoticesPart['tellChanged']
}

/** The open record as the store's other parts see it: its reading, and how it follows what others do. */
export interface RecordPart extends OpenRecord {
  /** Takes over a record that the server just answered. */
  take(record: EntityRecord): void
  handleUpdate(event: DocUpdate): void
  handleViewers(event: DocViewers): void
  handleJoined(): void
}

export function createRecord(context: StoreContext): RecordPart {
  const { entity, entities, live, state, gate, ownDeletes } = context
  const known = createKnownRecords()
  let opening = 0
  let reading = 0
  let leaveRooms: (() => void) | undefined
  const get = state.getSnapshot

  const read = async (): Promise<boolean> => {
    const { activeId } = get()
    if (activeId === null) return false
    const number = ++reading
    const isCurrent = () => number === reading && get().activeId === activeId
    try {
      const record = await entities.get(entity, activeId)
      if (!isCurrent()) return false
      known.keep(record)
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null, notice: null })
      return true
    } catch (error) {
      if (isCurrent()) refuse(toApiError(error))
      return false
    }
  }

  const notices = createNotices(context, read)

  /** What is held stays: a record that was read is still worth reading, and a draft is never taken away. */
  const refuse = (problem: ApiError) => {
    const { activeStatus: status, isEditing } = get()
    // An address whose id can be none is refused before anything is looked up.
    const failed = problem.code === 400 ? 'missing' : statusOf(problem)
    if (failed !== 'failed') known.forget(get().activeId ?? '')
    if (failed === 'missing' && status === 'ready') return notices.tellDeleted('')
    const isKept = status === 'ready' && (isEditing || failed === 'failed')
    state.set({ activeStatus: isKept ? status : failed, activeError: problem })
  }

  const leave = () => {
    leaveRooms?.()
    leaveRooms = undefined
    reading++
    state.set({ ...closed })
  }

  const follow = ({ id, action, user, new_id, modified }: DocUpdate) => {
    const { activeId, activeEntity, isEditing } = get()
    if (id !== activeId) return
    if (action === 'deleted') {
      if (!ownDeletes.has(id)) notices.tellDeleted(user)
    } else if (action === 'renamed') {
      notices.tellRenamed(user, new_id)
    } else if (action === 'communication') {
      // Something was written about it, which touches its counts and no draft.
      if (!isEditing) void read()
    } else if (modified === null || modified !== activeEntity?.modified) {
      if (isEditing) void notices.tellChanged(user)
      else void read()
    }
  }

  return {
    openRecord(id) {
      const number = ++opening
      leaveRooms?.()
      state.set({ ...closed, activeId: id, activeEntity: known.find(id, get()), activeStatus: 'loading' })
      leaveRooms = live.openRecord(entity, id)
      void read()
      return () => {
        if (number === opening) leave()
      }
    },
    reloadRecord() {
      if (get().activeStatus !== 'ready') state.set({ activeStatus: 'loading', activeError: null })
      return read()
    },
    setEditing(isEditing) {
      if (get().isEditing === isEditing) return
      const { notice } = get()
      state.set({ isEditing })
      if (!isEditing && notice?.kind === 'changed') void read()
    },
    tellChanged: notices.tellChanged,
    take(record) {
      known.renew(record)
      if (get().activeId !== record.id) return
      reading++
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null })
    },
    // An own save may be told of before it is answered.
    handleUpdate: (event) => gate.after(() => follow(event)),
    handleViewers({ id, users }) {
      if (id === get().activeId) state.set({ viewers: users })
    },
    handleJoined() {
      void (get().isEditing ? notices.checkDraft() : read())
    },
  }
}

const closed: Partial<EntityState> = {
  activeId: null,
  activeEntity: null,
  activeStatus: 'idle',
  activeError: null,
  isEditing: false,
  notice: null,
  viewers: [],
}
