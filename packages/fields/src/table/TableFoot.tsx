import type { FieldMeta } from '@tavla/contract'
import type { ReactNode } from 'react'
import type { TableRow } from '../table-rows.ts'
import { fieldUi } from '../ui-registry.ts'
import { footOf } from './foot.ts'

interface TableFootProps {
  columns: readonly FieldMeta[]
  rows: readonly TableRow[]
  /** The step at the start. */
  children?: ReactNode
}

/** The last line of a table: the step that adds a row, and the figures of the columns that have one. */
export function TableFoot({ columns, rows, children }: TableFootProps) {
  const [first] = rows
  const figures = columns.map((column) => ({ column, figure: first && footOf(column, rows) }))
  return (
    <div className="table-foot">
      <span className="table-foot-step">{children}</span>
      {figures.some(({ figure }) => figure !== undefined) &&
        figures.map(({ column, figure }) => {
          const { Cell, isNumeric } = fieldUi(column.fieldtype)
          return (
            <span key={column.fieldname} className="table-foot-figure" data-numeric={isNumeric || undefined}>
              {figure?.kind === 'value' && <Cell field={column} value={figure.value} values={first ?? {}} />}
              {figure?.kind === 'count' && <bdi className="numeric">{figure.value}</bdi>}
            </span>
          )
        })}
    </div>
  )
}
