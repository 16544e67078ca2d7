import { Problem } from '@tavla/contract'
import { type Context, carefullyIfNeeded, contextOf, NoMark, writeManyRecords } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { type PlanLine, recordsOf } from '../plan.ts'

import { noteRefused, noteWritten } from './fates.ts'
import type { Importing } from './memory.ts'
import { prepareRecord } from './prepare.ts'
import { resolveNames } from './resolve.ts'
import { type MadeLinks, noteUnique, problemsOf, takenInFile, writeRecord } from './write-record.ts'

const rehearsed = new Error('A dry run is rolled back')

interface Trial {
  importing: Importing
  ctx: Context
  made: MadeLinks
  isCareful: boolean
}

/**
 * Gives some lines the fate that their import would have: the real writes run in a transaction that is rolled back, with
 * everything that waits for its commit.
 */
export async function rehearse(importing: Importing, ctx: Context, lines: readonly PlanLine[]): Promise<void> {
  await resolveNames(importing, ctx, lines)
  const records = recordsOf(lines)
  // The writes that are rolled back belong to no operation of the call.
  const apart = { ...ctx, operation: contextOf(ctx.actor, ctx.requestId).operation }
  const trial = carefullyIfNeeded((isCareful) =>
    writeManyRecords(importing.engine, importing.model.id, async (tx) => {
      const state: Trial = { importing, ctx: apart, made: new Map(), isCareful }
      for (const record of records) await tryRecord(state, tx, record)
      throw rehearsed
    }),
  )
  await trial.catch((error: unknown) => {
    if (error !== rehearsed) throw error
  })
}

async function tryRecord({ importing, ctx, made, isCareful }: Trial, tx: Tx, lines: readonly PlanLine[]) {
  const prepared = prepareRecord(importing, lines)
  const known = [...prepared.problems, ...takenInFile(importing, prepared)]
  if (known.length > 0) return noteRefused(prepared, known)
  const links = new Map(made)
  const run = () => writeRecord(importing, ctx, tx, prepared, links)
  try {
    noteWritten(prepared, await (isCareful ? tx.attempt(run) : run()), false)
    for (const [key, id] of links) made.set(key, id)
    noteUnique(importing, prepared)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    if (!isCareful) throw new NoMark()
    noteRefused(prepared, problemsOf(error, prepared))
  }
}
