import { type ImportCounts, invalid, type Message, Problem } from '@tavla/contract'
import { type Context, writeManyRecords } from '../../../entity/index.ts'
import type { JobEnd } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { emptyTally, type PlanLine, recordsOf } from '../plan.ts'
import { noteWritten } from '../writing/fates.ts'
import { noteMade } from '../writing/memory.ts'
import { prepareRecord } from '../writing/prepare.ts'
import { resolveNames } from '../writing/resolve.ts'
import { type MadeLinks, writeRecord } from '../writing/write-record.ts'
import { requireAsPlanned } from './as-planned.ts'
import { blockOf, countsOf, type ImportRun } from './import-run.ts'
import { linkLaterIn } from './later-links.ts'

/** All records or none: they are prepared in steps and written in one transaction. @throws Problem of the first refused line */
export async function importWhole(run: ImportRun): Promise<JobEnd> {
  const { job, importing, numbers, id, plans } = run
  if (job.state) return { result: { counts: job.state.counts, plan_id: id } }
  await refuseIncomplete(run)
  const ctx = await job.context()
  for (const number of numbers) {
    await job.pause()
    await resolveNames(importing, ctx, (await blockOf(run, number)).lines)
  }
  const write = async (tx: Tx) => {
    const now = emptyTally()
    const made: MadeLinks = new Map()
    for (const number of numbers) {
      job.signal.throwIfAborted()
      const block = await blockOf(run, number, tx)
      for (const lines of recordsOf(block.lines)) await importRecord(run, ctx, tx, lines, { now, made })
      await plans.setBlockIn(tx, id, block)
      job.report(countsOf(now))
    }
    for (const number of numbers) await linkLaterIn(run, ctx, tx, await blockOf(run, number, tx))
    await job.keepIn(tx, { next: numbers.length, counts: now }, countsOf(now))
    return now
  }
  const counts = await writeManyRecords(importing.engine, importing.model.id, write).catch((error: unknown) => {
    job.report({ done: 0, failed: 0 })
    throw error
  })
  return { result: { counts, plan_id: id } }
}

async function importRecord(
  { importing }: ImportRun,
  ctx: Context,
  tx: Tx,
  lines: readonly PlanLine[],
  { now, made }: { now: ImportCounts; made: MadeLinks },
): Promise<void> {
  const [first] = lines as [PlanLine]
  const prepared = prepareRecord(importing, lines)
  try {
    requireAsPlanned(prepared)
    const written = await writeRecord(importing, ctx, tx, prepared, made)
    noteMade(importing, first, written.id)
    noteWritten(prepared, written, true)
    now[written.outcome]++
  } catch (error) {
    throw error instanceof Problem ? atLine(first.row, error) : error
  }
}

/** @throws Problem when the dry run refused a line */
async function refuseIncomplete({ plans, id }: ImportRun): Promise<void> {
  const [refused] = (await plans.page(id, 'refused', 0, 1)).lines
  if (!refused) return
  const [reason] = Object.values(refused.fate?.messages ?? {})
  const problem = invalid('')
  throw atLine(refused.row, reason ? new Problem(417, problem.type, problem.title, reason) : problem)
}

function atLine(row: number, { status, type, title, detail }: Problem): Problem {
  const prefix: Message = { text: 'Row {n}:', args: { n: row } }
  return new Problem(status, type, title, { ...detail, prefix })
}
