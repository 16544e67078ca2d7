import type { VersionData } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { EntityDefinition } from '../model/definition.ts'
import type { Models } from '../model/models.ts'
import { systemContext } from '../people/actors.ts'
import { Plan, Slot } from '../tables/plan.ts'
import { moveId, moveReferences } from '../writing/move.ts'
import { writeVersion } from '../writing/versions.ts'
import { isOwnApp, readDefinitions } from './load.ts'
import { followEntityName, nameDefinition } from './rename-entity.ts'

interface Rename {
  from: string
  to: string
}

/**
 * Renames entities of the site whose names this version of the product takes for its own (reference: metadata, Ids and
 * names): they get a number, and everything that names them follows. `models` are enough to read definitions, and
 * `tables` holds the table of each stored entity.
 */
export async function makeWay(
  engine: Engine,
  tx: Tx,
  models: Models,
  builtIns: ReadonlyMap<string, EntityDefinition>,
  tables: ReadonlyMap<string, string>,
): Promise<Rename[]> {
  const renames = await clashes(tx, builtIns, tables)
  if (renames.length === 0) return renames
  for (const one of renames) await renameDefinition(engine, tx, models, one)
  engine.models.replaceAll(await readDefinitions(tx, models, builtIns))
  for (const one of renames) await follow(engine, tx, one)
  return renames
}

async function clashes(
  tx: Tx,
  builtIns: ReadonlyMap<string, EntityDefinition>,
  tables: ReadonlyMap<string, string>,
): Promise<Rename[]> {
  const rows = await tx.all<{ entity: string }>(sql`select entity from definition`)
  const known = new Set(rows.map(({ entity }) => entity))
  const fresh = [...builtIns.values()].filter(({ id, app_name }) => isOwnApp(app_name) && !known.has(id))
  const names = new Set(fresh.map(({ id }) => fold(id)))
  const taken = new Set([...tables.keys(), ...builtIns.keys()].map(fold))
  return [...tables.keys()]
    .filter((from) => names.has(fold(from)))
    .map((from) => {
      let number = 2
      while (taken.has(fold(`${from} ${number}`))) number++
      taken.add(fold(`${from} ${number}`))
      return { from, to: `${from} ${number}` }
    })
}

/** Renames the definition alone: without it there is no model by which the rest could follow. */
async function renameDefinition(engine: Engine, tx: Tx, models: Models, { from, to }: Rename): Promise<void> {
  const definitions = models.require('Entity')
  const row = await engine.rows(definitions).byId(tx, from)
  if (!row) return
  await moveId(engine, systemContext(engine), tx, definitions, row, to)
  const tables = definitions.tables.map(({ rule }) => models.require(rule.options ?? '').table.name)
  for (const table of tables.filter((name) => name !== '')) {
    const rows = sql.table(table)
    const move = sql`update ${rows} set parent = ${new Slot(1)} where parent = ${new Slot(0)} and parent_entity = 'Entity'`
    await tx.run(new Plan(move).with([from, to]))
  }
  await tx.run(engine.system.renameTable.with([from, to]))
}

async function follow(engine: Engine, tx: Tx, { from, to }: Rename): Promise<void> {
  const ctx = systemContext(engine)
  const [definitions, model] = [engine.models.require('Entity'), engine.models.require(to)]
  const single = model.kind === 'Settings' ? await engine.rows(model).byId(tx, from) : undefined
  if (single) await moveId(engine, ctx, tx, model, single, to)
  // Table rows and links of the only record still name the entity as before.
  if (single) await moveReferences(engine, tx, { ...model, id: from }, from, to)
  await moveReferences(engine, tx, definitions, from, to)
  await nameDefinition(engine, tx, definitions, to)
  await followEntityName(engine, tx, model, from, to)
  const row = await engine.rows(definitions).byId(tx, to)
  const data = { changed: [['id', from, to]], added: [], removed: [] } satisfies VersionData
  await writeVersion(engine, ctx, tx, {
    model: definitions,
    id: to,
    action: 'Renamed',
    data,
    at: String(row?.modified),
  })
}
