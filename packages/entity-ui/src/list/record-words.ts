import type { EntityRecord } from '@tavla/contract'
import { createContext, type ReactNode } from 'react'

/** What a record is called where its title, its id and its states don't tell people what it is. */
export interface RecordWords {
  title: ReactNode
  /** In place of the id. */
  beside?: ReactNode
  states?: ReactNode
  /** Names of the fields that are told by these, and not once more below. */
  told: readonly string[]
}

/** Words for the records drawn below, in their rows and over their details; undefined for one that speaks for itself. */
export const RecordWordsContext = createContext<(record: EntityRecord) => RecordWords | undefined>(() => undefined)
