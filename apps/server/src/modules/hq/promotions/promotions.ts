import { type DefinitionPlanItem, invalid, notPossibleNow, Problem, textOf } from '@tavla/contract'
import {
  type Context,
  createIn,
  type DefinitionItem,
  find,
  Operation,
  pickItems,
  stepsOf,
} from '../../../entity/index.ts'
import { encodeSentence } from '../../../ground/sentences.ts'
import { millisOf } from '../../../ground/utc-text.ts'
import { requireLevel } from '../access/levels.ts'
import { requireProductionReason } from '../access/production.ts'
import type { Backups } from '../backups/backups.ts'
import { BackupFault, sentenceOf } from '../backups/faults.ts'
import { requireMade } from '../backups/require-made.ts'
import { subjectOf } from '../backups/subject.ts'
import type { Hq } from '../hq.ts'
import { readProject } from '../rows.ts'
import type { Supervisor } from '../supervisor.ts'
import { systemFor } from '../transitions.ts'
import { askProject } from './ask.ts'
import { keepBaseOfClone, pairOf, settlePromotions } from './at-start.ts'
import { moveBase, readBase } from './bases.ts'
import { rehearse } from './rehearse.ts'
import {
  isSame,
  newestApplied,
  notePromotion,
  notePromotionIn,
  noteRehearsal,
  type Promotion,
  type PromotionStatus,
  readPromotion,
} from './rows.ts'

type Data = Readonly<Record<string, unknown>>

/** States in which other steps can be picked, and tried. */
const open: readonly PromotionStatus[] = ['Draft', 'Rehearsed']

/** Days within which a promotion can be taken back, as long as the target keeps removed fields. */
const rollBackDays = 30

/** Plans, rehearses, applies and takes back promotions (reference: hosting, Promotion). */
export class Promotions {
  readonly #hq: Hq
  readonly #supervisor: Supervisor
  readonly #backups: Backups
  /** Targets that this process works on. */
  readonly #going = new Set<string>()

  constructor(hq: Hq, supervisor: Supervisor, backups: Backups) {
    this.#hq = hq
    this.#supervisor = supervisor
    this.#backups = backups
  }

  /** Called each time a project runs: keeps what a fresh clone shares, and settles what a killed HQ left. */
  async siteRuns(id: string): Promise<void> {
    const { engine } = this.#hq.site
    const [shown] = await find(engine, 'Project', { where: { id }, fields: ['under_way'] })
    if (!shown || this.#going.has(id)) return
    const project = await readProject(engine, id)
    await keepBaseOfClone(this.#hq, this.#supervisor, project)
    const isLeft = shown.under_way === 'Promotion' || this.#hq.underWay.has(id, 'Promotion')
    if (isLeft) await settlePromotions(this.#hq, this.#supervisor, project)
  }

  /** Compares a project with another one. @throws Problem 403, 409, 417 */
  async plan(ctx: Context, sourceId: string, { target: sent, title }: Data): Promise<{ promotion: string }> {
    const { engine } = this.#hq.site
    const targetId = textOf(sent)
    await requireLevel(engine, ctx, sourceId, 'Design')
    await requireLevel(engine, ctx, targetId, 'Design')
    if (targetId === sourceId) throw invalid('Choose a different project.')
    const [source, target] = [await readProject(engine, sourceId), await readProject(engine, targetId)]
    const base = await readBase(this.#hq, await pairOf(this.#hq, { source: sourceId, target: targetId }))
    const { items, version } = await askProject<Exported>(this.#supervisor, source, { do: 'export' })
    const planned = await askProject<Planned>(this.#supervisor, target, { do: 'plan', source: items, base })
    if (planned.version !== version) throw notPossibleNow({ text: 'This backup needs version {0}.', args: [version] })
    const made = await engine.store.write((tx) =>
      createIn(engine, systemFor(ctx), tx, 'Promotion', {
        title: textOf(title) || `${sourceId} → ${targetId}`,
        ...{ source: sourceId, target: targetId, status: 'Draft', items: planned.plan },
      }),
    )
    return { promotion: String(made.row.id) }
  }

  /** Picks these steps and what they need. @throws Problem 403, 409, 417 */
  async pick(ctx: Context, id: string, { keys }: Data): Promise<{ added: string[]; items: DefinitionPlanItem[] }> {
    const promotion = await this.#open(ctx, id, 'Design', open)
    if (!Array.isArray(keys)) throw invalid('The value for {0} is not valid', ['keys'])
    const items = pickItems(promotion.items, keys)
    const wanted = new Set(keys.map(String))
    const added = items.filter(({ picked, key }) => picked === 1 && !wanted.has(key)).map(({ key }) => key)
    const { site, underWay } = this.#hq
    await site.engine.store.write(async (tx) => {
      // A plan that is being applied, or was meanwhile, stays as it is.
      await underWay.requireFreeIn(tx, promotion.target)
      const { status } = await readPromotion(site.engine, id, tx)
      if (!open.includes(status)) throw notPossibleWhile(status)
      await notePromotionIn(site.engine, ctx, tx, id, { items, status: 'Draft', rehearsal: null, error: null })
    })
    return { added, items }
  }

  /** Begins a rehearsal; `under_way` of the target shows it. @throws Problem 403, 409 */
  async rehearse(ctx: Context, id: string): Promise<{ status: PromotionStatus }> {
    const promotion = await this.#open(ctx, id, 'Design', open)
    const { site, underWay } = this.#hq
    await underWay.begin(ctx, [promotion.target], 'Rehearsal')
    const work = async () => {
      try {
        const rehearsal = await rehearse(this.#hq, this.#backups, ctx, promotion)
        await noteRehearsal(site.engine, ctx, promotion, { rehearsal, status: 'Rehearsed', error: null })
      } catch (error) {
        site.logs.error.error({ err: error, promotion: id }, 'a rehearsal failed')
        await noteRehearsal(site.engine, ctx, promotion, { error: encodeSentence(sentenceOf(error)) })
      } finally {
        await underWay.end([promotion.target], 'Rehearsal')
      }
    }
    site.inBackground(work())
    return { status: promotion.status }
  }

  /** Begins to apply the picked steps; `under_way` of the target shows it. @throws Problem 403, 409, 417 */
  async apply(ctx: Context, id: string, data: Data): Promise<{ status: PromotionStatus }> {
    const { site } = this.#hq
    const promotion = await this.#open(ctx, id, 'Manage', ['Rehearsed'])
    const target = await readProject(site.engine, promotion.target)
    requireProductionReason(ctx, target, data)
    if (!promotion.rehearsal || promotion.rehearsal.failed.length > 0) throw notRehearsed()
    if (promotion.rehearsal.lost.length > 0 && Number(data.confirm_data_loss) !== 1) throw lossOf(promotion)
    await this.#begin(ctx, promotion, 'apply')
    site.inBackground(this.#atTarget(target.id, () => this.#apply(ctx, promotion, data)))
    return { status: promotion.status }
  }

  async #apply(ctx: Context, promotion: Promotion, { reason: said, confirm_data_loss: sent }: Data): Promise<void> {
    const { engine, logs } = this.#hq.site
    const { id } = promotion
    const reason = textOf(said) || null
    // A record made since the rehearsal may lose what nobody has seen yet.
    const confirm_data_loss = Number(sent) === 1 ? 1 : 0
    const note = (values: Data) => notePromotion(engine, ctx, id, values)
    try {
      const backup = await this.#safety(ctx, promotion.target)
      const operation = new Operation(ctx.actor.user).id
      await note({ backup, reason, operation_id: operation })
      const target = await readProject(engine, promotion.target)
      const { items: known } = await askProject<Exported>(this.#supervisor, target, { do: 'export' })
      const items = promotion.items.filter(({ picked }) => picked === 1)
      const order = { do: 'put', items, confirm_data_loss, dry_run: 0, site: target.id, operation, reason }
      await askProject(this.#supervisor, target, order)
      await moveBase(this.#hq, await pairOf(this.#hq, promotion), known, stepsOf(items), 'after')
      await note({
        ...{ status: 'Applied', operation_id: operation, error: null },
        ...{ applied_by: ctx.actor.user, applied_at: engine.clock.nowUtc() },
      })
    } catch (error) {
      logs.error.error({ err: error, promotion: id }, 'a promotion failed')
      if (!isRefusal(error)) throw error
      await note({ ...outcomeOf(promotion, error), operation_id: null })
    }
  }

  /** Takes the newest promotion of its target back; with `dry_run` it only tells what cannot come back. @throws Problem 403, 409 */
  async rollBack(ctx: Context, id: string, data: Data): Promise<{ status: PromotionStatus; lost: object[] }> {
    const { engine } = this.#hq.site
    const promotion = await this.#open(ctx, id, 'Manage', ['Applied'])
    const target = await readProject(engine, promotion.target)
    const { operation, appliedAt = '' } = promotion
    const isOld = Date.now() - millisOf(appliedAt) > rollBackDays * 86_400_000
    if (isOld || (await newestApplied(engine, target.id)) !== id) throw notPossibleNow({ text: onlyNewest })
    const ask = (dry_run: 0 | 1) =>
      askProject<{ lost: object[] }>(this.#supervisor, target, {
        ...{ do: 'roll_back', of: operation, dry_run },
        ...(textOf(data.reason) === '' ? {} : { reason: data.reason }),
      })
    if (Number(data.dry_run) === 1) return { status: promotion.status, lost: (await ask(1)).lost }
    requireProductionReason(ctx, target, data)
    const back = async () => {
      const { lost } = await ask(0)
      const steps = stepsOf(promotion.items.filter(({ picked }) => picked === 1))
      await moveBase(this.#hq, await pairOf(this.#hq, promotion), [], steps, 'before')
      await notePromotion(engine, ctx, id, { status: 'Rolled Back', error: null })
      return { status: 'Rolled Back' as const, lost }
    }
    await this.#begin(ctx, promotion, 'roll_back')
    return this.#atTarget(target.id, back)
  }

  /** Begins work that changes the target. @throws Problem 409, also where the promotion changed since it was read */
  async #begin(ctx: Context, promotion: Promotion, action: 'apply' | 'roll_back'): Promise<void> {
    const { id, target } = promotion
    const { site, underWay } = this.#hq
    await underWay.begin(ctx, [target], 'Promotion', { action, promotion: id })
    const now = await readPromotion(site.engine, id)
    if (isSame(now, promotion)) return
    await underWay.end([target], 'Promotion')
    throw action === 'apply' ? notRehearsed() : notPossibleWhile(now.status)
  }

  /** Runs work of a promotion. Where the target ends in the middle of it, the target tells the outcome once it runs again. */
  async #atTarget<T>(target: string, work: () => Promise<T>): Promise<T> {
    this.#going.add(target)
    const [outcome] = await Promise.allSettled([work()])
    this.#going.delete(target)
    if (outcome.status === 'fulfilled' || isRefusal(outcome.reason)) {
      await this.#hq.underWay.end([target], 'Promotion')
    } else if (this.#supervisor.runningSite(target)) {
      this.#hq.site.inBackground(this.siteRuns(target))
    }
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  }

  /** @throws BackupFault */
  async #safety(ctx: Context, target: string): Promise<string> {
    const { engine } = this.#hq.site
    const { done } = await this.#backups.take(ctx, await subjectOf(engine, target), { type: 'Safety', isPart: true })
    return (await requireMade(this.#hq, await done, { text: 'No backup could be made.' })).id
  }

  /** @throws Problem 403, and 409 in another state */
  async #open(
    ctx: Context,
    id: string,
    level: 'Design' | 'Manage',
    states: readonly PromotionStatus[],
  ): Promise<Promotion> {
    const { engine } = this.#hq.site
    const promotion = await readPromotion(engine, id)
    await requireLevel(engine, ctx, promotion.target, level)
    if (level === 'Design') await requireLevel(engine, ctx, promotion.source, level)
    if (states.includes(promotion.status)) return promotion
    if (states.length === 1 && states[0] === 'Rehearsed') throw notRehearsed()
    throw notPossibleWhile(promotion.status)
  }
}

interface Exported {
  items: DefinitionItem[]
  version: string
}

interface Planned {
  plan: DefinitionPlanItem[]
  version: string
}

const onlyNewest = 'Only the newest promotion of the last 30 days can be rolled back.'

const notPossibleWhile = (status: PromotionStatus) =>
  notPossibleNow({ text: 'This is not possible while the promotion is {0}.', args: [{ translate: status }] })

const notRehearsed = () => notPossibleNow({ text: 'Rehearse this promotion first.' })

/** A refusal: nothing was done. After any other fault the work may have been done all the same. */
const isRefusal = (error: unknown): error is Problem | BackupFault =>
  error instanceof Problem || error instanceof BackupFault

/** The outcome of a refusal. A missing safety copy, and a loss that nobody has seen, leave it as it was. */
function outcomeOf({ rehearsal }: Promotion, error: Problem | BackupFault): Data {
  const message = encodeSentence(error.detail)
  if (error instanceof BackupFault) return { status: 'Rehearsed', error: message }
  if (error.type !== 'DataLossError') return { status: 'Failed', error: message }
  const lost = (error.errors ?? []).map(({ message: _, ...loss }) => loss)
  return { status: 'Rehearsed', error: message, rehearsal: { ...rehearsal, lost } }
}

/** 417 with every loss that the rehearsal found. */
function lossOf({ rehearsal }: Promotion): Problem {
  const lost = (rehearsal?.lost ?? []) as { fieldname?: string; records?: number }[]
  const records = lost.reduce((sum, one) => sum + Number(one.records ?? 0), 0)
  const message = { text: 'This change would lose data in {0} records. Confirm to continue.', args: [records] }
  const errors = lost.map((one) => ({ ...one, fieldname: one.fieldname ?? '', message }))
  return new Problem(417, 'DataLossError', 'Invalid Value', message, { errors })
}
