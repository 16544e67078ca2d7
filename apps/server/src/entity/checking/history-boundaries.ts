import type { VersionData } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'

/**
 * When each field last got another definition. Such a change converts, fills or removes stored values without a Version
 * of each record, so Versions from before it tell nothing of today's values.
 */
export class Boundaries {
  readonly #times = new Map<string, string>()
  readonly #installed = new Map<string, string>()

  set(entity: string, field: string, at: string): void {
    this.#times.set(keyOf(entity, field), at)
  }

  setInstalled(entity: string, at: string): void {
    this.#installed.set(entity, at)
  }

  of(entity: string, field: string): string {
    return this.#times.get(keyOf(entity, field)) ?? ''
  }

  /** When the product last wrote the definition itself: it may have got fields, with a default in each record. */
  installed(entity: string): string {
    return this.#installed.get(entity) ?? ''
  }
}

const keyOf = (entity: string, field: string) => JSON.stringify([entity, field])

export async function readBoundaries(engine: Engine, versions: Model): Promise<Boundaries> {
  const boundaries = new Boundaries()
  const entities = engine.models.require('Entity')
  const installed = await engine.store.all<{ id: string; modified: string }>(
    sql`select id, modified from ${sql.table(entities.table.name)}`,
  )
  for (const { id, modified } of installed) if (engine.builtIns.has(id)) boundaries.setInstalled(id, modified)
  const rows = await engine.store.all<{ entity: string; at: string; data: string | null }>(
    sql`select c_ref_id as entity, c_at as at, c_data as data from ${sql.table(versions.table.name)}
      where c_ref_entity = 'Entity' order by rid`,
  )
  for (const { entity, at, data } of rows) {
    for (const field of fieldsIn(JSON.parse(data ?? '{}') as Partial<VersionData>)) boundaries.set(entity, field, at)
  }
  return boundaries
}

/** The fields whose definition differs; changed properties of the entity itself count as fields of their names. */
function fieldsIn({ changed = [], added = [], removed = [] }: Partial<VersionData>): string[] {
  return [...changed, ...added, ...removed].flatMap(([name, ...rows]) =>
    name === 'fields' ? rows.map((row) => String((row as { fieldname?: unknown } | null)?.fieldname)) : [name],
  )
}
