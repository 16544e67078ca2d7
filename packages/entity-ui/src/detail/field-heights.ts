import { createContext } from 'react'

/**
 * Heights of the values that were read when editing began, in CSS pixels by fieldname. Their boxes are at least as high,
 * so that no field moves (reference: screens, Detail form).
 */
export const FieldHeightsContext = createContext<ReadonlyMap<string, number>>(new Map())

export function readHeights(form: Element): Map<string, number> {
  const values = [...form.querySelectorAll<HTMLElement>('.field-read[data-field]')]
  return new Map(
    values.map((field) => {
      const value = field.querySelector('.field-value')
      return [field.dataset.field ?? '', value?.getBoundingClientRect().height ?? 0]
    }),
  )
}
