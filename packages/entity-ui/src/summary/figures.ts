import { type FieldMeta, type ListSums, limits } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** A number that a list tells of the values of a field. */
export type Figure = ListSums[string]

/** The figures with their English source texts. */
export const figures: readonly (readonly [Figure, label: string])[] = [
  ['sum', 'Sum'],
  ['avg', 'Average'],
  ['min', 'Minimum'],
  ['max', 'Maximum'],
]

export const figureWord = (figure: Figure | undefined): string =>
  figures.find(([name]) => name === figure)?.[1] ?? 'Sum'

/** Amounts of money show their sum until another figure is chosen. */
export const isMoney = (fieldtype: string): boolean => {
  const { isNumeric, follows } = fieldUi(fieldtype)
  return isNumeric === true && follows !== undefined
}

/** The figure of a field; undefined for a field without numbers, and while none is chosen. */
export const figureOf = ({ fieldname, fieldtype }: FieldMeta, sums: ListSums): Figure | undefined =>
  fieldUi(fieldtype).isNumeric ? (sums[fieldname] ?? (isMoney(fieldtype) ? 'sum' : undefined)) : undefined

/** The figures of a list's fields, as the call for sums names them. */
export const figuresOf = (fields: readonly FieldMeta[], sums: ListSums): string[] =>
  fields
    .flatMap((field) => {
      const figure = figureOf(field, sums)
      return figure ? [`${figure}:${field.fieldname}`] : []
    })
    .slice(0, limits.aggregates)

/** The person's choice with another figure for one field; null for none. */
export function chooseFigure(sums: ListSums, name: string, figure: Figure | null): ListSums {
  const { [name]: _, ...others } = sums
  return figure ? { ...others, [name]: figure } : others
}
