import type { FieldMeta } from '@tavla/contract'
import { type ReactNode, useMemo } from 'react'
import { AlignedColumnsContext } from './field-context.ts'
import { fieldUi } from './ui-registry.ts'

interface AlignedColumnsProps {
  fields: readonly FieldMeta[]
  rows: readonly Readonly<Record<string, unknown>>[]
  children: ReactNode
}

/** Lines the digits of each column of numbers below up: separators in all rows or in none, points under points. */
export function AlignedColumns({ fields, rows, children }: AlignedColumnsProps) {
  const found = useMemo(() => JSON.stringify(fields.flatMap((field) => needOf(field, rows))), [fields, rows])
  // Memoised by its content, so that rows don't render again with each page.
  const columns = useMemo(() => new Map(JSON.parse(found) as [string, number][]), [found])
  return <AlignedColumnsContext value={columns}>{children}</AlignedColumnsContext>
}

function needOf({ fieldname, fieldtype }: FieldMeta, rows: AlignedColumnsProps['rows']): [string, number][] {
  const { digits } = fieldUi(fieldtype)
  return digits ? [[fieldname, rows.reduce((most, row) => Math.max(most, digits(row[fieldname])), 0)]] : []
}
