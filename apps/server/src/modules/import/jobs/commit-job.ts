import type { JobWork, Site } from '../../../site.ts'
import { asProblem, requireImport, wordsOf } from '../open-file.ts'
import type { PlanStore } from '../plan-store.ts'
import { linksToItself, noteNames, startImporting } from '../writing/memory.ts'
import { importInSteps } from './import-in-steps.ts'
import { blockOf, type CommitInput, type CommitState, type ImportRun, planIsGone } from './import-run.ts'
import { importWhole } from './import-whole.ts'

export const commitWork = 'import'

/**
 * Carries out an import that was looked at (reference: http-api, Import): with `stop` in one transaction, with `skip`
 * block by block, each committed together with the note of it, so that a restart goes on with the next.
 */
export function makeCommitWork(site: Site, plans: PlanStore): JobWork<CommitInput, CommitState> {
  return {
    name: commitWork,
    kind: 'Import',
    operation: 'Import',
    // With `stop`, a state means that the one transaction is committed.
    goesOn: ({ onError }, state) => onError === 'skip' || state !== undefined,
    async run(job) {
      const stored = await plans.find(job.input.plan)
      if (!stored) throw asProblem(planIsGone)
      const { plan, id } = stored
      const ctx = await job.context()
      requireImport(site, ctx, plan.entity, plan.mode)
      const importing = startImporting(site.engine, ctx, plan, wordsOf(site, plan.entity, plan.formats))
      const numbers = (await plans.tallies(id)).map(({ number }) => number)
      const run: ImportRun = { site, plans, job, id, importing, numbers }
      if (linksToItself(importing)) {
        for (const number of numbers) noteNames(importing, (await blockOf(run, number)).lines)
      }
      return job.input.onError === 'stop' ? importWhole(run) : importInSteps(run)
    },
    async resultOf(state, { plan }) {
      const stored = await plans.find(plan)
      return { ...(state && { counts: state.counts }), ...(stored && { plan_job: stored.job }) }
    },
    // Nothing was written, so the lines can be mended and imported again.
    async ended({ plan, onError }, state) {
      if (onError === 'stop' && state === undefined) await plans.started(plan, null)
    },
  }
}
