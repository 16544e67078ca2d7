import { type EntityState, type EntityStore, toApiError } from '@tavla/client'
import type { LaneStore } from '@tavla/client/lanes'
import type { EntityRecord } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import type { CalendarFields } from './calendar-fields.ts'
import { movedValues, type Shift } from './shift.ts'

interface EntryMoveOptions {
  state: EntityState
  store: EntityStore
  fields: CalendarFields
  laneFor: (record: EntityRecord) => LaneStore | undefined
  /** The days of a record in words. */
  daysText: (record: EntityRecord) => string
}

/**
 * Moves an entry to other days: it stands there at once, and is an ordinary save of its start and end. A refused one goes
 * back to its days, and a notice says why (reference: screens, Calendar).
 */
export function useEntryMove({ state, store, fields, laneFor, daysText }: EntryMoveOptions) {
  const { t } = useI18n()
  const { onSaved } = useEnvironment()
  const { entity } = state

  const show = (record: EntityRecord, former: EntityRecord) => {
    const [from, to] = [laneFor(former), laneFor(record)]
    if (from === to) return to?.take(record)
    from?.drop(former.id)
    to?.put(record, to.getSnapshot().activeList.length)
  }

  /** False when it was refused. */
  return async (record: EntityRecord, shift: Shift): Promise<boolean> => {
    const values = movedValues(record, fields, shift)
    const moved = { ...record, ...values }
    const before = Object.fromEntries(Object.keys(values).map((name) => [name, record[name] ?? null]))
    const base = record.modified === undefined ? {} : { modified: record.modified, _base: before }
    const body = { ...values, ...base }
    show(moved, record)
    try {
      const { entity: saved } = await store.update(record.id, body)
      laneFor(saved)?.take(saved)
      tellWritten(t, t('Moved to {0}', [daysText(saved)]), entity, record.id)
      onSaved(entity, saved, body)
      return true
    } catch (error) {
      show(record, moved)
      notify(errorMessage(toApiError(error), t), { tone: 'error', duration: 8000 })
      return false
    }
  }
}
