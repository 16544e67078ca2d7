import { Problem } from '@tavla/contract'
import { type Context, writeRecords } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { type PlanLine, recordsOf } from '../plan.ts'
import { noteRefused, noteWritten } from './fates.ts'
import type { Importing } from './memory.ts'
import { type Prepared, prepareRecord } from './prepare.ts'
import { resolveNames } from './resolve.ts'
import { noteUnique, problemsOf, takenInFile, writeRecord } from './write-record.ts'

const rehearsed = new Error('A dry run is rolled back')

/**
 * Gives some lines the fate that their import would have: the real writes run in a transaction that is rolled back, with
 * everything that waits for its commit.
 */
export async function rehearse(importing: Importing, ctx: Context, lines: readonly PlanLine[]): Promise<void> {
  await resolveNames(importing, ctx, lines)
  const records = recordsOf(lines)
  const trial = writeRecords(importing.engine, importing.model.id, async (tx) => {
    const made = new Map<string, string>()
    for (const record of records) await tryRecord(importing, ctx, tx, prepareRecord(importing, record), made)
    throw rehearsed
  })
  await trial.catch((error: unknown) => {
    if (error !== rehearsed) throw error
  })
}

async function tryRecord(
  importing: Importing,
  ctx: Context,
  tx: Tx,
  prepared: Prepared,
  made: Map<string, string>,
): Promise<void> {
  const known = [...prepared.problems, ...takenInFile(importing, prepared)]
  if (known.length > 0) return noteRefused(prepared, known)
  const links = new Map(made)
  try {
    const written = await tx.attempt(() => writeRecord(importing, ctx, tx, prepared, links))
    for (const [key, id] of links) made.set(key, id)
    noteWritten(prepared, written, false)
    noteUnique(importing, prepared)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    noteRefused(prepared, problemsOf(error, prepared))
  }
}
