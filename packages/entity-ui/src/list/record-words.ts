import type { EntityRecord } from '@tavla/contract'
import { createContext, type ReactNode, use } from 'react'

/** A record's name in words, for records whose title, id and states are not understandable. */
export interface RecordWords {
  title: ReactNode
  /** Label of the column of these titles; absent: `Record`. */
  heading?: string
  /** Replaces the id. */
  beside?: ReactNode
  states?: ReactNode
  /** Names of the fields that these words already contain; they are not shown again. */
  told: readonly string[]
}

/** Provides the words of records in rows and details; undefined for a record that needs none. */
export const RecordWordsContext = createContext<(record: EntityRecord) => RecordWords | undefined>(() => undefined)

/** The words of a list's first record, which stand for all of its rows. */
export const useWordsOf = (first: EntityRecord | undefined): RecordWords | undefined =>
  use(RecordWordsContext)(first ?? noRecord)

const noRecord: EntityRecord = { id: '' }
