import type { DocUpdate, DocViewers, EntityRecord } from '@tavla/contract'
import { type ApiError, toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { isRead } from './rows.ts'
import { type EntityState, type RecordNotice, statusOf } from './state.ts'

/** Records that were read lately and are kept, for those who come back to them. */
const keptRecords = 20

/** The open record of an entity: reading it, following it live, and its draft's notices (contract 4.4). */
export interface RecordPart {
  /** Opens a record from what was read of it before, or what the list knows, while it is read anew; the returned function leaves it. */
  open(id: string): () => void
  /** Reads the open record again and clears the notice; false when that failed, and everything is as it was. */
  reload(): Promise<boolean>
  /** Takes over a record that the server just answered. */
  take(record: EntityRecord): void
  setEditing(isEditing: boolean): void
  /** Tells that `user` changed the record under the draft. */
  tellChanged(user: string): Promise<void>
  handleUpdate(event: DocUpdate): void
  handleViewers(event: DocViewers): void
  handleJoined(): void
}

export function createRecord({ entity, entities, live, state, gate, ownDeletes }: StoreContext): RecordPart {
  let opening = 0
  let reading = 0
  let leaveRooms: (() => void) | undefined
  /** By id, the one read last at the end. */
  const kept = new Map<string, EntityRecord>()
  const get = state.getSnapshot

  const keep = (record: EntityRecord) => {
    kept.delete(record.id)
    kept.set(record.id, record)
    for (const oldest of kept.keys()) if (kept.size > keptRecords) kept.delete(oldest)
  }

  const knownOf = (id: string): EntityRecord | null => {
    const { activeId, activeEntity, activeList } = get()
    if (activeId === id && activeEntity) return activeEntity
    const row = activeList.find((one) => one.id === id && isRead(one))
    const former = kept.get(id)
    // Where the list has heard of a change, its few values are worth more than all former ones.
    return former && (!row || row.modified === former.modified) ? former : (row ?? null)
  }

  const read = async (): Promise<boolean> => {
    const { activeId } = get()
    if (activeId === null) return false
    const number = ++reading
    const isCurrent = () => number === reading && get().activeId === activeId
    try {
      const record = await entities.get(entity, activeId)
      if (!isCurrent()) return false
      keep(record)
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null, notice: null })
      return true
    } catch (error) {
      if (isCurrent()) refuse(toApiError(error))
      return false
    }
  }

  /** What is held stays: a record that was read is still worth reading, and a draft is never taken away. */
  const refuse = (problem: ApiError) => {
    const { activeStatus: status, isEditing } = get()
    // An address whose id can be none is refused before anything is looked up.
    const failed = problem.code === 400 ? 'missing' : statusOf(problem)
    if (failed !== 'failed') kept.delete(get().activeId ?? '')
    if (failed === 'missing' && status === 'ready') return tellDeleted('')
    const isKept = status === 'ready' && (isEditing || failed === 'failed')
    state.set({ activeStatus: isKept ? status : failed, activeError: problem })
  }

  /** Whether what is being edited has changed unheard; the draft stays. */
  const checkDraft = async () => {
    const { activeId, activeEntity } = get()
    if (activeId === null) return
    try {
      const fresh = await entities.get(entity, activeId)
      if (get().activeId !== activeId || !get().isEditing || activeEntity !== get().activeEntity) return
      state.set({ activeError: null })
      if (fresh.modified !== activeEntity?.modified) state.set({ notice: changedBy(fresh) })
    } catch (error) {
      if (get().activeId === activeId && toApiError(error).code === 404) tellDeleted('')
    }
  }

  const tellChanged = async (user: string) => {
    const { activeId, viewers } = get()
    if (activeId === null) return
    const name = viewers.find((viewer) => viewer.id === user)?.full_name
    // Who has left by now is known to the server alone.
    const fresh = name ? null : await entities.get(entity, activeId).catch(() => null)
    if (get().activeId !== activeId) return
    if (!get().isEditing) return void read()
    const told = fresh?.modified_by === user ? changedBy(fresh) : { ...changed, user, ...(name && { name }) }
    state.set({ notice: told })
  }

  const tellDeleted = (user: string) => state.set({ notice: { kind: 'deleted', user, newId: null } })

  const leave = () => {
    leaveRooms?.()
    leaveRooms = undefined
    reading++
    state.set({ ...closed })
  }

  const handleUpdate = (event: DocUpdate) => {
    const { activeId, activeEntity, isEditing } = get()
    if (event.id !== activeId) return
    if (event.action === 'deleted') {
      if (!ownDeletes.has(event.id)) tellDeleted(event.user)
    } else if (event.action === 'renamed') {
      state.set({ notice: { kind: 'renamed', user: event.user, newId: event.new_id } })
    } else if (event.action === 'communication') {
      // Something was written about it; its counts alone are others now, which no draft touches.
      if (!isEditing) void read()
    } else if (event.modified === null || event.modified !== activeEntity?.modified) {
      if (isEditing) void tellChanged(event.user)
      else void read()
    }
  }

  const part: RecordPart = {
    open(id) {
      const number = ++opening
      leaveRooms?.()
      state.set({ ...closed, activeId: id, activeEntity: knownOf(id), activeStatus: 'loading' })
      leaveRooms = live.openRecord(entity, id)
      void read()
      return () => {
        if (number === opening) leave()
      }
    },
    reload() {
      if (get().activeStatus !== 'ready') state.set({ activeStatus: 'loading', activeError: null })
      return read()
    },
    take(record) {
      if (kept.has(record.id)) keep(record)
      if (get().activeId !== record.id) return
      reading++
      state.set({ activeEntity: record, activeStatus: 'ready', activeError: null })
    },
    setEditing(isEditing) {
      if (get().isEditing === isEditing) return
      const { notice } = get()
      state.set({ isEditing })
      if (!isEditing && notice?.kind === 'changed') void read()
    },
    tellChanged,
    // An own save may be told of before it is answered.
    handleUpdate: (event) => gate.after(() => handleUpdate(event)),
    handleViewers({ id, users }) {
      if (id === get().activeId) state.set({ viewers: users })
    },
    handleJoined() {
      void (get().isEditing ? checkDraft() : read())
    },
  }
  return part
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

const changed: RecordNotice = { kind: 'changed', user: '', newId: null }

function changedBy({ modified_by: user = '', _link_titles: titles }: EntityRecord): RecordNotice {
  const name = titles?.modified_by
  return { ...changed, user, ...(name !== undefined && { name }) }
}
