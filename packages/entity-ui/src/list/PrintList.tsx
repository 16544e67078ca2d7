import { type EntityState, type EntityStore, isRead } from '@tavla/client'
import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import { usePrinting } from '@tavla/ui'
import { Cell } from './Cell.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import type { RowFields } from './row-fields.ts'
import './print-list.css'

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
  const columns = [...fields.pills, ...fields.others]
  // The browser's own print menu leaves no time to read: only the rows in memory are printed.
  const all = printing.content ?? state.activeList
  const rows = all.map((record, index) => ({ record, index })).filter(({ record }) => isRead(record))
  const places = [(rows[0]?.index ?? -1) + 1, (rows.at(-1)?.index ?? -1) + 1, state.listInfo.totalCount]
  return (
    <table className="print-list">
      <caption>
        <Text source="Records {0} to {1} of {2}" args={places} />
      </caption>
      <thead>
        <tr>
          <th scope="col">{fields.title ? <Text source={fields.title.label} /> : <Text source="ID" />}</th>
          {fields.title && (
            <th scope="col">
              <Text source="ID" />
            </th>
          )}
          {columns.map((field) => (
            <th key={field.fieldname} scope="col" data-numeric={isNumeric(field)}>
              <Text source={field.label} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(({ record, index }) => (
          <tr key={index}>
            <th scope="row">
              <RecordTitle record={record} field={fields.title} />
            </th>
            {fields.title && (
              <td>
                <bdi dir="ltr">{record.id}</bdi>
              </td>
            )}
            {columns.map((field) => (
              <td key={field.fieldname} data-numeric={isNumeric(field)}>
                <Cell field={field} record={record} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const isNumeric = (field: FieldMeta) => fieldUi(field.fieldtype).isNumeric || undefined
