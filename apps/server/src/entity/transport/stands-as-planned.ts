import { Problem } from '@tavla/contract'
import type { Draft } from './draft.ts'
import { hashOf, itemKey } from './item.ts'
import type { ItemStep } from './patch-items.ts'
import { readItems } from './read-items.ts'

/** @throws Problem 409 when a definition that a step changes is not the one that its plan was made for */
export async function standsAsPlanned(
  { engine, tx }: Pick<Draft, 'engine' | 'tx'>,
  steps: readonly ItemStep[],
  site: string,
): Promise<void> {
  const now = new Map((await readItems(engine, tx)).map((item) => [itemKey(item), item.hash]))
  const isOther = ({ kind, id, from, before }: ItemStep) =>
    now.get(itemKey({ kind, id: from ?? id })) !== (before === null ? undefined : hashOf(before))
  if (!steps.some(isOther)) return
  const text = 'The definitions of {0} changed since this plan was made. Make it anew.'
  throw new Problem(409, 'TimestampMismatchError', 'Record Changed', { text, args: [site] })
}
