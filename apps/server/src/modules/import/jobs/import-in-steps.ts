import { type ImportCounts, Problem } from '@tavla/contract'
import { type Context, carefullyIfNeeded, markWrites, NoMark, writeManyRecords } from '../../../entity/index.ts'
import type { JobEnd } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { addTally, emptyTally, type PlanLine, recordsOf, tallyOf } from '../plan.ts'

import { noteRefused, noteWritten } from '../writing/fates.ts'
import { noteMade } from '../writing/memory.ts'
import { prepareRecord } from '../writing/prepare.ts'
import { resolveNames } from '../writing/resolve.ts'
import { type MadeLinks, problemsOf, writeRecord } from '../writing/write-record.ts'
import { requireAsPlanned } from './as-planned.ts'
import { blockOf, countsOf, type ImportRun } from './import-run.ts'
import { setLaterLinks } from './later-links.ts'

/** Each record by itself: the refused ones are left out, the others are written block by block. */
export async function importInSteps(run: ImportRun): Promise<JobEnd> {
  const { job, importing, numbers, id } = run
  let counts = job.state?.counts ?? emptyTally()
  for (const number of numbers) {
    if (number < (job.state?.next ?? 0)) continue
    await job.pause()
    const ctx = await job.context()
    const { lines } = await blockOf(run, number)
    importing.memory.forgetFound()
    await resolveNames(importing, ctx, lines)
    const before = counts
    counts = await carefullyIfNeeded((isCareful) => importBlock(run, ctx, { number, lines, before, isCareful }))
  }
  await setLaterLinks(run)
  const { done, failed } = countsOf(counts)
  return { result: { counts, plan_id: id }, isFailed: done === 0 && failed > 0 }
}

interface Step {
  number: number
  lines: readonly PlanLine[]
  /** The counts of the blocks before. */
  before: ImportCounts
  isCareful: boolean
}

function importBlock(run: ImportRun, ctx: Context, step: Step): Promise<ImportCounts> {
  const { job, importing, id, plans } = run
  return writeManyRecords(importing.engine, importing.model.id, async (tx) => {
    const made: MadeLinks = new Map()
    // A transaction that lost a race runs again, and from the lines as they were.
    const lines = structuredClone(step.lines) as PlanLine[]
    for (const record of recordsOf(lines)) {
      job.signal.throwIfAborted()
      if (record[0]?.fate?.outcome !== 'refused') await importRecord(run, ctx, tx, record, { made, ...step })
    }
    const counts = { ...step.before }
    addTally(counts, tallyOf(lines))
    await plans.setBlockIn(tx, id, { number: step.number, lines })
    await job.keepIn(tx, { next: step.number + 1, counts }, countsOf(counts))
    return counts
  })
}

/** Writes one record; when it is refused, the others go on without it. */
async function importRecord(
  { importing, job }: ImportRun,
  ctx: Context,
  tx: Tx,
  lines: readonly PlanLine[],
  { made, isCareful }: { made: MadeLinks; isCareful: boolean },
): Promise<void> {
  const [first] = lines as [PlanLine]
  const prepared = prepareRecord(importing, lines)
  const forget = markWrites(tx, job.operation)
  const links = new Map(made)
  const run = () => writeRecord(importing, ctx, tx, prepared, links)
  try {
    requireAsPlanned(prepared)
    const written = await (isCareful ? tx.attempt(run) : run())
    for (const [key, linked] of links) made.set(key, linked)
    noteMade(importing, first, written.id)
    noteWritten(prepared, written, true)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (!isCareful) throw new NoMark()
    forget()
    noteRefused(prepared, problemsOf(error, prepared))
  }
}
