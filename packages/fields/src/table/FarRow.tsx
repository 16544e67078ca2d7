import type { FieldMeta } from '@tavla/contract'
import { memo, type RefObject } from 'react'
import type { TableRow } from '../table-rows.ts'
import { FarCell } from './TableCell.tsx'

interface FarRowProps {
  place: RefObject<HTMLLIElement | null>
  row: TableRow
  position: number
  columns: readonly FieldMeta[]
}

function PlainRow({ place, row, position, columns }: FarRowProps) {
  return (
    <li className="table-row" ref={place}>
      <span className="table-place numeric">{position}</span>
      {columns.map((column) => (
        <FarCell key={column.fieldname} row={row} field={column} />
      ))}
    </li>
  )
}

/** A row of a form far from what is seen; a key in another row does not draw it anew. */
export const FarRow = memo(
  PlainRow,
  (former, next) =>
    former.row === next.row &&
    former.position === next.position &&
    former.columns.length === next.columns.length &&
    former.columns.every((column, at) => column === next.columns[at]),
)
