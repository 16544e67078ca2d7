import type { FieldMeta } from '@tavla/contract'
import { fieldUi, isBlank } from '@tavla/fields/ui'
import { Suspense } from 'react'
import { plainText } from '../../record-tabs/plain-text.ts'

interface SideValueProps {
  field: FieldMeta
  value: unknown
  /** The record or row that has the value, with the titles of its links. */
  values: Readonly<Record<string, unknown>>
}

/** One of several values of a field; a dash for a blank one. */
export function SideValue({ field, value, values }: SideValueProps) {
  const { Cell, View, drawsBlank, isFlag, wide } = fieldUi(field.fieldtype)
  if (isBlank(value) && !drawsBlank) return <span className="field-blank">–</span>
  if (wide && typeof value === 'string') return <span className="side-text">{plainText(value)}</span>
  const Shown = isFlag ? View : Cell
  return (
    <Suspense fallback={null}>
      <Shown field={field} value={value} values={values} />
    </Suspense>
  )
}
