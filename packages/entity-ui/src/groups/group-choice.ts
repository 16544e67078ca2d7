import { type EntityState, listableFields } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'

/** The periods by which a day is grouped, with their English source texts. */
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type GroupPeriod = (typeof periods)[number]

/** The field by whose values a list is grouped; a day or a moment is grouped by a period. */
export interface GroupChoice {
  field: FieldMeta
  period: GroupPeriod | undefined
}

/** The fields by which a person may group: choices, links, flags and days. */
export const groupFields = (meta: Meta): FieldMeta[] => listableFields(meta).filter(canGroup)

export const canGroup = ({ fieldtype }: FieldMeta): boolean => grouped.has(fieldtype)

const grouped = new Set(['Select', 'Link', 'Check', 'Date', 'Datetime'])

export const isDay = ({ fieldtype }: FieldMeta): boolean => fieldtype === 'Date' || fieldtype === 'Datetime'

/** The choice in a setting, a view or an address; null when a list cannot be grouped by it. */
export function readGroupBy(meta: Meta, groupBy: string): GroupChoice | null {
  const [name = '', unit, ...more] = groupBy.split(':')
  const field = groupFields(meta).find(({ fieldname }) => fieldname === name)
  const period = periods.find((one) => one === unit)
  if (!field || more.length > 0 || (unit !== undefined && (!period || !isDay(field)))) return null
  return { field, period: isDay(field) ? (period ?? 'day') : undefined }
}

/** The spelling of a choice; a day is grouped by months until another period is chosen. */
export const groupByText = (field: FieldMeta, period: GroupPeriod = 'month'): string =>
  isDay(field) ? `${field.fieldname}:${period}` : field.fieldname

/** The choice of a list as it is shown; null where it has no groups. */
export const groupChoice = (state: Pick<EntityState, 'meta' | 'groupBy' | 'layout'>): GroupChoice | null =>
  state.meta && state.groupBy !== '' && hasGroups(state.layout) ? readGroupBy(state.meta, state.groupBy) : null

/** The grouping that an address, a view or a setting asks for and the list cannot have; '' where there is none. */
export const wrongGroupBy = ({ meta, groupBy, layout }: Pick<EntityState, 'meta' | 'groupBy' | 'layout'>): string =>
  meta && hasGroups(layout) && readGroupBy(meta, groupBy) === null ? groupBy : ''

/** True for the layouts that show groups. */
export const hasGroups = (layout: EntityState['layout']): boolean => layout === 'List' || layout === 'Table'
