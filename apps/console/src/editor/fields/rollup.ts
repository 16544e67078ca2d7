import { leavesOf, splitFilters } from '@tavla/client'
import { type FilterLeaf, textOf } from '@tavla/contract'
import type { DraftCondition } from '@tavla/entity-ui/condition-row'

/** A roll-up while it is edited (reference: metadata, Field). */
export interface DraftRollup {
  entity: string
  link: string
  kind: string
  field: string | null
  filters: unknown
}

export const rollupKinds = ['count', 'sum', 'lowest', 'highest', 'latest'] as const

/** English source texts. */
export const kindWords: Readonly<Record<string, string>> = {
  count: 'Number of records',
  sum: 'Sum',
  lowest: 'Lowest value',
  highest: 'Highest value',
  latest: 'Value of the latest record',
}

/** The roll-up of a row, whose value is an object or its text; undefined for none. */
export function readRollup(stored: unknown): DraftRollup | undefined {
  const value: unknown = typeof stored === 'string' && stored.trim() !== '' ? parsed(stored) : stored
  if (typeof value !== 'object' || value === null) return undefined
  const { entity, link, kind, field, filters } = value as Record<string, unknown>
  return {
    entity: textOf(entity),
    link: textOf(link),
    kind: textOf(kind) || 'count',
    field: textOf(field) || null,
    filters: filters ?? null,
  }
}

/** The conditions that all must hold; undefined for filters of another form, which the editor leaves alone. */
export function readConditions(filters: unknown): DraftCondition[] | undefined {
  if (filters === null || filters === undefined) return []
  if (typeof filters !== 'object') return undefined
  const { filters: plain = {}, group } = splitFilters(Array.isArray(filters) ? { and: filters } : { ...filters })
  if (group !== undefined) return undefined
  return leavesOf(plain).map(([fieldname, operator, value]) => ({ fieldname, pair: [operator, value] }))
}

/** The filters of these conditions; null for none. */
export function writeConditions(conditions: readonly DraftCondition[]): unknown {
  const leaves = conditions.flatMap(({ fieldname, pair }): FilterLeaf[] => (pair ? [[fieldname, ...pair]] : []))
  return leaves.length === 0 ? null : (splitFilters({ and: leaves }).filters ?? null)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
