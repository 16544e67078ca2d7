import { type DefinitionItem, type ItemStep, patchItems } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'

/** Two projects by their permanent ids. */
export interface Pair {
  source: string
  target: string
}

/** The definitions that two projects share, from which a plan tells what changed since (reference: hosting, Promotion). */
export async function readBase({ site }: Hq, pair: Pair): Promise<DefinitionItem[] | undefined> {
  const { engine } = site
  const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([keyOf(pair)]))
  return row?.value ? (JSON.parse(row.value) as DefinitionItem[]) : undefined
}

/** Keeps the definitions that two projects share from now on: those of a fresh clone, or of a promotion. */
export async function keepBase({ site }: Hq, pair: Pair, items: readonly DefinitionItem[]): Promise<void> {
  const { engine } = site
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([keyOf(pair), JSON.stringify(items)])))
}

/** Lets go of what two projects shared; the next start of a clone keeps what it shares then. */
export async function forgetBase({ site }: Hq, pair: Pair): Promise<void> {
  const { engine } = site
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([keyOf(pair), ''])))
}

/** Follows what a promotion, or its taking back, made of the target; `known` is the target's state before it. */
export async function moveBase(
  hq: Hq,
  pair: Pair,
  known: readonly DefinitionItem[],
  steps: readonly ItemStep[],
  way: 'after' | 'before',
): Promise<void> {
  await keepBase(hq, pair, patchItems((await readBase(hq, pair)) ?? known, steps, way))
}

/** A promotion goes in either direction. */
const keyOf = ({ source, target }: Pair) => `definitions ${[source, target].toSorted().join(' ')}`
