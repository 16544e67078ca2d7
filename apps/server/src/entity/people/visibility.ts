import { type Sql, sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { and, column, or, Slot } from '../tables/plan.ts'
import type { VisibleRows } from '../types.ts'
import type { Actor, Context } from './actor.ts'
import { rightsOf } from './permissions.ts'

/** Which records of an entity a person may see, as a condition inside every query (docs/architecture.md). */
export interface Visibility {
  /** Part of the key of every plan that carries the condition. */
  key: string
  condition: Sql<boolean> | undefined
  /** Entities whose writes can change the answer, beside the entity itself. */
  restsOn: readonly string[]
}

/** The first value of every query: the id of the person who asks. */
export const userSlot = new Slot(0)

const open: Visibility = { key: '', condition: undefined, restsOn: [] }
const own: Visibility = { key: 'own', condition: sql`owner = ${userSlot}`, restsOn: [] }

interface Known {
  generation: number
  visibility: Visibility
}

const known = new WeakMap<Actor, Map<string, Known>>()
let conditions = 0

/** The caller has made sure that the entity may be read at all. */
export function visibilityOf(engine: Engine, ctx: Context, model: Model): Visibility {
  if (ctx.system || ctx.actor.all) return open
  const ownOnly = rightsOf(engine, ctx.actor, model).read === 'own'
  const { visible } = engine.behaviours.get(model.id) ?? {}
  if (!visible) return ownOnly ? own : open

  if (ctx.nesting) return joined(ownOnly, visible(engine, ctx, model))
  let byModel = known.get(ctx.actor)
  if (!byModel) {
    byModel = new Map()
    known.set(ctx.actor, byModel)
  }
  const found = byModel.get(model.id)
  if (found?.generation === engine.models.generation) return found.visibility
  const visibility = joined(ownOnly, visible(engine, ctx, model))
  byModel.set(model.id, { generation: engine.models.generation, visibility })
  return visibility
}

/**
 * True for rows whose reference points at a record that the person may read. `blank` decides about rows that point
 * at nothing. A condition that leads to another such condition is followed once, or it would never end.
 */
export function referenceIsReadable(
  engine: Engine,
  ctx: Context,
  reference: { entity: Field; id: Field },
  blank: Sql<boolean>,
): { condition: Sql<boolean>; restsOn: readonly string[] } {
  const entity = column(reference.entity.column)
  const id = column(reference.id.column)
  const whole: string[] = []
  const parts: Sql<boolean>[] = [sql`(${entity} is null and ${blank})`]
  const restsOn: string[] = []
  for (const model of engine.models.all()) {
    if (model.kind === 'Table' || rightsOf(engine, ctx.actor, model).read === 'none') continue
    const nesting = (ctx.nesting ?? 0) + 1
    if (nesting > 1 && engine.behaviours.get(model.id)?.visible) continue
    const nested = visibilityOf(engine, { ...ctx, nesting }, model)
    if (!nested.condition) {
      whole.push(model.id)
      continue
    }
    restsOn.push(model.id, ...nested.restsOn)
    const seen = sql`select id from ${sql.table(model.table.name)} where ${nested.condition}`
    parts.push(sql`(${entity} = ${model.id} and ${id} in (${seen}))`)
  }
  if (whole.length > 0) parts.push(sql`${entity} in (${sql.join(whole)})`)
  return { condition: or(parts), restsOn }
}

function joined(ownOnly: boolean, further: VisibleRows | undefined): Visibility {
  if (!further) return ownOnly ? own : open
  conditions += 1
  return {
    key: `v${conditions}`,
    condition: ownOnly ? and([own.condition as Sql<boolean>, further.condition]) : further.condition,
    restsOn: further.restsOn ?? [],
  }
}
