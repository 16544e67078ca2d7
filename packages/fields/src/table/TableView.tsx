import { textOf } from '@tavla/contract'
import { scopeOf, Text, TextScope, useI18n } from '@tavla/i18n/react'
import { AlignedColumns } from '../AlignedColumns.tsx'
import { useFieldForm } from '../field-context.ts'
import { isBlank } from '../is-blank.ts'
import { readRows } from '../table-rows.ts'
import { useDrawnRows } from '../ui-drawn.ts'
import { fieldUi } from '../ui-registry.ts'
import type { FieldViewProps } from '../ui-types.ts'
import { TableFoot } from './TableFoot.tsx'
import { tableFields } from './table-fields.ts'
import { isNarrowCell, tracksOf } from './ui-tracks.ts'
import './table.css'

function Rows({ field, value }: FieldViewProps) {
  const { t } = useI18n()
  const { meta } = useFieldForm()
  const shown = tableFields(meta, field)
  const { columns } = shown
  const rows = readRows(value)
  const drawn = useDrawnRows(field.fieldname)
  return (
    <section className="table-view" aria-label={t(field.label)} style={tracksOf(shown)}>
      <table>
        <thead>
          <tr className="table-head">
            <th scope="col">
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
              <tr key={row.id ?? index} className="table-row">
                <td className="table-place numeric">{index + 1}</td>
                {columns.map((column) => {
                  const { Cell, View, linksTo, isNumeric } = fieldUi(column.fieldtype)
                  const value = row[column.fieldname]
                  // A link leads to its record.
                  const Shown = linksTo && !isBlank(value) ? View : Cell
                  return (
                    <td
                      key={column.fieldname}
                      className="table-cell"
                      data-numeric={isNumeric || undefined}
                      data-narrow={isNarrowCell(column) || undefined}
                    >
                      {/* The head says it where there is one. */}
                      <span className="table-label" aria-hidden="true">
                        <Text source={column.label} />
                      </span>
                      {drawn?.of(row).get(column.fieldname)?.hidden !== 1 && (
                        <Shown field={column} value={value} values={row} />
                      )}
                    </td>
                  )
                })}
              </tr>
            ))}
          </AlignedColumns>
        </tbody>
      </table>
      <TableFoot columns={columns} rows={rows} />
    </section>
  )
}

/** The rows of a Table field, read-only, in the words of their entity. */
export default function TableView(props: FieldViewProps) {
  return (
    <TextScope value={scopeOf(textOf(props.field.options))}>
      <Rows {...props} />
    </TextScope>
  )
}
