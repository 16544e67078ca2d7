import type { ImportCounts, Message } from '@tavla/contract'
import type { RunningJob, Site } from '../../../site.ts'
import type { Tx } from '../../../store/store.ts'
import { asProblem } from '../open-file.ts'
import type { Block, PlanStore } from '../plan-store.ts'
import type { Importing } from '../writing/memory.ts'

export interface CommitInput {
  plan: string
  onError: 'stop' | 'skip'
}

/** How far an import came. */
export interface CommitState {
  next: number
  counts: ImportCounts
}

/** An import that is being carried out. */
export interface ImportRun {
  site: Site
  plans: PlanStore
  job: RunningJob<CommitInput, CommitState>
  /** Id of the plan. */
  id: string
  importing: Importing
  /** Numbers of its blocks. */
  numbers: readonly number[]
}

export const planIsGone: Message = { text: 'This import is no longer kept. Begin it again.' }

/** @throws Problem when it is no longer kept */
export async function blockOf({ plans, id }: ImportRun, number: number, tx?: Tx): Promise<Block> {
  const block = await plans.block(id, number, tx)
  if (!block) throw asProblem(planIsGone)
  return block
}

export const countsOf = (counts: ImportCounts) => ({
  done: counts.create + counts.update + counts.unchanged,
  failed: counts.refused,
})
