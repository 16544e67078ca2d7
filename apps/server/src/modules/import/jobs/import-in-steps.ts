import { type ImportCounts, Problem } from '@tavla/contract'
import { type Context, markWrites, writeRecords } from '../../../entity/index.ts'
import type { JobEnd } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { addTally, emptyTally, type PlanLine, recordsOf } from '../plan.ts'
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
  const { job, importing, numbers, id, plans } = run
  let counts = job.state?.counts ?? emptyTally()
  for (const number of numbers) {
    if (number < (job.state?.next ?? 0)) continue
    await job.pause()
    const ctx = await job.context()
    const { lines } = await blockOf(run, number)
    importing.memory.forgetFound()
    await resolveNames(importing, ctx, lines)
    counts = await writeRecords(importing.engine, importing.model.id, async (tx) => {
      const now = { ...counts }
      const made: MadeLinks = new Map()
      // A transaction that lost a race runs again, and from the lines as they were.
      const fresh = structuredClone(lines)
      for (const record of recordsOf(fresh)) addTally(now, await importRecord(run, ctx, tx, record, made))
      await plans.setBlockIn(tx, id, { number, lines: fresh })
      await job.keepIn(tx, { next: number + 1, counts: now }, countsOf(now))
      return now
    })
  }
  await setLaterLinks(run)
  const { done, failed } = countsOf(counts)
  return { result: { counts, plan_id: id }, isFailed: done === 0 && failed > 0 }
}

/** Writes one record in a savepoint of its own. A record that the dry run refused is left out. */
async function importRecord(
  { importing, job }: ImportRun,
  ctx: Context,
  tx: Tx,
  lines: readonly PlanLine[],
  made: MadeLinks,
): Promise<ImportCounts> {
  const [first] = lines as [PlanLine]
  const tally = emptyTally()
  if (first.fate?.outcome !== 'refused') {
    const prepared = prepareRecord(importing, lines)
    const forget = markWrites(tx, job.operation)
    const links = new Map(made)
    try {
      requireAsPlanned(prepared)
      const written = await tx.attempt(() => writeRecord(importing, ctx, tx, prepared, links))
      for (const [key, linked] of links) made.set(key, linked)
      noteMade(importing, first, written.id)
      noteWritten(prepared, written, true)
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      forget()
      noteRefused(prepared, problemsOf(error, prepared))
    }
  }
  tally[first.fate?.outcome ?? 'refused'] = 1
  return tally
}
