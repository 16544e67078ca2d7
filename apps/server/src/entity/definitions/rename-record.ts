import type { Engine } from '../engine.ts'
import { writeDefinitions, writeRecords } from '../model/definition-lock.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { nameOperation } from '../writing/operation-kind.ts'
import { prepareRename } from '../writing/rename.ts'
import { definitionEntities } from './load.ts'
import { reloadDefinitions } from './reload.ts'
import { renameEntity } from './rename-entity.ts'

/**
 * Renames a record; all references to it, including definitions, change in the same transaction (reference: http-api,
 * Renaming).
 * @throws Problem 403, 404, 409, 417
 */
export async function renameRecord(
  engine: Engine,
  ctx: Context,
  entity: string,
  oldName: unknown,
  newName: unknown,
): Promise<{ new_name: string }> {
  if (entity === 'Entity') return renameEntity(engine, ctx, oldName, newName)
  const { model, to, run } = prepareRename(engine, ctx, entity, oldName, newName)
  nameOperation(engine, ctx, model, 'Rename')
  if (isUsedInDefinitions(engine, model)) {
    await writeDefinitions(engine, async (tx) => {
      await run(tx, engine.models.require(model.id))
      await reloadDefinitions(engine, tx)
    })
  } else await writeRecords(engine, model.id, run)
  return { new_name: to }
}

/** True when definitions refer to this entity's records, as permission rules refer to roles. */
export function isUsedInDefinitions(engine: Engine, model: Model): boolean {
  const names: readonly string[] = definitionEntities
  return engine.models.incoming(model.id).some((link) => !link.dynamic && names.includes(link.model.id))
}
