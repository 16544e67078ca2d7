import type { FieldMeta } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'
import { useI18n } from '@tavla/i18n/react'
import type { Figure } from './figures.ts'

interface FigureValueProps {
  field: FieldMeta
  figure: Figure
  /** As the server answers it; null when no record has a value. */
  value: unknown
}

/** As a cell of the field; a mean of whole numbers has a fraction. */
export function FigureValue({ field, figure, value }: FigureValueProps) {
  const { formatNumber } = useI18n()
  const { Cell, isWhole } = fieldUi(field.fieldtype)
  if (value === null || value === undefined) return <span>–</span>
  if (figure === 'avg' && isWhole?.(field)) return <bdi className="numeric">{formatNumber(Number(value), 2)}</bdi>
  return <Cell field={field} value={Number(value)} values={{}} />
}
