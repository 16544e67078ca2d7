import type { VersionData } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

/** Which ids became which: links follow a rename without a Version of their own. */
export class Renames {
  readonly #next = new Map<string, Set<string>>()

  add(from: string, to: string): void {
    const next = this.#next.get(from) ?? new Set()
    this.#next.set(from, next.add(to))
  }

  /** Whether a link to `from` may have become one to `to`. */
  lead(from: string, to: string): boolean {
    const seen = new Set([from])
    for (const id of seen) for (const next of this.#next.get(id) ?? []) seen.add(next)
    return seen.has(to)
  }
}

export async function readRenames(engine: Engine, versions: Model): Promise<Renames> {
  const renames = new Renames()
  const rows = await engine.store.all<{ data: string | null }>(
    sql`select c_data as data from ${sql.table(versions.table.name)} where c_action = 'Renamed' order by rid`,
  )
  for (const { data } of rows) {
    const { changed = [] } = JSON.parse(data ?? '{}') as Partial<VersionData>
    for (const [name, from, to] of changed) if (name === 'id') renames.add(String(from), String(to))
  }
  return renames
}
