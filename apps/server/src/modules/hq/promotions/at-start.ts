import { type Message, Problem, textOf } from '@tavla/contract'
import { type DefinitionItem, find, patchItems, stepsOf, systemContext } from '../../../entity/index.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import type { Project } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { noteEvent } from '../transitions.ts'
import { askProject } from './ask.ts'
import { keepBase, moveBase, type Pair, readBase } from './bases.ts'
import { notePromotion, type Promotion, readPromotion } from './rows.ts'

/** A fresh clone shares its definitions with its source: the first start keeps them, before anybody changes some. */
export async function keepBaseOfClone(hq: Hq, supervisor: Supervisor, project: Project): Promise<void> {
  const { id, cloneOf } = project
  if (cloneOf === undefined) return
  const pair = await pairOf(hq, { source: id, target: cloneOf })
  if ((await readBase(hq, pair)) !== undefined) return
  const { items } = await askProject<{ items: DefinitionItem[] }>(supervisor, project, { do: 'export' })
  await keepBase(hq, pair, items)
}

/**
 * Settles what an HQ that was killed left of a promotion: the target tells whether it was applied (reference: hosting,
 * Promotion).
 */
export async function settlePromotions(hq: Hq, supervisor: Supervisor, target: Project): Promise<void> {
  const { engine } = hq.site
  const where = { target: target.id, status: 'Rehearsed' }
  const found = await find(engine, 'Promotion', { where, fields: ['operation_id'] })
  for (const { id, operation_id } of found) {
    if (textOf(operation_id) !== '') await settleOne(hq, supervisor, target, await readPromotion(engine, id))
  }
  await hq.underWay.end([target.id], 'Promotion')
}

async function settleOne(hq: Hq, supervisor: Supervisor, target: Project, promotion: Promotion): Promise<void> {
  const { engine } = hq.site
  const ctx = systemContext(engine)
  const { id, operation, items } = promotion
  const isApplied = await askProject(supervisor, target, { do: 'roll_back', of: operation, dry_run: 1 }).then(
    () => true,
    (error: unknown) => {
      if (!(error instanceof Problem)) throw error
      return false
    },
  )
  if (!isApplied) {
    await notePromotion(engine, ctx, id, { operation_id: null })
    return tell(hq, target.id, { text: 'The promotion {0} was not applied before HQ ended.', args: [id] })
  }
  const steps = stepsOf(items.filter(({ picked }) => picked === 1))
  const now = await askProject<{ items: DefinitionItem[] }>(supervisor, target, { do: 'export' })
  await moveBase(hq, await pairOf(hq, promotion), patchItems(now.items, steps, 'before'), steps, 'after')
  await notePromotion(engine, ctx, id, { status: 'Applied', applied_at: engine.clock.nowUtc() })
  await tell(hq, target.id, { text: 'The promotion {0} was applied before HQ ended.', args: [id] })
}

/** The permanent ids of both projects. @throws Problem 404 */
export async function pairOf({ site }: Hq, { source, target }: { source: string; target: string }): Promise<Pair> {
  const [one, other] = [await subjectOf(site.engine, source), await subjectOf(site.engine, target)]
  return { source: one.uid, target: other.uid }
}

async function tell(hq: Hq, project: string, message: Message): Promise<void> {
  const { engine } = hq.site
  await engine.store.write((tx) => noteEvent(hq, systemContext(engine), tx, { project, event: 'promotion', message }))
}
