import type { Expression, ExpressionContext, Values } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { EntityRules, PartRules } from './entity-rules.ts'
import { noteFailure } from './failures.ts'

/** A record with the rows of its Table fields. */
export interface WholeRecord {
  row: Readonly<StoredRow>
  tables: Readonly<StoredTables>
}

/** The conditions of one record, or of the rows of one table, and what they are asked about. */
export interface Asked {
  engine: Engine
  ctx: Context
  /** The entity in whose definition the conditions stand. */
  owner: Model
  rules: PartRules
  values: Values
  parent?: Values
  isNew: boolean
}

/** The record as expressions see it. */
export const valuesOf = ({ row, tables }: WholeRecord): Values => ({ ...row, ...tables })

/** The names of the fields that `read_only_depends_on` locks (reference: expressions, Conditions). */
export function lockedFields(asked: Asked): Set<string> {
  if (asked.ctx.system) return new Set()
  const locked = asked.rules.conditions.filter(({ field, read_only_depends_on: condition }) =>
    isTrue(asked, field, 'read_only_depends_on', condition),
  )
  return new Set(locked.map(({ field }) => field.name))
}

/** The locked fields of a stored record. */
export function lockedInRecord(
  engine: Engine,
  ctx: Context,
  model: Model,
  rules: EntityRules,
  record: WholeRecord,
): Set<string> {
  if (!rules.conditions.some((one) => one.read_only_depends_on)) return new Set()
  return lockedFields({ engine, ctx, owner: model, rules, values: valuesOf(record), isNew: false })
}

/** Fields that conditions require, or free from `reqd`; it decides about names that are absent. */
export function requiredFields(asked: Asked): Map<string, boolean> {
  const required = new Map<string, boolean>()
  for (const { field, depends_on, mandatory_depends_on } of asked.rules.conditions) {
    const isGone = depends_on && !isTrue(asked, field, 'depends_on', depends_on)
    if (isGone) required.set(field.name, false)
    else if (!asked.ctx.system && isTrue(asked, field, 'mandatory_depends_on', mandatory_depends_on)) {
      required.set(field.name, true)
    }
  }
  return required
}

/** A condition that fails counts as: shown, not required, not locked. */
function isTrue(asked: Asked, field: Field, key: string, condition: Expression | undefined): boolean {
  if (!condition) return false
  const { engine, owner, values, parent } = asked
  const outcome = condition.run({ values, context: contextOf(asked), ...(parent && { parent }) })
  if ('value' in outcome) return outcome.value === true
  noteFailure(engine, owner, field, key, outcome.failed)
  return key === 'depends_on'
}

/** The person who asks a condition, and the time. */
export function contextOf({ engine, ctx, isNew }: Pick<Asked, 'engine' | 'ctx' | 'isNew'>): ExpressionContext {
  const now = engine.clock.nowWall()
  return { user: ctx.actor.user, roles: [...ctx.actor.roles], today: now.slice(0, 10), now, isNew }
}
