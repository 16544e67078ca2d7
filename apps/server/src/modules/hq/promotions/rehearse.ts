import { type DefinitionPlanItem, Problem } from '@tavla/contract'
import type { Context } from '../../../entity/index.ts'
import { millisOf } from '../../../ground/utc-text.ts'
import { definitionsTimeout } from '../../../hosting/driver.ts'
import type { Backups } from '../backups/backups.ts'
import { requireMade } from '../backups/require-made.ts'
import { type Backup, backupsOf } from '../backups/rows.ts'
import { type Subject, subjectOf } from '../backups/subject.ts'
import { onThrowAway } from '../backups/throw-away.ts'
import type { Hq } from '../hq.ts'
import { answerOf } from './ask.ts'
import type { Promotion, Rehearsal } from './rows.ts'

/** A backup of this age or younger stands for the project as it is. Milliseconds. */
const freshFor = 3_600_000

/**
 * Carries out the picked steps on a throw-away copy of the target, made from its newest backup (reference: hosting,
 * Promotion).
 * @throws the fault, which `sentenceOf` puts into words, when there is no copy to rehearse on
 */
export async function rehearse(hq: Hq, backups: Backups, ctx: Context, promotion: Promotion): Promise<Rehearsal> {
  const since = performance.now()
  const picked = promotion.items.filter((item) => item.picked === 1)
  const subject = await subjectOf(hq.site.engine, promotion.target)
  const [newest] = await backupsOf(hq.site.engine, subject.uid, ['Stored', 'Proven'], 1)
  const age = newest && Date.now() - millisOf(newest.takenAt)
  // A clock that was set back makes no backup fresh that was taken before.
  const isFresh = newest && age !== undefined && age >= 0 && age < freshFor
  const on = (backup: Backup) =>
    onThrowAway(hq, backup, `rehearsal-${promotion.id}`, ({ site }) => {
      const ask: Ask = (order) => site.ask('definitions', order, definitionsTimeout)
      return putAll(hq, ctx, ask, promotion.target, picked)
    })
  let outcome = isFresh ? await on(newest) : undefined
  // Its definitions may have changed since that backup, most of all by the last promotion.
  if (!outcome || outcome.isChanged) outcome = await on(await newBackup(hq, backups, ctx, subject))
  const { lost, failed } = outcome
  const seconds = Math.round(performance.now() - since) / 1000
  return { seconds, items: picked.length, converted: convertedBy(picked), lost, failed }
}

type Ask = (order: object) => Promise<Readonly<Record<string, unknown>>>

type Outcome = Pick<Rehearsal, 'lost' | 'failed'> & {
  /** The copy has other definitions than the plan. */
  isChanged?: boolean
}

async function putAll(
  { site }: Hq,
  ctx: Context,
  ask: Ask,
  target: string,
  items: readonly DefinitionPlanItem[],
): Promise<Outcome> {
  try {
    const order = { do: 'put', items, confirm_data_loss: 1, dry_run: 0, site: target }
    return { lost: answerOf<{ lost: object[] }>(await ask(order)).lost, failed: [] }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const failed = [{ message: await site.engine.say(error.detail, ctx.language) }]
    return { lost: [], failed, isChanged: error.type === 'TimestampMismatchError' }
  }
}

/** Records that a step converts, as its plan counted them. */
const convertedBy = (items: readonly DefinitionPlanItem[]): number =>
  items.reduce((sum, { effect }) => {
    const changes = (effect?.plan ?? []) as { change: string }[]
    return changes.some(({ change }) => change === 'retype') ? sum + Number(effect?.records ?? 0) : sum
  }, 0)

/** @throws BackupFault when none can be taken */
async function newBackup(hq: Hq, backups: Backups, ctx: Context, subject: Subject): Promise<Backup> {
  const { done } = await backups.take(ctx, subject, { type: 'Scheduled', isPart: true })
  return requireMade(hq, await done, { text: 'No backup could be made.' })
}
