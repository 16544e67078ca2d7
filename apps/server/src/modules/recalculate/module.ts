import {
  actorOf,
  type Context,
  contextOf,
  countOf,
  type Engine,
  endRecalculation,
  ofSiteCurrency,
  plannedRecalculations,
  planRecalculation,
  type Recalculation,
  recalculateBlock,
  systemContext,
} from '../../entity/index.ts'
import type { JobWork, MakeModule, RunningJob, Site } from '../../site.ts'

interface RecalculateState {
  /** The place of the last record that is done. */
  after: number
  done: number
}

type Job = RunningJob<Recalculation, RecalculateState>

const work = 'recalculate'

/** Records that one step works out anew: few, so that others write in between. */
const stepSize = 100

/** Gives stored records the values of changed definitions, in a job (reference: expressions, Recalculation). */
const makeRecalculateModule: MakeModule = (site) => ({
  app: 'platform',
  /** Another currency has other digits. */
  async afterWrite({ engine, ctx, tx, model, before, after }) {
    if (model.id !== 'System Settings' || !before || before.currency === after.currency) return
    await planRecalculation(engine, ctx, tx, ofSiteCurrency(engine))
  },
  start() {
    site.jobs.register(recalculation(site))
    site.engine.formulasChanged = (ctx, works) => site.inBackground(addAll(site, ctx, works))
  },
})

async function addAll(site: Site, ctx: Context, works: readonly Recalculation[]): Promise<void> {
  for (const one of works) await addJob(site, ctx, one)
}

/** Where nothing is stored, the plan ends at once. */
async function addJob({ engine, jobs }: Site, ctx: Context, input: Recalculation): Promise<void> {
  const entity = engine.models.byTable(input.table)?.id
  const total = entity === undefined ? 0 : await countOf(engine, entity, {})
  if (entity === undefined || total === 0) return engine.store.write((tx) => endRecalculation(engine, tx, input))
  const title = { text: 'Recalculate {0}', args: [{ translate: entity }] }
  await jobs.add(ctx, { work, entity, title, input, total })
}

const recalculation = (site: Site): JobWork<Recalculation, RecalculateState> => ({
  name: work,
  kind: 'Recalculate',
  isUncounted: true,
  goesOn: () => true,
  begin: (left) => addLost(site, left),
  run: (job) => runJob(site, job),
})

/** Plans whose job was never added, or did not come to its end: a crash forgets none, and no person can stop one for good. */
async function addLost(site: Site, left: readonly Recalculation[]): Promise<void> {
  const { engine } = site
  for (const plan of await plannedRecalculations(engine)) {
    if (left.some(({ token }) => token === plan.token)) continue
    const actor = await actorOf(engine, plan.user)
    const ctx = actor ? contextOf(actor, '', plan.language) : systemContext(engine)
    await addJob(site, ctx, { table: plan.table, token: plan.token })
  }
}

/** The server's own work, told as that of the person: it goes on when they are gone. */
function contextFor(engine: Engine, job: Job): Context {
  const system = systemContext(engine, job.id, job.operation)
  return { ...system, actor: { ...system.actor, user: job.user } }
}

async function runJob({ engine }: Site, job: Job) {
  const { input } = job
  for (;;) {
    await job.pause()
    const { after, done } = job.state ?? { after: 0, done: 0 }
    const block = await recalculateBlock(
      engine,
      contextFor(engine, job),
      input.table,
      { after, size: stepSize },
      async (tx, step) => {
        const state = { after: step.next ?? after, done: done + step.count }
        if (step.next === undefined) await endRecalculation(engine, tx, input)
        await job.keepIn(tx, state, { done: state.done })
      },
    )
    if (block.next === undefined) return { result: { records: job.state?.done ?? 0 } }
  }
}

export default makeRecalculateModule
