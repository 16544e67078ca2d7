import type { DefinitionPlanItem, DefinitionRisk } from '@tavla/contract'
import { entityActions } from '../definitions/actions.ts'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { type PlannedChange, planChanges } from './compare.ts'
import { type DefinitionItem, type ItemRow, type ItemValue, rowsIn, rulesKind } from './item.ts'
import { sameBy } from './kinds.ts'
import type { ItemStep } from './patch-items.ts'
import { bodyOf } from './put-item.ts'
import { readItems } from './read-items.ts'
import { settingsKind } from './settings-kind.ts'

type Effect = NonNullable<DefinitionPlanItem['effect']>

/**
 * A plan that gives this site the definitions of another one, with the effect of each step on its data (reference:
 * http-api, Definitions). `base` is the state that both once shared.
 */
export async function planItems(
  engine: Engine,
  ctx: Context,
  source: readonly DefinitionItem[],
  base?: readonly DefinitionItem[],
): Promise<DefinitionPlanItem[]> {
  const steps = planChanges(source, await readItems(engine), base, (kind) => sameBy(engine, kind))
  const plan: DefinitionPlanItem[] = []
  for (const step of steps) {
    const effect = await effectOf(engine, ctx, step)
    const risk = riskOf(step, effect)
    const { key, change, from, conflict, needs, before, after } = step
    plan.push({
      ...{ key, change, ...(from !== undefined && { from }), risk, conflict: conflict ? 1 : 0 },
      ...{ picked: conflict || risk === 'Loss' ? 0 : 1, needs, effect, before, after },
    })
  }
  return plan
}

/** The steps of plan items that are carried out. */
export const stepsOf = (items: readonly DefinitionPlanItem[]): ItemStep[] =>
  items.map(({ key, change, from, before, after }) => {
    const [kind, id] = partsOf(key)
    return { kind, id, change, ...(from !== undefined && { from }), before, after }
  })

function partsOf(key: string): [string, string] {
  const at = key.indexOf('/')
  return [key.slice(0, at), key.slice(at + 1)]
}

/** The answer of `check_changes` for a changed entity, and the records that go with a removed one. */
async function effectOf(engine: Engine, ctx: Context, step: PlannedChange): Promise<Effect | null> {
  const id = step.from ?? step.id
  if (step.kind !== 'Entity' || step.change === 'add' || !engine.models.get(id)) return null
  if (step.after === null) return { records: await countAll(engine, id) }
  const check = entityActions.find(({ name }) => name === 'check_changes')
  const body = await bodyOf({ engine, tx: engine.store }, { kind: step.kind, id }, step.after, 'whole')
  return (await check?.run(engine, ctx, { id }, body)) as Effect
}

async function countAll(engine: Engine, id: string): Promise<number> {
  const model = engine.models.require(id)
  return model.kind === 'Document' ? engine.rows(model).count(engine.store) : 0
}

function riskOf(step: PlannedChange, effect: Effect | null): DefinitionRisk {
  const { kind, change, before, after } = step
  const losses = effect?.losses
  if (Array.isArray(losses) ? losses.length > 0 : change === 'remove' && Number(effect?.records ?? 0) > 0) return 'Loss'
  if (change === 'add') return 'Safe'
  const steps = Array.isArray(effect?.plan) ? (effect.plan as { change: string }[]) : []
  if (steps.some((one) => one.change === 'retype' || one.change === 'remove' || one.change === 'retarget'))
    return 'Careful'
  if (kind === settingsKind || kind === 'Role' || kind === 'Role Profile') return 'Careful'
  if (change === 'remove') return kind === 'Entity' ? 'Careful' : 'Safe'
  const isOfRules = kind === 'Entity' || kind === rulesKind
  return isOfRules && rightsIn(before) !== rightsIn(after) ? 'Careful' : 'Safe'
}

/** The rules and the roles of transitions as text, whatever their order. */
function rightsIn(value: ItemValue | null): string {
  const rules = rowsIn(value, 'permissions').map(({ id: _, ...rule }) => textOf(rule))
  const roles = rowsIn(value, 'transitions').map(({ title, to_state, roles: who, condition }) =>
    textOf({ title, to_state, who, condition }),
  )
  return [...rules, ...roles].toSorted().join('\n')
}

const textOf = (row: ItemRow) => JSON.stringify(Object.entries(row).toSorted(([a], [b]) => (a < b ? -1 : 1)))
