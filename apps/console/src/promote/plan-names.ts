import { titleCase } from '@tavla/i18n'
import type { PlanItem } from './promotion-calls.ts'
import { firstText } from './value-changes.ts'

type Translate = (text: string) => string
type Values = Readonly<Record<string, unknown>>

/** `Entity/Deal` is an item of kind Entity. */
export const kindOf = ({ key }: PlanItem): string => key.slice(0, key.indexOf('/')) || key

/** The words by which people know an item; its id alone says nothing where it is made by chance. */
export function itemName({ key, before, after }: PlanItem, t: Translate): string {
  const named = firstText((after ?? before ?? {}) as Values, nameFields)
  return named || t(key.slice(key.indexOf('/') + 1))
}

const nameFields = ['source_text', 'title', 'template_name', 'role_name', 'profile_name']

/** The label of a field of an item of kind Entity, which one of its two sides may lack. */
export function fieldLabel(item: PlanItem | undefined, fieldname: string): string {
  const rows = [item?.before, item?.after].flatMap((side) => (side as { fields?: Values[] } | null)?.fields ?? [])
  const label = rows.find((row) => row.fieldname === fieldname)?.label
  return typeof label === 'string' && label !== '' ? label : fieldname
}

/** The label of a property of a definition. */
export const propertyLabel = (name: string): string => labels[name] ?? titleCase(name)

const labels: Readonly<Record<string, string>> = {
  fieldtype: 'Field Type',
  reqd: 'Required',
  permlevel: 'Permission Level',
}

/** The text of a property's value: most numbers are flags. */
export function propertyText(name: string | undefined, value: unknown, t: Translate): string {
  if (value === undefined || value === null || value === '') return '–'
  if ((value === 0 || value === 1) && !(name !== undefined && numbers.has(name))) return t(value === 1 ? 'Yes' : 'No')
  if (typeof value !== 'string') return JSON.stringify(value)
  return name === 'field_group' ? t(value) : value
}

const numbers: ReadonlySet<string> = new Set(['permlevel', 'span', 'nav_order', 'schema_version'])
