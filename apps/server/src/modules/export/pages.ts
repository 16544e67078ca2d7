import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { EntityRecord } from '@tavla/contract'
import { type Context, type Engine, type ExportPart, type ExportPlan, readExportPage } from '../../entity/index.ts'
import { StoreBusy } from '../../store/errors.ts'

/** Rows of a page: few enough that making text of them delays nobody else's call. */
const rowsAtOnce = 250
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

/** All records of the plan with these fields and tables; the next page is read while one is written. */
export async function* pagesOf(source: ExportSource, part: ExportPart = source.plan): AsyncGenerator<EntityRecord[]> {
  const { rows } = source.plan
  let next = readPage(source, part, rows.slice(0, rowsAtOnce))
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const page = await next
    const following = rows.slice(at + rowsAtOnce, at + 2 * rowsAtOnce)
    next = readPage(source, part, following)
    // The reader of the pages may stop before it awaits this one.
    next.catch(() => undefined)
    yield page
    source.onRead?.(Math.min(at + rowsAtOnce, rows.length))
    await nextTurn()
  }
}

async function readPage(
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
