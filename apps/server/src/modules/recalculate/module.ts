import { type Context, countOf, recalculateBlock } from '../../entity/index.ts'
import type { JobWork, MakeModule, Site } from '../../site.ts'

interface RecalculateInput {
  entity: string
}

interface RecalculateState {
  /** The place of the last record that is done. */
  after: number
  done: number
}

const work = 'recalculate'

/** Records that one step works out anew: few, so that others write in between. */
const stepSize = 200

/** Gives stored records the values of changed formulas, in a job (reference: expressions, Formulas). */
const makeRecalculateModule: MakeModule = (site) => ({
  app: 'platform',
  start() {
    site.jobs.register(recalculation(site))
    site.engine.formulasChanged = (ctx, entities) => site.inBackground(begin(site, ctx, entities))
  },
})

async function begin(site: Site, ctx: Context, entities: readonly string[]): Promise<void> {
  for (const entity of entities) {
    const total = await countOf(site.engine, entity, {})
    const title = { text: 'Recalculate {0}', args: [{ translate: entity }] }
    if (total > 0) await site.jobs.add(ctx, { work, entity, title, input: { entity }, total })
  }
}

const recalculation = ({ engine }: Site): JobWork<RecalculateInput, RecalculateState> => ({
  name: work,
  kind: 'Recalculate',
  goesOn: () => true,
  async run(job) {
    const { entity } = job.input
    for (;;) {
      await job.pause()
      const { after, done } = job.state ?? { after: 0, done: 0 }
      const block = await recalculateBlock(
        engine,
        await job.context(),
        entity,
        { after, size: stepSize },
        (tx, step) => {
          const state = { after: step.next ?? after, done: done + step.count }
          return job.keepIn(tx, state, { done: state.done })
        },
      )
      if (block.next === undefined) return { result: { records: job.state?.done ?? 0 } }
    }
  },
})

export default makeRecalculateModule
