import { createHash } from 'node:crypto'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { EntityDefinition } from '../model/definition.ts'
import { compileModel, type Model } from '../model/model.ts'
import { Models, type StoredDefinition } from '../model/models.ts'
import { rolledUpBy, withRollupIndexes } from '../model/rollup-indexes.ts'
import { Rows, type StoredRow } from '../tables/rows.ts'
import { newRowId } from '../writing/ids.ts'
import { definitionEntities, loadBuiltIns, readDefinitions } from './load.ts'
import { makeWay } from './make-way.ts'
import { mergeBuiltIn } from './merge.ts'
import { assignTable } from './tables.ts'

/** Increase it when the same definitions would produce different tables, e.g. with another index. */
const layoutVersion = 8

/** Writes the modules' built-in definitions to the store where they differ from the last start, then loads all definitions. */
export async function installDefinitions(engine: Engine): Promise<void> {
  const builtIns = await loadBuiltIns(engine)
  const fingerprint = fingerprintOf(builtIns)
  if ((await installedFingerprint(engine)) !== fingerprint) {
    engine.renamedAtStart = await engine.store.writeAlone(async (tx) => {
      const renamed = await install(engine, tx, builtIns)
      await tx.run(engine.system.setSite.with(['definitions', fingerprint]))
      return renamed
    })
  }
  await loadDefinitions(engine, builtIns)
  await engine.store.dialect.resumeIndexes?.(
    engine.store,
    engine.models.all().map((model) => model.table),
  )
}

/** Whether the last start of the site wrote exactly these built-in definitions. */
export async function isInstalled(engine: Engine): Promise<boolean> {
  return (await installedFingerprint(engine)) === fingerprintOf(engine.builtIns)
}

function fingerprintOf(builtIns: ReadonlyMap<string, EntityDefinition>): string {
  const files = JSON.stringify([...builtIns.values()])
  return createHash('sha256').update(`${layoutVersion} ${files}`).digest('hex')
}

const installedFingerprint = async ({ store, system }: Engine) =>
  (await store.get<{ value: string }>(system.getSite.with(['definitions'])))?.value

/** Loads the definitions from the store; none on a site that never started. */
export async function loadDefinitions(engine: Engine, builtIns: ReadonlyMap<string, EntityDefinition>): Promise<void> {
  const tables = await tableNames(engine.store)
  engine.builtIns = builtIns
  if (!tables.has('Entity')) return
  engine.models.replaceAll(await readDefinitions(engine.store, bootstrap(engine, builtIns, tables), builtIns))
}

/** Resolves to the entities of the site that gave up their names. */
async function install(
  engine: Engine,
  tx: Tx,
  builtIns: ReadonlyMap<string, EntityDefinition>,
): Promise<{ from: string; to: string }[]> {
  const former = await tableNames(tx)
  const known = bootstrap(engine, builtIns, await installedTables(tx, former))
  if (former.size > 0) await syncDefinitionTables(engine, tx, known)
  const renamed = await makeWay(engine, tx, known, builtIns, former)
  const tables = await tableNames(tx)
  for (const id of builtIns.keys()) if (!tables.has(id)) tables.set(id, await assignTable(engine, tx, id))
  const models = bootstrap(engine, builtIns, tables)
  await syncDefinitionTables(engine, tx, models)

  const stored = new Map((await readDefinitions(tx, models, builtIns)).map((one) => [one.definition.id, one]))
  for (const builtIn of builtIns.values()) await installOne(engine, tx, models, builtIn, stored.get(builtIn.id))
  const installed = await readDefinitions(tx, models, builtIns)
  const rolledUp = rolledUpBy(installed.map(({ definition }) => definition))
  for (const { definition, table, version } of installed) {
    const plain = compileModel(definition, table, version, engine.types)
    await engine.store.dialect.syncTable(tx, withRollupIndexes(plain, rolledUp.get(definition.id)).table)
  }
  return renamed
}

/** The tables of the product's own entities; one of the site may bear the name of an entity that is new. */
async function installedTables(tx: Tx, tables: ReadonlyMap<string, string>): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.all<{ entity: string }>(sql`select entity from definition`)
  const installed = new Set(rows.map(({ entity }) => entity))
  return new Map([...tables].filter(([entity]) => installed.has(entity)))
}

async function syncDefinitionTables(engine: Engine, tx: Tx, models: Models): Promise<void> {
  for (const id of definitionEntities) {
    const { table, stored } = models.require(id)
    // A flag that a later version brings is what its default says in definitions that are older.
    const set = stored.filter(({ kind, definition }) => kind === 'flag' && definition.default === '1')
    const fills = new Map(set.map(({ column }) => [column, 1]))
    if (table.name !== '') await engine.store.dialect.syncTable(tx, table, fills)
  }
}

/** Writes one built-in definition, and keeps the operators' changes since its last installation. */
async function installOne(
  engine: Engine,
  tx: Tx,
  models: Models,
  builtIn: EntityDefinition,
  stored: StoredDefinition | undefined,
): Promise<void> {
  const last = await tx.get<{ json: string }>(engine.system.getDefinition.with([builtIn.id]))
  const json = JSON.stringify(builtIn)
  if (stored && last?.json === json) return
  const merged = stored ? mergeBuiltIn(builtIn, last ? JSON.parse(last.json) : builtIn, stored.definition) : builtIn
  await writeDefinition(engine, tx, models, merged, (stored?.version ?? 0) + 1)
  const hash = createHash('sha256').update(json).digest('hex')
  await tx.run(engine.system.setDefinition.with([builtIn.id, hash, json]))
}

async function writeDefinition(
  engine: Engine,
  tx: Tx,
  models: Models,
  definition: EntityDefinition,
  version: number,
): Promise<void> {
  const rowsOf = (id: string) => new Rows(models.require(id), engine.store.dialect)
  const entity = rowsOf('Entity')
  const before = await entity.byId(tx, definition.id)
  const now = engine.clock.nowUtc()
  const row = defaultsFor(models.require('Entity'), {
    ...before,
    ...scalars(definition),
    search_fields: (definition.search_fields ?? []).join('\n') || null,
    entity_name: definition.id,
    schema_version: version,
    owner: before?.owner ?? 'Administrator',
    creation: before?.creation ?? now,
    modified: now,
    modified_by: 'Administrator',
  })
  if (before) await entity.remove(tx, before.rid)
  await entity.insert(tx, row)
  for (const [field, child, list] of [
    ['fields', 'Entity Field', definition.fields],
    ['states', 'Entity State', definition.states ?? []],
    ['transitions', 'Entity Transition', definition.transitions ?? []],
    ['permissions', 'Entity Permission', (definition.permissions ?? []).map((rule) => ({ ...noRights, ...rule }))],
  ] as const) {
    const rows = rowsOf(child)
    const old = await rows.children(tx, 'Entity', definition.id, field)
    for (const gone of old) await rows.remove(tx, Number(gone.rid))
    const oldId = new Map(old.map((one) => [one.fieldname, one.id]))
    for (const [index, item] of list.entries()) {
      const id = ('fieldname' in item && oldId.get(item.fieldname)) || newRowId()
      const parent = { id, idx: index + 1, parent: definition.id, parent_entity: 'Entity', parent_field: field }
      const rollup = 'rollup' in item && item.rollup ? { rollup: JSON.stringify(item.rollup) } : {}
      await rows.insert(tx, defaultsFor(models.require(child), { ...scalars(item), ...rollup, ...parent }))
    }
  }
}

const noRights = { read: 0, write: 0, create: 0, delete: 0 }

/** Unset flags and numbers become 0, or the field's literal default. */
function defaultsFor(model: Model, values: Readonly<Record<string, unknown>>): StoredRow {
  const row = { ...values } as StoredRow
  for (const field of model.stored) {
    if (row[field.name] !== undefined) continue
    const fallback = field.kind === 'flag' || field.kind === 'integer' || field.kind === 'decimal' ? 0 : null
    const { default: text } = field.definition
    row[field.name] = text == null ? fallback : fallback === 0 ? Number(text) : text
  }
  return row
}

function scalars(value: object): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(value).filter(([, one]) => typeof one === 'string' || typeof one === 'number'),
  )
}

function bootstrap(
  engine: Engine,
  builtIns: ReadonlyMap<string, EntityDefinition>,
  tables: ReadonlyMap<string, string>,
): Models {
  const models = new Models(engine.types)
  models.replaceAll(
    [...builtIns.values()].map((definition) => ({ definition, table: tables.get(definition.id) ?? '', version: 1 })),
  )
  return models
}

async function tableNames(reader: Pick<Tx, 'all'>): Promise<Map<string, string>> {
  const rows = await reader.all<{ entity: string; table_name: string }>(
    sql`select entity, table_name from entity_table`,
  )
  return new Map(rows.map((row) => [row.entity, row.table_name]))
}
