import type { Rollup, RollupKind } from '@tavla/contract'

/** The kinds of roll-ups. */
export const rollupKinds: readonly RollupKind[] = ['count', 'sum', 'lowest', 'highest', 'latest']

/** The link of a roll-up, or its field, taken apart: `<table>.<name>` or `<name>`. */
export interface RollupPath {
  table: string | undefined
  name: string
}

/**
 * A stored roll-up in its one form; undefined where there is none. A key that is missing, or
 * has another type, is blank: the check of the definition refuses it (reference: expressions, Roll-ups).
 */
export function readRollup(stored: unknown): Rollup | undefined {
  if (stored === null || stored === undefined || stored === '') return undefined
  const value: unknown = typeof stored === 'string' ? parsed(stored) : stored
  if (value === null) return undefined
  const { entity, link, kind, field, filters } = (typeof value === 'object' ? value : {}) as Record<string, unknown>
  return {
    entity: textOf(entity),
    link: textOf(link),
    kind: textOf(kind) as RollupKind,
    field: kind === 'count' ? null : textOf(field) || null,
    filters: isNothing(filters) ? null : filters,
  }
}

export function readPath(text: string): RollupPath | undefined {
  const [first, second, ...more] = text.split('.')
  if (!first || second === '' || more.length > 0) return undefined
  return second === undefined ? { table: undefined, name: first } : { table: first, name: second }
}

/** The roll-up as text, for a comparison. */
export const rollupText = (rollup: Rollup | undefined): string => JSON.stringify(readRollup(rollup) ?? null)

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')

/** Filters that hold for every record. */
function isNothing(filters: unknown): boolean {
  if (filters === null || filters === undefined || filters === '') return true
  return typeof filters === 'object' && Object.keys(filters).length === 0
}
