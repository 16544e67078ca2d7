import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { EntityDefinition } from '../model/definition.ts'

type Definitions = ReadonlyMap<string, EntityDefinition>

/**
 * The definitions without those of `new_sites_only` that a later version of their app brought. They stay away from a new
 * site as well while an own entity has one of their names.
 */
export async function ofThisSite(store: Reader, found: Definitions): Promise<Definitions> {
  const late = [...found.values()].filter((one) => one.new_sites_only === 1)
  if (late.length === 0) return found
  const names = (rows: readonly { entity: string }[]) => rows.map(({ entity }) => entity)
  const installed = new Set(names(await store.all<{ entity: string }>(sql`select entity from definition`)))
  const taken = new Set(names(await store.all<{ entity: string }>(sql`select entity from entity_table`)).map(fold))
  // Apps of which the site has a part, or a name: what they bring for new sites came with them or never.
  const settled = new Set([...installed].map((id) => found.get(id)?.app_name))
  for (const { id, app_name } of late) if (taken.has(fold(id))) settled.add(app_name)
  const isHere = ({ id, app_name, new_sites_only }: EntityDefinition) =>
    new_sites_only !== 1 || installed.has(id) || !settled.has(app_name)
  return new Map([...found].filter(([, definition]) => isHere(definition)))
}
