import type { EntityRecord, FieldMeta, Meta } from '@tavla/contract'
import { createContext, use } from 'react'
import type { CardFields } from '../board/board-fields.ts'
import type { CalendarFields } from './calendar-fields.ts'
import type { CarriedEntry } from './useEntryCarrying.ts'

/** The facts that every entry of a calendar needs. */
export interface CalendarParts {
  meta: Meta
  fields: CalendarFields
  /** The places of the other fields. */
  card: CardFields
  state: FieldMeta | undefined
  today: string
  active: string | null
  selected: ReadonlySet<string>
  carried: CarriedEntry | null
  hrefOf: (id: string) => string | undefined
  onOpen: (id: string) => void
  /** Undefined if records can't be selected. */
  onSelect: ((id: string, isRange?: boolean) => void) | undefined
  canMove: (record: EntityRecord) => boolean
  /** True if the end of an entry can be dragged. */
  canResize: boolean
}

export const CalendarContext = createContext<CalendarParts | null>(null)

export function useCalendarParts(): CalendarParts {
  const parts = use(CalendarContext)
  if (parts === null) throw new Error('The calendar is missing')
  return parts
}
