import type { DocUpdate, DocViewers, EntityRecord } from '@tavla/contract'
import { type ApiError, toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { createRecordCache } from './record-cache.ts'
import { createNotices, type NoticesPart } from './record-notices.ts'
import { type EntityState, statusOf } from './state.ts'

/** The actions of a screen on the open record of an entity. */
export interface OpenRecord {
  /** Opens a record with its cached or listed values while it is read again; the returned function closes it. */
  openRecord(id: string): () => void
  /** Reads the open record again and clears the notice; false when that failed, and nothing has changed. */
  reloadRecord(): Promise<boolean>
  setEditing(isEditing: boolean): void
  tellChanged: NoticesPart['tellChanged']
}

/** The open record for the store's other parts: reading it, and following others' changes. */
export interface RecordPart extends OpenRecord {
  /** Sets a record that the server has just returned. */
  take(record: EntityRecord): void
  /** This client ended the record itself: what the server says of it then is no news. */
  endHere(id: string): void
  handleUpdate(event: DocUpdate): void
  handleViewers(event: DocViewers): void
  handleJoined(): void
}

export function createRecord(context: StoreContext): RecordPart {
  const { entity, entities, live, state, gate } = context
  const cache = createRecordCache()
  let opening = 0
  let reading = 0
  let leaveRooms: (() => void) | undefined
  let endedHere: string | null = null
  const get = state.getSnapshot

  const read = async (): Promise<boolean> => {
    const { activeId } = get()
    if (activeId === null) return false
    const number = ++reading
    const isCurrent = () => number === reading && get().activeId === activeId
    try {
      const record = await entities.get(entity, activeId)
      if (!isCurrent()) return false
      cache.keep(record)
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null, notice: null })
      return true
    } catch (error) {
      if (isCurrent()) refuse(toApiError(error))
      return false
    }
  }

  /** Reads what the server works out again under a draft, whose other values stay as they are. */
  const readDerived = async () => {
    const { activeId } = get()
    if (activeId === null) return
    const fresh = await entities.get(entity, activeId).catch(() => null)
    const { activeEntity, isEditing, meta } = get()
    if (!fresh || !activeEntity || get().activeId !== activeId) return
    if (!isEditing) return void read()
    const derived = (meta?.doc_meta.fields ?? []).filter(({ formula, rollup }) => formula || rollup)
    const values = derived.flatMap(({ fieldname: name }) => (name in fresh ? [[name, fresh[name]] as const] : []))
    const { _recalculating } = fresh
    state.set({ activeEntity: { ...activeEntity, ...Object.fromEntries(values), _recalculating } })
  }

  const notices = createNotices(context, read)

  const tellDeleted = (user: string) => {
    if (get().activeId !== endedHere) notices.tellDeleted(user)
  }

  /** Keeps the visible record: old values are still useful, and a draft is never discarded. */
  const refuse = (problem: ApiError) => {
    const { activeStatus: status, isEditing } = get()
    // The server refuses an impossible id with 400 before it looks anything up.
    const failed = problem.code === 400 ? 'missing' : statusOf(problem)
    if (failed !== 'failed') cache.forget(get().activeId ?? '')
    if (failed === 'missing' && status === 'ready') return tellDeleted('')
    const isKept = status === 'ready' && (isEditing || failed === 'failed')
    state.set({ activeStatus: isKept ? status : failed, activeError: problem })
  }

  const join = (id: string) => {
    leaveRooms?.()
    leaveRooms = live.openRecord(entity, id)
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
      tellDeleted(user)
    } else if (action === 'renamed') {
      notices.tellRenamed(user, new_id)
    } else if (action === 'derived' && isEditing) {
      void readDerived()
    } else if (action === 'communication' || action === 'derived') {
      // A new message changes no draft.
      if (!isEditing) void read()
    } else if (action !== 'note' && (modified === null || modified !== activeEntity?.modified)) {
      if (isEditing) void notices.tellChanged(user)
      else void read()
    }
  }

  return {
    openRecord(id) {
      const number = ++opening
      endedHere = null
      state.set({ ...closed, activeId: id, activeEntity: cache.find(id, get()), activeStatus: 'loading' })
      join(id)
      void read()
      return () => {
        if (number === opening) leave()
      }
    },
    async reloadRecord() {
      const { activeStatus, activeId } = get()
      if (activeStatus !== 'ready') state.set({ activeStatus: 'loading', activeError: null })
      const isRead = await read()
      // The server refused the rooms of a record that was not there.
      if (isRead && activeId && activeStatus === 'missing') join(activeId)
      return isRead
    },
    setEditing(isEditing) {
      if (get().isEditing === isEditing) return
      const { notice } = get()
      state.set({ isEditing })
      if (!isEditing && notice?.kind === 'changed') void read()
    },
    tellChanged: notices.tellChanged,
    take(record) {
      cache.renew(record)
      if (get().activeId !== record.id) return
      reading++
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null })
    },
    endHere(id) {
      endedHere = id
    },
    // The event of an own save may arrive before its answer.
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
