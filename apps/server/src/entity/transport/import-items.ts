import { type DefinitionPlanItem, type DefinitionsFile, invalid, refused } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Context } from '../people/actor.ts'
import { requireUnlocked } from '../writing/locked-definitions.ts'
import { isObject } from '../writing/parse-body.ts'
import { type DefinitionItem, makeItem, rulesKind } from './item.ts'
import { isCarried, kindsOf } from './kinds.ts'
import { withNeeds } from './needs.ts'
import { planItems, stepsOf } from './plan-items.ts'
import { putItems } from './put-items.ts'
import { readItems } from './read-items.ts'
import { settingsKind } from './settings-kind.ts'

/** All definitions of a site as a file (reference: http-api, Definitions). @throws Problem 403 */
export async function exportDefinitions(engine: Engine, ctx: Context, site: string): Promise<DefinitionsFile> {
  requireManager(ctx)
  const items = await readItems(engine)
  return { format: 'tavla-definitions', version: 1, site, taken_at: engine.clock.nowWall(), items }
}

interface ImportAnswer {
  plan: DefinitionPlanItem[]
  applied: 0 | 1
  operation_id: string | null
}

/**
 * Plans what a file of definitions would change here, and carries out what is picked of it: all of that or nothing.
 * @throws Problem 403, 417 for a file that is none, and as each write
 */
export async function importDefinitions(
  engine: Engine,
  ctx: Context,
  { file, pick, dry_run, confirm_data_loss }: Readonly<Record<string, unknown>>,
): Promise<ImportAnswer> {
  requireManager(ctx)
  const isDryRun = dry_run === undefined || dry_run === null || Number(dry_run) !== 0
  const plan = pickItems(await planItems(engine, ctx, itemsOf(engine, file)), pick)
  if (isDryRun) return { plan, applied: 0, operation_id: null }
  requireUnlocked(engine, ctx, 'Entity')
  const steps = stepsOf(plan.filter(({ picked }) => picked === 1))
  if (steps.length === 0) return { plan, applied: 0, operation_id: null }
  const isLossConfirmed = Number(confirm_data_loss) === 1
  const { operation } = await putItems(engine, ctx, steps, { isDryRun: false, isLossConfirmed })
  return { plan, applied: 1, operation_id: operation }
}

/** @throws Problem 403 */
function requireManager(ctx: Context): void {
  if (!ctx.actor.all && !ctx.actor.roles.has('System Manager')) throw refused()
}

/** The plan with these keys picked, and what they need. @throws Problem 417 */
export function pickItems(plan: readonly DefinitionPlanItem[], pick: unknown): DefinitionPlanItem[] {
  const needs = new Map(plan.map((item) => [item.key, item.needs]))
  const chosen = pick === undefined || pick === null ? plan.filter(({ picked }) => picked).map(({ key }) => key) : pick
  if (!Array.isArray(chosen)) throw invalid('The value for {0} is not valid', ['pick'])
  for (const key of chosen) if (!needs.has(String(key))) throw invalid('{0} is not part of this plan.', [String(key)])
  const { picked, added } = withNeeds(chosen.map(String), needs)
  for (const need of added) refuseNeed(plan, picked, need)
  return plan.map((item) => ({ ...item, picked: picked.has(item.key) ? 1 : 0 }))
}

/** A needed step comes along, unless the site refuses it. @throws Problem 417 */
function refuseNeed(plan: readonly DefinitionPlanItem[], picked: ReadonlySet<string>, need: string): void {
  const item = plan.find(({ key }) => key === need)
  const reasons = item?.effect?.refused
  if (!item || (item.conflict === 0 && !(Array.isArray(reasons) && reasons.length > 0))) return
  const user = plan.find(({ key, needs }) => picked.has(key) && needs.includes(need))
  throw invalid('{0} needs {1}', [user?.key ?? need, need])
}

const maxItems = 5_000

/** The items of a file; hashes are worked out anew. @throws Problem 417 */
function itemsOf(engine: Engine, file: unknown): DefinitionItem[] {
  if (!isObject(file) || file.format !== 'tavla-definitions' || !Array.isArray(file.items)) throw notDefinitions()
  if (file.version !== 1 || file.items.length > maxItems) throw notDefinitions()
  const kinds = new Map(kindsOf(engine).map((model) => [model.id, model]))
  const seen = new Set<string>()
  return file.items.flatMap((item: unknown): DefinitionItem[] => {
    if (!isObject(item) || !isObject(item.value)) throw notDefinitions()
    const { kind, id, value } = item
    if (typeof kind !== 'string' || typeof id !== 'string' || id === '' || id.includes('/')) throw notDefinitions()
    if (seen.has(JSON.stringify([kind, id]))) throw notDefinitions()
    seen.add(JSON.stringify([kind, id]))
    const model = kinds.get(kind)
    if (!model && kind !== 'Entity' && kind !== rulesKind && kind !== settingsKind) {
      throw invalid('{0} is no kind of definition.', [kind])
    }
    return model && !isCarried(model, value) ? [] : [makeItem(kind, id, value)]
  })
}

const notDefinitions = () => invalid('This is not a file of definitions.')
