import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityRecord } from '@tavla/contract'
import { type Context, type Engine, type ExportPart, type ExportPlan, readExportPage } from '../../entity/index.ts'
import { StoreBusy } from '../../store/errors.ts'

/** Rows of a page: few enough that making text of them delays nobody else's call. */
const rowsAtOnce = 250
/**
 * Rows that one query reads. Its thread yields to all others, so on a busy machine each query waits for its turn. Fewer
 * with tables, of which each row has rows of its own.
 */
const readAtOnce = 1_000
/** How long a page waits while the database has too many queries, and how often. */
const busyPause = 250
const busyTries = 240

/** Records on their way into a file. */
export interface ExportSource {
  engine: Engine
  plan: ExportPlan
  /** The person as they are now. @throws to end the export */
  context(): Promise<Context>
  /** Called with the number of records that were read. */
  onRead?(count: number): void
}

/** All records of the plan with these fields and tables; the next ones are read while a page is written. */
export async function* pagesOf(source: ExportSource, part: ExportPart = source.plan): AsyncGenerator<EntityRecord[]> {
  const { rows } = source.plan
  const size = part.tables.length > 0 ? rowsAtOnce : readAtOnce
  let next = readRows(source, part, rows.slice(0, size))
  for (let at = 0; at < rows.length; at += size) {
    const records = await next
    next = readRows(source, part, rows.slice(at + size, at + 2 * size))
    // The reader of the pages may stop before it awaits these.
    next.catch(() => undefined)
    for (let from = 0; from < records.length; from += rowsAtOnce) {
      yield records.slice(from, from + rowsAtOnce)
      await nextTurn()
    }
    source.onRead?.(Math.min(at + size, rows.length))
  }
}

async function readRows(
  { engine, plan, context }: ExportSource,
  part: ExportPart,
  rows: readonly number[],
): Promise<EntityRecord[]> {
  if (rows.length === 0) return []
  for (let tries = 1; ; tries++) {
    try {
      return await readExportPage(engine, await context(), plan, part, rows)
    } catch (error) {
      // Calls of people come first.
      if (!(error instanceof StoreBusy) || tries >= busyTries) throw error
      await delay(busyPause, undefined, { ref: false })
    }
  }
}
