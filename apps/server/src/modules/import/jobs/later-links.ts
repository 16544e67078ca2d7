import { Problem } from '@tavla/contract'
import { type Context, markWrites, updateIn, writeManyRecords } from '../../../entity/index.ts'
import type { Tx } from '../../../store/store.ts'
import { cellOf, type PlanLine } from '../plan.ts'
import type { Block } from '../plan-store.ts'
import { linkKey } from '../writing/memory.ts'
import { resolveNames } from '../writing/resolve.ts'
import { blockOf, type ImportRun } from './import-run.ts'

/** Sets the links between records of the file, once all are there. */
export async function setLaterLinks(run: ImportRun): Promise<void> {
  const { importing, job, numbers } = run
  if (importing.memory.names.size === 0) return
  for (const number of numbers) {
    await job.pause()
    const block = await blockOf(run, number)
    if (!block.lines.some(isOpen)) continue
    const ctx = await job.context()
    await resolveNames(importing, ctx, block.lines)
    await writeManyRecords(importing.engine, importing.model.id, (tx) =>
      linkLaterIn(run, ctx, tx, structuredClone(block)),
    )
  }
}

/** The links of one block; one that still leads nowhere keeps the sentence that refused it. */
export async function linkLaterIn(run: ImportRun, ctx: Context, tx: Tx, block: Block): Promise<void> {
  const open = block.lines.filter(isOpen)
  for (const line of open) await linkLine(run, ctx, tx, line)
  if (open.length > 0) await run.plans.setBlockIn(tx, run.id, block)
}

const isOpen = ({ fate }: PlanLine) => fate?.id !== undefined && (fate.later?.length ?? 0) > 0

async function linkLine({ importing, job }: ImportRun, ctx: Context, tx: Tx, line: PlanLine): Promise<void> {
  const { engine, model, plan, memory, targets } = importing
  const { id, later = [] } = line.fate ?? {}
  if (line.fate) delete line.fate.later
  for (const name of later) {
    const field = targets.get(name)?.field
    if (!field || id === undefined) continue
    const text = String(cellOf(plan, line, name)).trim()
    const linked = memory.made.get(linkKey('', text)) ?? memory.links.get(linkKey(plan.entity, text))?.[0] ?? text
    const forget = markWrites(tx, job.operation)
    try {
      await tx.attempt(() => updateIn(engine, ctx, tx, model.id, id, { [field.name]: linked }))
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      forget()
      if (line.fate) line.fate.messages = { ...line.fate.messages, [name]: error.detail }
    }
  }
}
