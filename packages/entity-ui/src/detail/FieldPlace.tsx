import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import type { CSSProperties } from 'react'
import './field-place.css'

interface FieldPlaceProps {
  field: FieldMeta
  value: unknown
  isInput?: boolean
}

/** Reserves the height of a field whose code is still loading, so that nothing below it jumps. */
export function FieldPlace({ field, value, isInput = false }: FieldPlaceProps) {
  const lines = fieldUi(field.fieldtype).lines?.(value) ?? 1
  if (lines === 1) return isInput ? <div className="input" aria-busy="true" /> : null
  const style = { '--lines': lines } as CSSProperties
  return <div className="field-place" style={style} aria-busy="true" />
}
