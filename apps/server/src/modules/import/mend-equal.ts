import type { ImportCell } from '@tavla/contract'
import type { Context } from '../../entity/index.ts'
import type { Site } from '../../site.ts'
import { keepLines, noteAllNames } from './mend.ts'
import { wordsOf } from './open-file.ts'
import { cellOf, type ImportPlan, isBlank, type PlanLine, recordsOf } from './plan.ts'
import type { Block, PlanStore, StoredPlan } from './plan-store.ts'
import { linksToItself, startImporting } from './writing/memory.ts'
import { rehearse } from './writing/rehearse.ts'

/** Lines that one call mends. */
const maxLines = 2000

/** A line that was mended, and the targets in which it was. */
interface MendedLine {
  line: PlanLine
  values: Readonly<Record<string, ImportCell>>
}

/**
 * The number of other refused lines with the cells that the file has in a mended one (reference: http-api, Import).
 * @throws Problem 404 when the import is gone
 */
export async function countEqual(plans: PlanStore, { id, plan }: StoredPlan, model: MendedLine): Promise<number> {
  let count = 0
  for await (const block of refusedBlocks(plans, id)) count += equalIn(plan, block, model).length
  return count
}

/**
 * Mends the lines that are equal to a mended one in the same way, as many as one call may, and judges their records anew;
 * answers how many it mended.
 * @throws Problem 409 once the import has started
 */
export async function mendEqual(
  { site, plans }: { site: Site; plans: PlanStore },
  ctx: Context,
  { id, plan }: StoredPlan,
  model: MendedLine,
): Promise<number> {
  const importing = startImporting(site.engine, ctx, plan, wordsOf(site, plan.entity, plan.formats))
  if (linksToItself(importing)) await noteAllNames(plans, id, importing)
  let mended = 0
  for await (const block of refusedBlocks(plans, id)) {
    const equal = equalIn(plan, block, model).slice(0, maxLines - mended)
    if (equal.length === 0) continue
    for (const line of equal) line.mended = { ...line.mended, ...model.values }
    const judged = recordsOf(block.lines).filter((lines) => lines.some((line) => equal.includes(line)))
    importing.memory.forgetFound()
    await rehearse(importing, ctx, judged.flat())
    await keepLines({ site, plans }, id, block.number, judged.flat())
    mended += equal.length
    if (mended === maxLines) break
  }
  return mended
}

async function* refusedBlocks(plans: PlanStore, id: string): AsyncGenerator<Block> {
  for (const { number, tally } of await plans.tallies(id)) {
    const block = tally.refused > 0 ? await plans.block(id, number) : undefined
    if (block) yield block
  }
}

/** The refused lines that have the cells of the file in the mended line; of blank cells those that are wrong. */
function equalIn(plan: ImportPlan, { lines }: Block, { line: mended, values }: MendedLine): PlanLine[] {
  const wanted = Object.keys(values).map((name) => ({
    name,
    text: textOf(cellOf(plan, { ...mended, mended: {} }, name)),
  }))
  if (wanted.length === 0) return []
  return lines.filter((line) => {
    if (line.row === mended.row || line.fate?.outcome !== 'refused') return false
    return wanted.every(({ name, text }) => {
      const isWrong = text !== '' || line.fate?.messages?.[name] !== undefined
      return isWrong && textOf(cellOf(plan, line, name)) === text
    })
  })
}

const textOf = (cell: ImportCell): string => (isBlank(cell) ? '' : String(cell).trim())
