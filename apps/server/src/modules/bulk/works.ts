import { type BulkResult, invalid, type JobKind, type Message, Problem } from '@tavla/contract'
import {
  AllRefused,
  type Context,
  presentRefusals,
  type RowRefusal,
  refusalOf,
  runAction,
  writeBlock,
  writeWhole,
} from '../../entity/index.ts'
import type { JobWork, RunningJob, Site } from '../../site.ts'
import type { BulkWork } from './bulk-body.ts'

export interface BulkInput {
  entity: string
  ids: readonly string[]
  work: BulkWork
  /** All or none, in one transaction. */
  isWhole: boolean
}

interface BulkState {
  /** Index of the first record that is not done. */
  next: number
  changed: number
  unchanged: number
  failed: number
  /** The first of the refused ones. */
  refused: readonly RowRefusal[]
  /** True while an action runs on that record: it may have sent something, so it is not run again. */
  isBegun?: boolean
}

type BulkJob = RunningJob<BulkInput, BulkState>

/** Records that one step writes: few, so that others write in between; more cost fewer commits. */
const stepSize = 200
/** Records of all or nothing between two notes of how many there are. */
const reportEvery = 50
/** How many refusals the result lists. */
const maxListed = 100

const kinds: Record<BulkWork['do'], { name: string; kind: JobKind; title: string }> = {
  change: { name: 'bulk change', kind: 'Bulk Change', title: 'Change {0}' },
  delete: { name: 'bulk delete', kind: 'Bulk Delete', title: 'Delete {0}' },
  action: { name: 'bulk action', kind: 'Bulk Action', title: 'Run {1} on {0}' },
  restore: { name: 'bulk restore', kind: 'Restore', title: 'Restore {0}' },
}

/** The name of its work in the store, and the title of its job. */
export function jobOf(entity: string, work: BulkWork): { work: string; title: Message } {
  const { name, title } = kinds[work.do]
  const action = work.do === 'action' ? [work.action] : []
  return { work: name, title: { text: title, args: [{ translate: entity }, ...action] } }
}

/** Writes many records in a job (reference: http-api, Bulk on a filter). */
export function bulkWorks(site: Site): JobWork<BulkInput, BulkState>[] {
  return Object.values(kinds).map(({ name, kind }) => ({
    name,
    kind,
    // A write of all or none has kept a state only if it was committed.
    goesOn: ({ isWhole }, state) => !isWhole || state !== undefined,
    run: (job) => (job.input.isWhole ? runWhole(site, job) : runSteps(site, job)),
    resultOf: (state, input, ctx) => resultOf(site, input, state ?? start, ctx),
  }))
}

const start: BulkState = { next: 0, changed: 0, unchanged: 0, failed: 0, refused: [] }

async function runSteps(site: Site, job: BulkJob) {
  const { ids, work, entity } = job.input
  while ((job.state ?? start).next < ids.length) {
    await job.pause()
    if (work.do === 'action') await stepAction(site, job, work)
    else await step(site, job, { entity, write: work })
  }
  const state = job.state ?? start
  const isFailed = state.failed > 0 && state.changed + state.unchanged === 0
  return { result: await resultOf(site, job.input, state, await job.context()), isFailed }
}

async function step({ engine }: Site, job: BulkJob, block: Pick<Parameters<typeof writeBlock>[2], 'entity' | 'write'>) {
  const state = job.state ?? start
  const ids = job.input.ids.slice(state.next, state.next + stepSize)
  await writeBlock(
    engine,
    await job.context(),
    { ...block, ids },
    {
      signal: job.signal,
      atEnd: async (tx, { written, refused }) => {
        const changed = written.filter(({ isChanged }) => isChanged).length
        const next: BulkState = {
          next: state.next + ids.length,
          changed: state.changed + changed,
          unchanged: state.unchanged + written.length - changed,
          failed: state.failed + refused.length,
          refused: [...state.refused, ...refused.map(refusalOf)].slice(0, maxListed),
        }
        await job.keepIn(tx, next, countsOf(next))
      },
    },
  )
}

const countsOf = ({ changed, unchanged, failed }: BulkState) => ({ done: changed + unchanged, failed })

/** Runs an action on one record. It is noted before, so that a restart does not run it a second time. */
async function stepAction({ engine }: Site, job: BulkJob, { action, data }: Extract<BulkWork, { do: 'action' }>) {
  const { ids, entity } = job.input
  const { isBegun, ...state } = job.state ?? start
  const id = ids[state.next] as string
  const after = (outcome: Partial<BulkState>): BulkState => ({ ...state, next: state.next + 1, ...outcome })
  const failedFor = (refusal: RowRefusal) =>
    after({ failed: state.failed + 1, refused: [...state.refused, refusal].slice(0, maxListed) })
  let next: BulkState
  if (isBegun) next = failedFor({ id, messages: [{ text: 'The server stopped while this ran.' }] })
  else {
    await job.keep({ ...state, isBegun: true })
    try {
      await runAction(engine, await job.context(), entity, id, action, data)
      next = after({ changed: state.changed + 1 })
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      next = failedFor(refusalOf({ id, problem: error }))
    }
  }
  await job.keep(next, countsOf(next))
}

/** Writes all or none; refused records end the job, with their reasons in its result. */
async function runWhole(site: Site, job: BulkJob) {
  const { engine } = site
  const { entity, ids, work } = job.input
  if (work.do === 'action') throw invalid('Actions run on each record by itself.')
  const ctx = await job.context()
  if (job.state) return { result: await resultOf(site, job.input, job.state, ctx) }
  let state = start
  try {
    await writeWhole(
      engine,
      ctx,
      { entity, write: work, ids },
      {
        signal: job.signal,
        after: ({ written, refused }) => {
          if (written.length % reportEvery === 0) job.report({ done: written.length, failed: refused.length })
        },
        atEnd: async (tx, { written }) => {
          const changed = written.filter(({ isChanged }) => isChanged).length
          state = { ...start, next: ids.length, changed, unchanged: written.length - changed }
          await job.keepIn(tx, state, countsOf(state))
        },
      },
    )
    return { result: await resultOf(site, job.input, state, ctx) }
  } catch (error) {
    job.report({ done: 0 })
    if (!(error instanceof AllRefused)) throw error
    const refused = error.refused.map(refusalOf)
    job.report({ failed: refused.length })
    const message = await engine.say({ text: 'Nothing was written, because records were refused.' }, ctx.language)
    const result = await resultOf(site, job.input, { ...start, failed: refused.length, refused }, ctx)
    return { result: { ...result, message }, isFailed: true }
  }
}

async function resultOf(site: Site, { entity }: BulkInput, state: BulkState, ctx: Context | undefined) {
  const { changed, unchanged, failed: refused_count } = state
  const refused = ctx ? await presentRefusals(site.engine, ctx, entity, state.refused) : []
  return { changed, unchanged, refused_count, refused } satisfies BulkResult
}
