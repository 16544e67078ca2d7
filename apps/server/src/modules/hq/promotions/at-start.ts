import { type Message, textOf } from '@tavla/contract'
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
 * Settles a promotion, or the taking back of one, whose HQ or target ended in the middle: the target tells how far that
 * came (reference: hosting, Promotion).
 */
export async function settlePromotions(hq: Hq, supervisor: Supervisor, target: Project): Promise<void> {
  const begun = await lastBegun(hq, target.id)
  if (begun) await settle(hq, supervisor, target, begun)
  await hq.underWay.end([target.id], 'Promotion')
}

interface Begun {
  action: 'apply' | 'roll_back'
  promotion: Promotion
}

/** The promotion that the target's history names last, unless it had come to its end. */
async function lastBegun({ site }: Hq, target: string): Promise<Begun | undefined> {
  const where = { ref_entity: 'Project', ref_id: target, action: 'Action' }
  const versions = await find(site.engine, 'Version', { where, fields: ['data'], order: 'at desc', limit: 50 })
  for (const { data } of versions) {
    const { action, promotion: id } = JSON.parse(textOf(data) || '{}') as { action?: string; promotion?: string }
    if ((action !== 'apply' && action !== 'roll_back') || id === undefined) continue
    const [there] = await find(site.engine, 'Promotion', { where: { id } })
    if (!there) continue
    const promotion = await readPromotion(site.engine, id)
    const isOpen = promotion.status === (action === 'apply' ? 'Rehearsed' : 'Applied')
    return isOpen ? { action, promotion } : undefined
  }
  return undefined
}

async function settle(hq: Hq, supervisor: Supervisor, target: Project, { action, promotion }: Begun): Promise<void> {
  const { engine } = hq.site
  const { id, operation } = promotion
  const note = (values: Parameters<typeof notePromotion>[3]) => notePromotion(engine, systemContext(engine), id, values)
  const state = await stateAt(supervisor, target, operation)
  if (action === 'apply') {
    if (state === 'None') {
      await note({ operation_id: null })
      return tell(hq, target.id, { text: 'The promotion {0} was interrupted before it was applied.', args: [id] })
    }
    await follow(hq, supervisor, target, promotion, 'after')
    await note({ status: 'Applied', applied_at: engine.clock.nowUtc() })
    return tell(hq, target.id, { text: 'The promotion {0} was interrupted after it was applied.', args: [id] })
  }
  if (state !== 'Taken Back') {
    return tell(hq, target.id, { text: 'Taking promotion {0} back was interrupted before it was done.', args: [id] })
  }
  await follow(hq, supervisor, target, promotion, 'before')
  await note({ status: 'Rolled Back' })
  return tell(hq, target.id, { text: 'Taking promotion {0} back was interrupted after it was done.', args: [id] })
}

async function stateAt(supervisor: Supervisor, target: Project, of: string | undefined): Promise<string> {
  if (of === undefined) return 'None'
  return (await askProject<{ state: string }>(supervisor, target, { do: 'state', of })).state
}

/** Moves the base of both projects on, as the end of the work would have done. */
async function follow(
  hq: Hq,
  supervisor: Supervisor,
  target: Project,
  promotion: Promotion,
  way: 'after' | 'before',
): Promise<void> {
  const steps = stepsOf(promotion.items.filter(({ picked }) => picked === 1))
  const { items } = await askProject<{ items: DefinitionItem[] }>(supervisor, target, { do: 'export' })
  const known = way === 'after' ? patchItems(items, steps, 'before') : items
  await moveBase(hq, await pairOf(hq, promotion), known, steps, way)
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
