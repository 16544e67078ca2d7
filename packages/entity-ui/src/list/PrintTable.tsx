import type { EntityRecord, FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { Text } from '@tavla/i18n/react'
import type { ReactNode } from 'react'
import { Cell } from './Cell.tsx'
import { RecordTitle } from './RecordTitle.tsx'
import type { RowFields } from './row-fields.ts'
import './print-list.css'

/** Records that stand together on paper, under a head if there is one. */
export interface PaperSection {
  key: string
  head?: ReactNode
  rows: readonly EntityRecord[]
}

interface PrintTableProps {
  fields: RowFields
  caption: ReactNode
  sections: readonly PaperSection[]
}

/** Records as a table for paper. */
export function PrintTable({ fields, caption, sections }: PrintTableProps) {
  const columns = [...fields.pills, ...fields.others]
  return (
    <table className="print-list">
      <caption>{caption}</caption>
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
      {sections.map(({ key, head, rows }) => (
        <tbody key={key}>
          {head !== undefined && (
            <tr className="print-group">
              <th scope="rowgroup" colSpan={columns.length + (fields.title ? 2 : 1)}>
                {head}
              </th>
            </tr>
          )}
          {rows.map((record) => (
            <tr key={record.id}>
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
      ))}
    </table>
  )
}

const isNumeric = (field: FieldMeta) => fieldUi(field.fieldtype).isNumeric || undefined
