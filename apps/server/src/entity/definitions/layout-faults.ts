import { formTabsOf } from '../model/form-tabs.ts'
import type { StoredRow } from '../tables/rows.ts'
import { type Fault, faultAt } from './faults.ts'

/** Fields that the head of a record has room for. */
const mostInHead = 4

/** The widest field takes all columns of the form. */
const widestSpan = 4

/** The reasons why a form cannot be laid out as its fields say (reference: metadata, Layout). */
export function layoutFaults(fields: readonly StoredRow[]): Fault[] {
  const at = (index: number, property: string, text: string, ...args: (string | number | { translate: string })[]) =>
    faultAt('fields', index, property, { text, args })
  const inHead = fields.flatMap((field, index) => (field.in_head === 1 ? [index] : []))
  const torn = formTabsOf(fields).torn.map((index) => {
    const group = { translate: String(fields[index]?.field_group || 'Details') }
    return at(index, 'form_tab', 'Group {0} stands in two tabs.', group)
  })
  const spans = fields.flatMap(({ span }, index) => {
    if (Number(span ?? 0) >= 0 && Number(span ?? 0) <= widestSpan) return []
    return [at(index, 'span', '{0} must be between {1} and {2}', { translate: 'Span' }, 0, widestSpan)]
  })
  const beyond = inHead
    .slice(mostInHead)
    .map((index) => at(index, 'in_head', 'At most {0} fields can stand in the head.', mostInHead))
  return [...torn, ...spans, ...beyond]
}
