import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { EntityDefinition } from '../model/definition.ts'
import { compileModel, type Model } from '../model/model.ts'
import { type RolledUp, withRollupIndexes } from '../model/rollup-indexes.ts'
import { othersRenamed } from './rename-in-expressions.ts'
import type { Names } from './renamed-names.ts'

/** All roll-ups of the site once a definition is as it will be, and others follow the new names of its fields. */
export function rolledUpAfter(
  engine: Engine,
  id: string,
  definition: EntityDefinition | undefined,
  renamed?: { model: Model; names: Names },
): ReadonlyMap<string, readonly RolledUp[]> {
  const others = renamed ? othersRenamed(engine, renamed.model, renamed.names) : new Map<string, Model>()
  const changed = new Map([...others].map(([name, model]) => [name, model.definition as EntityDefinition | undefined]))
  return engine.models.rolledUpWith(changed.set(id, definition))
}

/** Gives the tables of other entities the indexes by which roll-ups look at them, and takes those of gone ones away. */
export async function syncRolledUp(
  engine: Engine,
  tx: Tx,
  id: string,
  after: ReadonlyMap<string, readonly RolledUp[]>,
): Promise<void> {
  for (const { id: other, definition, version, table } of engine.models.all()) {
    if (other === id || (!after.has(other) && engine.models.rolledUp(other).length === 0)) continue
    const plain = compileModel(definition, table.name, version, engine.types)
    const wanted = withRollupIndexes(plain, after.get(other)).table
    if (namesOf(wanted) !== namesOf(table)) await engine.store.dialect.syncTable(tx, wanted)
  }
}

const namesOf = ({ indexes }: Model['table']): string =>
  indexes
    .map(({ name }) => name)
    .sort()
    .join()
