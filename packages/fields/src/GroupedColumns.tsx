import type { FieldMeta } from '@tavla/contract'
import { type ReactNode, useMemo } from 'react'
import { GroupedColumnsContext } from './field-context.ts'
import { isLongWhole } from './number-text.ts'
import { fieldUi } from './ui-registry.ts'

interface GroupedColumnsProps {
  fields: readonly FieldMeta[]
  rows: readonly Readonly<Record<string, unknown>>[]
  children: ReactNode
}

/** Makes each column of whole numbers below show separators in all rows or in none. */
export function GroupedColumns({ fields, rows, children }: GroupedColumnsProps) {
  const names = useMemo(() => fields.filter(isWhole).map(({ fieldname }) => fieldname), [fields])
  const long = useMemo(
    () => names.filter((name) => rows.some((row) => isLongWhole(row[name]))).join('\n'),
    [names, rows],
  )
  // Memoised by its content, so that rows don't render again with each page.
  const grouped = useMemo(() => new Set(long.split('\n')), [long])
  return <GroupedColumnsContext value={grouped}>{children}</GroupedColumnsContext>
}

const isWhole = ({ fieldtype }: FieldMeta): boolean => fieldUi(fieldtype).isWhole === true
