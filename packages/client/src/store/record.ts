import type { DocUpdate, DocViewers, EntityRecord } from '@tavla/contract'
import { toApiError } from '../api-error.ts'
import type { StoreContext } from './context.ts'
import { type EntityState, statusOf } from './state.ts'

/** The open record of an entity: reading it, following it live, and its draft's notices (contract 4.4). */
export interface RecordPart {
  /** Opens a record from what the list knows while the rest arrives; the returned function leaves it. */
  open(id: string): () => void
  /** Reads the open record again and clears the notice. */
  reload(): Promise<void>
  /** Takes over a record that the server just answered. */
  take(record: EntityRecord): void
  setEditing(isEditing: boolean): void
  /** Reads the communications of the open record. */
  loadCommunications(): Promise<void>
  handleUpdate(event: DocUpdate): void
  handleViewers(event: DocViewers): void
  handleJoined(): void
}

export function createRecord({ entity, entities, app, live, state, gate, ownDeletes }: StoreContext): RecordPart {
  let opening = 0
  let reading = 0
  let leaveRooms: (() => void) | undefined
  const get = state.getSnapshot

  const read = async () => {
    const { activeId } = get()
    if (activeId === null) return
    const number = ++reading
    try {
      const record = await entities.get(entity, activeId)
      if (number === reading && get().activeId === activeId)
        state.set({ activeEntity: record, activeStatus: 'ready', activeError: null, notice: null })
    } catch (error) {
      if (number !== reading || get().activeId !== activeId) return
      const problem = toApiError(error)
      if (problem.code === 404 && get().activeStatus === 'ready') tellDeleted('')
      else state.set({ activeStatus: statusOf(problem), activeError: problem })
    }
  }

  /** Whether what is being edited has changed unheard; the draft stays. */
  const checkDraft = async () => {
    const { activeId, activeEntity } = get()
    if (activeId === null) return
    try {
      const { modified, modified_by: user } = await entities.get(entity, activeId)
      if (get().activeId !== activeId || !get().isEditing || activeEntity !== get().activeEntity) return
      if (modified !== activeEntity?.modified) state.set({ notice: { kind: 'changed', user: user ?? '', newId: null } })
    } catch (error) {
      if (get().activeId === activeId && toApiError(error).code === 404) tellDeleted('')
    }
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
      void part.loadCommunications()
      if (!isEditing) void read()
    } else if (event.modified === null || event.modified !== activeEntity?.modified) {
      if (isEditing) state.set({ notice: { kind: 'changed', user: event.user, newId: null } })
      else void read()
    }
  }

  const part: RecordPart = {
    open(id) {
      const number = ++opening
      leaveRooms?.()
      const { activeId, activeEntity, activeList } = get()
      const known = (activeId === id && activeEntity) || activeList.find((row) => row.id === id) || null
      state.set({ ...closed, activeId: id, activeEntity: known, activeStatus: 'loading' })
      leaveRooms = live.openRecord(entity, id)
      void read()
      return () => {
        if (number === opening) leave()
      }
    },
    reload: read,
    take(record) {
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
    async loadCommunications() {
      const { activeId, activeEntity } = get()
      if (activeId === null) return
      const contact = activeEntity?.whatsapp_contact_id
      const { communications } = await app.communications({
        entity,
        id: activeId,
        ...(typeof contact === 'string' && { whatsapp_contact_id: contact }),
      })
      if (get().activeId === activeId) state.set({ communications })
    },
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
  communications: [],
}
