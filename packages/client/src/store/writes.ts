import type { EntityRecord, SavedAnswer } from '@tavla/contract'
import { lastChangeOf } from '../waiting.ts'
import type { StoreContext } from './context.ts'
import type { ListPart } from './list.ts'
import type { RefreshPart } from './list-refresh.ts'
import type { RecordPart } from './record.ts'
import { mergeRow, mergeRows, withoutRows } from './rows.ts'

/**
 * Writes to an entity's records, and the draft of a new one. List and record show a write at once; failures
 * throw ApiError.
 */
export interface RecordWrites {
  setDraft(fieldname: string, value: unknown): void
  clearDraft(): void
  /** Creates from the draft, or from `fields`; clears the draft and shows the list from its top. */
  create(fields?: Readonly<Record<string, unknown>>): Promise<EntityRecord>
  /** Saves the given fields of a record; with `_base` a late save is merged. */
  update(id: string, fields: Readonly<Record<string, unknown>>): Promise<SavedAnswer>
  /** Saves the given fields of up to 500 records, each with its id, all or nothing and as one operation. */
  updateMany(changes: readonly Readonly<Record<string, unknown>>[]): Promise<readonly EntityRecord[]>
  /** `query` is added to the call, such as `confirm_data_loss`. */
  remove(id: string, query?: Readonly<Record<string, unknown>>): Promise<void>
  /** Sets the same values in every selected record, all or nothing; returns how many. */
  updateSelected(fields: Readonly<Record<string, unknown>>): Promise<number>
  /** Gives a record another id; returns the id that the server assigned. */
  rename(id: string, newId: string): Promise<string>
  runAction<T = unknown>(id: string, action: string, data?: unknown): Promise<T>
  /** The same for an action after which the record is gone, such as bringing it back from the trash. */
  runLastAction<T = unknown>(id: string, action: string, data?: unknown): Promise<T>
  /** Shows a record that was written elsewhere. */
  take(record: EntityRecord): void
  /** Takes a record out of the list, whose end was decided elsewhere. */
  drop(id: string): void
}

interface Parts {
  list: ListPart
  refresh: RefreshPart
  record: RecordPart
  /** True while a screen shows the list. */
  isListed(): boolean
}

export function createWrites(context: StoreContext, { list, refresh, record, isListed }: Parts): RecordWrites {
  const { entity, entities, state, gate, ownDeletes } = context
  const get = state.getSnapshot

  const takeRecord = (saved: EntityRecord) => {
    state.set({ activeList: mergeRow(get().activeList, saved) })
    record.take(saved)
  }

  /** One state for all, so that hundreds of records are one rendering. */
  const takeRecords = (saved: readonly EntityRecord[]) => {
    state.set({ activeList: mergeRows(get().activeList, saved) })
    for (const one of saved) record.take(one)
  }

  const addRow = (made: EntityRecord) => {
    const { activeList, listInfo } = get()
    const { totalCount, itemsLoaded } = listInfo
    state.set({
      activeList: [made, ...activeList],
      listInfo: { ...listInfo, totalCount: totalCount + 1, itemsLoaded: itemsLoaded + 1, resetScroll: true },
    })
  }

  const dropRow = (id: string) => {
    const { activeList, listInfo, selected } = get()
    const kept = withoutRows(activeList, new Set([id]))
    state.set({
      activeList: kept,
      selected: selected.filter((one) => one !== id),
      listInfo: { ...listInfo, totalCount: listInfo.totalCount - 1, itemsLoaded: kept.length },
    })
  }

  const takeAway = (id: string) => {
    ownDeletes.add(id)
    record.endHere(id)
    dropRow(id)
  }

  const renameRow = (id: string, name: string) => {
    const { activeList, selected } = get()
    state.set({
      activeList: activeList.map((row) => (row.id === id ? { ...row, id: name } : row)),
      selected: selected.map((one) => (one === id ? name : one)),
    })
  }

  return {
    setDraft: (fieldname, value) => state.set({ newEntity: { ...get().newEntity, [fieldname]: value } }),
    clearDraft: () => state.set({ newEntity: {} }),
    create: (fields = get().newEntity) =>
      gate.run(async () => {
        const made = await entities.create(entity, fields)
        state.set({ newEntity: {} })
        // A list that cannot be read now shows the new record all the same.
        if (lastChangeOf(entity, made.id)) addRow(made)
        else if (isListed()) await list.requery({})
        return made
      }),
    update: (id, fields) =>
      gate.run(async () => {
        const saved = await entities.update(entity, { ...fields, id })
        takeRecord(saved.entity)
        return saved
      }),
    updateMany: (changes) =>
      gate.run(async () => {
        const { entities: saved } = await entities.bulkUpdate(entity, changes)
        takeRecords(saved)
        return saved
      }),
    remove: (id, query) =>
      gate.run(async () => {
        await entities.remove(entity, id, query)
        takeAway(id)
      }),
    updateSelected: (fields) =>
      gate.run(async () => {
        const changes = get().selected.map((id) => ({ ...fields, id }))
        const { entities: saved, count } = await entities.bulkUpdate(entity, changes)
        takeRecords(saved)
        state.set({ selected: [] })
        // The visible rows may now have another order, or no longer match; the reader's place stays.
        refresh.markStale()
        void refresh.refetchView().catch(() => undefined)
        return count
      }),
    rename: (id, newId) =>
      gate.run(async () => {
        const name = await entities.rename(id, newId, entity)
        renameRow(id, name)
        return name
      }),
    runAction: (id, action, data) => gate.run(() => entities.runAction(entity, id, action, data)),
    runLastAction: <T>(id: string, action: string, data?: unknown) =>
      gate.run(async () => {
        const answer = await entities.runAction<T>(entity, id, action, data)
        takeAway(id)
        return answer
      }),
    take: takeRecord,
    drop(id) {
      if (get().activeList.some((row) => row.id === id)) dropRow(id)
    },
  }
}
