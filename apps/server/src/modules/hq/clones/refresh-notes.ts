import type { DefinitionItem } from '../../../entity/index.ts'
import type { Hq } from '../hq.ts'

/** The refreshing of a clone as HQ remembers it over a kill. */
export interface RefreshNote {
  source: string
  /** Definitions that both projects share once the new data has its place; null: those that the clone starts with. */
  base: readonly DefinitionItem[] | null
}

const keyOf = (clone: string) => `refresh ${clone}`

export async function readRefreshNote({ site: { engine } }: Hq, clone: string): Promise<RefreshNote | undefined> {
  const row = await engine.store.get<{ value: string }>(engine.system.getSite.with([keyOf(clone)]))
  return row?.value ? (JSON.parse(row.value) as RefreshNote) : undefined
}

/** Keeps the note; without one, the clone is not being refreshed. */
export async function keepRefreshNote({ site: { engine } }: Hq, clone: string, note?: RefreshNote): Promise<void> {
  const value = note ? JSON.stringify(note) : ''
  await engine.store.write((tx) => tx.run(engine.system.setSite.with([keyOf(clone), value])))
}
