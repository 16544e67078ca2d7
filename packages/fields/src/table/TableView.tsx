import { Text, useI18n } from '@tavla/i18n/react'
import { AlignedColumns } from '../AlignedColumns.tsx'
import { useFieldForm } from '../field-context.ts'
import { readRows } from '../table-rows.ts'
import { fieldUi } from '../ui-registry.ts'
import type { FieldViewProps } from '../ui-types.ts'
import { tableFields } from './table-fields.ts'
import './table.css'

/** The rows of a Table field, read-only. */
export default function TableView({ field, value }: FieldViewProps) {
  const { t } = useI18n()
  const { meta } = useFieldForm()
  const { columns } = tableFields(meta, field)
  const rows = readRows(value)
  return (
    <section className="table-view" aria-label={t(field.label)}>
      <table>
        <thead>
          <tr>
            <th scope="col" className="table-number">
              <span className="visually-hidden">#</span>
            </th>
            {columns.map((column) => (
              <th key={column.fieldname} scope="col" data-numeric={fieldUi(column.fieldtype).isNumeric || undefined}>
                <Text source={column.label} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <AlignedColumns fields={columns} rows={rows}>
            {rows.map((row, index) => (
              <tr key={row.id ?? index}>
                <td className="table-number numeric">{index + 1}</td>
                {columns.map((column) => {
                  const { Cell, isNumeric } = fieldUi(column.fieldtype)
                  return (
                    <td key={column.fieldname} data-numeric={isNumeric || undefined}>
                      <Cell field={column} value={row[column.fieldname]} values={row} />
                    </td>
                  )
                })}
              </tr>
            ))}
          </AlignedColumns>
        </tbody>
      </table>
    </section>
  )
}
