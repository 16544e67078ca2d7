import type { EntityRecord } from '@tavla/contract'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { Carried } from '../types.ts'

/** Separates what rows carry beside their fields from the names of fields; a field of such a name comes first. */
export function splitNames(
  { carried: known }: Engine,
  model: Model,
  names: readonly string[],
): { asked: readonly string[]; carried: readonly Carried[] } {
  const found = names.flatMap((name) => (model.byName.has(name) ? [] : (known.get(name) ?? [])))
  if (model.kind !== 'Document' || found.length === 0) return { asked: names, carried: [] }
  const asked = names.filter((name) => !found.some((one) => one.name === name))
  return { asked: asked.length > 0 ? asked : ['id'], carried: [...new Set(found)] }
}

/** Adds it to the records of a page. */
export async function addCarried(
  engine: Engine,
  ctx: Context,
  model: Model,
  carried: readonly Carried[],
  records: readonly EntityRecord[],
): Promise<void> {
  const ids = records.map(({ id }) => id)
  for (const one of carried) {
    const of = ids.length > 0 ? await one.read(engine, ctx, model, ids) : undefined
    if (of) for (const record of records) record[one.name] = of(record.id)
  }
}
