import { newOperationId } from '../calls/operations.ts'
import type { Client } from '../client.ts'
import { type QueuedChange, queuedChanges } from '../waiting.ts'
import { showAgain, showTakenBack } from './show.ts'
import { takenBack } from './taking-back.ts'

type Changes = readonly QueuedChange[]

/** Taking back changes that wait (reference: screens, Changes that wait). */
export interface StepsBack {
  /**
   * Takes a change back: it is never sent, and one that the server may have written is undone there. Resolves with the
   * changes that left the queue by it.
   */
  takeBack(operation: string): Promise<Changes>
  /** Puts changes that were taken back behind all others, as they were. */
  giveBack(changes: Changes): Promise<void>
}

interface QueueParts {
  client: Client
  /** Changes what is kept. */
  change(work: (changes: Changes) => Changes): Promise<unknown>
  isOver(): boolean
  /** Sends what waits. */
  begin(): void
}

export const stepsBack = ({ client, change, isOver, begin }: QueueParts): StepsBack => ({
  async takeBack(operation) {
    const { changes } = queuedChanges.getSnapshot()
    const taken = changes.find((one) => one.operation === operation)
    let gone: Changes = []
    await change((before) => {
      const after = takenBack(before, operation, newOperationId())
      const left = new Set(after.map((one) => one.operation))
      gone = before.filter((one) => !left.has(one.operation))
      return after
    })
    if (taken) showTakenBack(client, taken)
    begin()
    return gone
  },
  async giveBack(changes) {
    if (isOver()) return
    await change((others) => [...others, ...changes.map((one) => ({ ...one, place: 0 }))])
    for (const one of changes) showAgain(client, one)
    begin()
  },
})
