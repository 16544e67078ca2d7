import { lockedFields, lockedInRecord, valuesOf, type WholeRecord } from '../expressions/conditions.ts'
import type { EntityRules } from '../expressions/entity-rules.ts'
import { isObject } from './parse-body.ts'
import type { WriteState } from './writing.ts'

/**
 * Keeps of the sent fields those that no condition locks in the record as it is stored (reference: expressions,
 * Conditions), in the record and in its stored rows. Returns the locked fields of the record.
 */
export function dropLocked(writing: WriteState, rules: EntityRules, stored: WholeRecord): ReadonlySet<string> {
  const { engine, ctx, model } = writing
  const locked = lockedInRecord(engine, ctx, model, rules, stored)
  if (locked.size > 0) writing.sent = without(writing.sent, locked)
  for (const field of model.tables) {
    const [part, sent] = [rules.tables.get(field.name), writing.sent[field.name]]
    const owner = engine.models.get(field.rule.options ?? '')
    if (!part?.conditions.some((one) => one.read_only_depends_on) || !owner || !Array.isArray(sent)) continue
    const parent = valuesOf(stored)
    const rows = new Map((stored.tables[field.name] ?? []).map((row) => [row.id ?? null, row]))
    const kept = sent.map((item: unknown) => {
      const row = isObject(item) && typeof item.id === 'string' ? rows.get(item.id) : undefined
      if (!row || !isObject(item)) return item
      return without(item, lockedFields({ engine, ctx, owner, rules: part, values: row, parent, isNew: false }))
    })
    writing.sent = { ...writing.sent, [field.name]: kept }
  }
  return locked
}

const without = (body: Readonly<Record<string, unknown>>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => !names.has(name)))
