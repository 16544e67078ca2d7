import { type EntityState, type EntityStore, toApiError } from '@tavla/client'
import type { LaneStore } from '@tavla/client/lanes'
import type { EntityRecord, FieldMeta, OpenTransition } from '@tavla/contract'
import { errorMessage, useI18n } from '@tavla/i18n/react'
import { notify } from '@tavla/ui'
import { useEnvironment } from '../environment.ts'
import { currentOrder } from '../header/list-order.ts'
import { asksFirst, mayAsk } from '../transitions/transitions.ts'
import { tellWritten } from '../undo/undo-flow.ts'
import { placeInOrder } from './place-in-order.ts'

interface CardMoveOptions {
  /** Asks for what a transition wants to know first; resolves to the saved record, or to null when it was given up. */
  ask: (transition: OpenTransition, record: EntityRecord) => Promise<EntityRecord | null>
  state: EntityState
  store: EntityStore
  field: FieldMeta
  laneOf: (key: string | null) => LaneStore
  nameOf: (key: string | null) => string
}

export interface Move {
  record: EntityRecord
  from: string | null
  to: string | null
}

/**
 * Moves a card to another column: it stands there at once, and is an ordinary save of one field. A refused one goes back
 * to its place, and a notice says why (reference: screens, Board).
 */
export function useCardMove({ ask, state, store, field, laneOf, nameOf }: CardMoveOptions) {
  const { t } = useI18n()
  const { client, onSaved } = useEnvironment()
  const { entity, meta } = state
  const { fieldname } = field

  const movedTo = (record: EntityRecord, to: string | null): EntityRecord => {
    const { [fieldname]: _former, ...titles } = record._link_titles ?? {}
    const title = field.fieldtype === 'Link' && to !== null ? { [fieldname]: nameOf(to) } : {}
    return { ...record, [fieldname]: to, _link_titles: { ...titles, ...title } }
  }

  /** The index at which the card will stand. */
  const placeOf = (rows: readonly EntityRecord[], record: EntityRecord, to: string | null): number =>
    meta ? placeInOrder(rows, movedTo(record, to), currentOrder(state, meta)) : 0

  /** The transition that a drop takes, if it has to ask something; the record as it is stored comes with it. */
  const askingFor = async ({ record, to }: Move) => {
    if (!meta) return undefined
    const stored = await client.entities.get(entity, record.id)
    const transition = stored._transitions?.find((one) => one.to === to && one.allowed === 1)
    return transition && asksFirst(meta, stored, transition) ? { transition, stored } : undefined
  }

  const move = async (taken: Move): Promise<void> => {
    const { record, from, to } = taken
    if (!meta || !mayAsk(meta, fieldname, from, to)) return save(taken)
    // A save tells what cannot be read.
    const asking = await askingFor(taken).catch(() => undefined)
    if (!asking) return save(taken)
    const saved = await ask(asking.transition, asking.stored)
    if (!saved) return
    const [source, target] = [laneOf(from), laneOf(to)]
    source.drop(record.id)
    target.put(saved, placeOf(target.getSnapshot().activeList, saved, to))
    tellWritten(t, t('Moved to {0}', [nameOf(to)]), entity, record.id)
  }

  const save = async ({ record, from, to }: Move): Promise<void> => {
    const [source, target] = [laneOf(from), laneOf(to)]
    const moved = movedTo(record, to)
    const former = source.getSnapshot().activeList.findIndex(({ id }) => id === record.id)
    source.drop(record.id)
    target.put(moved, placeOf(target.getSnapshot().activeList, record, to))
    const base = record.modified === undefined ? {} : { modified: record.modified, _base: { [fieldname]: from } }
    const body = { [fieldname]: to, ...base }
    try {
      const { entity: saved } = await store.update(record.id, body)
      target.take(saved)
      tellWritten(t, t('Moved to {0}', [nameOf(to)]), entity, record.id)
      onSaved(entity, saved, body)
    } catch (error) {
      target.drop(record.id)
      source.put(record, Math.max(0, former))
      notify(errorMessage(toApiError(error), t), { tone: 'error', duration: 8000 })
    }
  }
  return { move, placeOf }
}
