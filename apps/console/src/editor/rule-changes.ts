import { textOf } from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { isOn } from './field-row.ts'

/** The rights of a rule, with their labels: English source texts. */
export const ruleRights = { read: 'Read', write: 'Write', create: 'Create', delete: 'Delete' } as const

export type RuleRight = keyof typeof ruleRights

/** A right that a role gains or loses, at one level. */
export interface RuleChange {
  role: string
  level: number
  kind: 'gain' | 'loss'
  /** For all records, or for own ones alone. */
  reach: 'all' | 'own'
  rights: RuleRight[]
}

/** The rights that each role gains and loses. Rights add up over rows, so rows that only moved change nothing. */
export function ruleChanges(stored: unknown, draft: unknown): RuleChange[] {
  const [before, after] = [reachOf(stored), reachOf(draft)]
  const changes = new Map<string, RuleChange>()
  const note = (key: string, kind: RuleChange['kind'], reach: RuleChange['reach'], right: RuleRight) => {
    const place = `${key}\n${kind}\n${reach}`
    const [role = '', level] = key.split('\n')
    const change = changes.get(place) ?? { role, level: Number(level), kind, reach, rights: [] }
    change.rights.push(right)
    changes.set(place, change)
  }
  for (const key of new Set([...before.keys(), ...after.keys()])) {
    for (const right of Object.keys(ruleRights) as RuleRight[]) {
      const [was, is] = [before.get(key)?.get(right), after.get(key)?.get(right)]
      if (was === is) continue
      if (is === undefined) note(key, 'loss', was ?? 'all', right)
      else if (was === 'all') note(key, 'loss', 'all', right)
      if (is !== undefined) note(key, 'gain', is, right)
    }
  }
  return [...changes.values()]
}

/** The rights that exist for fields. */
const ofFields: ReadonlySet<RuleRight> = new Set(['read', 'write'])

/**
 * The reach of each right of a role at a level; a right to create is never for own records alone, and level 1 has only
 * read and write (reference: metadata, Permission rule).
 */
function reachOf(rules: unknown): Map<string, Map<RuleRight, RuleChange['reach']>> {
  const reach = new Map<string, Map<RuleRight, RuleChange['reach']>>()
  for (const row of readRows(rules)) {
    const role = textOf(row.role)
    if (role === '') continue
    const key = `${role}\n${Number(row.permlevel) || 0}`
    const rights = reach.get(key) ?? new Map<RuleRight, RuleChange['reach']>()
    reach.set(key, rights)
    for (const right of Object.keys(ruleRights) as RuleRight[]) {
      if (!isOn(row[right]) || (Number(row.permlevel) === 1 && !ofFields.has(right))) continue
      const isOwn = isOn(row.if_owner) && right !== 'create'
      if (!isOwn || rights.get(right) === undefined) rights.set(right, isOwn ? 'own' : 'all')
    }
  }
  return reach
}
