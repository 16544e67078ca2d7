import { badRequest, importLimits, invalid, notPossibleNow, recordNotFound } from '@tavla/contract'
import type { Context } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { wordsOf } from './open-file.ts'
import { type PlanLine, recordsOf } from './plan.ts'
import type { PlanStore, StoredPlan } from './plan-store.ts'
import type { Cell } from './reading/table.ts'
import { type Importing, linksToItself, noteNames, startImporting } from './writing/memory.ts'
import { rehearse } from './writing/rehearse.ts'

/**
 * Puts values in the place of cells and judges the record of the line anew; answers all its lines (reference: http-api, Import).
 * @throws Problem 400, 404, 409 once the import has started, 417
 */
export async function mendLine(
  { site, plans }: { site: Site; plans: PlanStore },
  ctx: Context,
  { id, plan }: StoredPlan,
  row: unknown,
  values: unknown,
): Promise<{ line: PlanLine; record: PlanLine[]; values: Record<string, Cell> }> {
  if (typeof row !== 'number' || !Number.isSafeInteger(row)) throw badRequest()
  const importing = startImporting(site.engine, ctx, plan, wordsOf(site, plan.entity, plan.formats))
  const mended = checkedValues(values, (name) => importing.targets.has(name))
  const block = await plans.blockWith(id, row)
  const line = block?.lines.find((one) => one.row === row)
  if (!block || !line) throw recordNotFound('Row', String(row))
  line.mended = { ...line.mended, ...mended }
  const record = recordsOf(block.lines).find((lines) => lines.includes(line)) ?? [line]
  if (linksToItself(importing)) await noteAllNames(plans, id, importing)
  await rehearse(importing, ctx, record)
  await keepLines({ site, plans }, id, block.number, record)
  return { line, record, values: mended }
}

/** Stores lines that were judged anew. @throws Problem 409 once the import has started */
export async function keepLines(
  { site, plans }: { site: Site; plans: PlanStore },
  id: string,
  number: number,
  judged: readonly PlanLine[],
): Promise<void> {
  await site.engine.store.write(async (tx) => {
    // Another line of the block may have been mended meanwhile, and the import may have begun.
    const now = await plans.block(id, number, tx)
    const stored = await plans.find(id, tx)
    if (!now || stored?.commit !== null) throw notPossibleNow({ text: 'The import has already started.' })
    const lines = now.lines.map((one) => judged.find(({ row }) => row === one.row) ?? one)
    await plans.setBlockIn(tx, id, { number, lines })
  })
}

export async function noteAllNames(plans: PlanStore, id: string, importing: Importing): Promise<void> {
  for (const { number } of await plans.tallies(id)) {
    noteNames(importing, (await plans.block(id, number))?.lines ?? [])
  }
}

/** @throws Problem 400 or 417 */
function checkedValues(values: unknown, isTarget: (name: string) => boolean): Record<string, Cell> {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) throw badRequest()
  const checked: Record<string, Cell> = {}
  for (const [name, value] of Object.entries(values)) {
    if (!isTarget(name)) throw invalid('{0} is not a field of {1}', [name, { translate: 'Import' }])
    const isCell = value === null || ['string', 'number', 'boolean'].includes(typeof value)
    if (!isCell || (typeof value === 'string' && value.length > importLimits.importCell)) throw badRequest()
    checked[name] = value as Cell
  }
  return checked
}
