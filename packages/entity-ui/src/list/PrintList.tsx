import { type EntityState, type EntityStore, isRead } from '@tavla/client'
import type { EntityRecord } from '@tavla/contract'
import { Text } from '@tavla/i18n/react'
import { usePrinting } from '@tavla/ui'
import { PrintTable } from './PrintTable.tsx'
import type { RowFields } from './row-fields.ts'

interface PrintListProps {
  state: EntityState
  store: EntityStore
  fields: RowFields
  /** True while a record is open, which is printed instead. */
  isCovered: boolean
}

/**
 * The records for print: the screen draws only rows near its viewport, paper the first 500 of the list as a table, with
 * a note of the total number.
 */
export function PrintList({ state, store, fields, isCovered }: PrintListProps) {
  const printing = usePrinting<readonly EntityRecord[] | null>(async () => {
    if (isCovered) return null
    await store.initialise()
    return store.readForPaper()
  })
  if (!printing || isCovered || state.status !== 'ready') return null
  // The browser's own print menu leaves no time to read: only the rows in memory are printed.
  const all = printing.content ?? state.activeList
  const rows = all.map((record, index) => ({ record, index })).filter(({ record }) => isRead(record))
  const places = [(rows[0]?.index ?? -1) + 1, (rows.at(-1)?.index ?? -1) + 1, state.listInfo.totalCount]
  return (
    <PrintTable
      fields={fields}
      caption={<Text source="Records {0} to {1} of {2}" args={places} />}
      sections={[{ key: '', rows: rows.map(({ record }) => record) }]}
    />
  )
}
