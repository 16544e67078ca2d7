import { readdir, readFile } from 'node:fs/promises'
import type { Colour } from '@tavla/contract'
import type { FieldTypes } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { EntityDefinition, FieldDefinition, TransitionDefinition } from '../model/definition.ts'
import type { Models, StoredDefinition } from '../model/models.ts'
import { readRollup } from '../model/rollup.ts'
import type { StoredRow } from '../tables/rows.ts'
import { ofThisSite } from './of-this-site.ts'

/** The entities that describe entities; all other definitions are read through them. */
export const definitionEntities = [
  ...(['Entity', 'Entity Field', 'Entity State', 'Entity Transition', 'Entity Permission'] as const),
]

/** Built-in definitions of this site: one JSON file per entity in each module's folder. */
export async function loadBuiltIns({ modules, types, store }: Engine): Promise<Map<string, EntityDefinition>> {
  const found = new Map<string, EntityDefinition>()
  for (const folder of modules.flatMap((module) => module.entities ?? [])) {
    const names = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort()
    const texts = await Promise.all(names.map((name) => readFile(new URL(encodeURIComponent(name), folder), 'utf8')))
    for (const text of texts) {
      const definition = JSON.parse(text) as EntityDefinition
      found.set(definition.id, isOwnApp(definition.app_name) ? asCore(definition) : withNotes(definition))
    }
  }
  const here = await ofThisSite(store, found)
  return new Map([...here].map(([id, definition]) => [id, forSite(definition, here, types)]))
}

/** The definition without fields that have no function on this site, and with the choices that only the program knows. */
function forSite(
  definition: EntityDefinition,
  found: ReadonlyMap<string, unknown>,
  types: FieldTypes,
): EntityDefinition {
  const { new_sites_only, ...kept } = definition
  const fields = definition.fields.flatMap(({ only_with: needed, options_from: source, ...field }) => {
    if (needed !== undefined && !found.has(needed)) return []
    return [source === 'field types' ? { ...field, options: [...types.keys()].sort().join('\n') } : field]
  })
  return { ...kept, fields }
}

/** The product's own apps: only Administrator may open and change their definitions (reference: metadata, Visible records). */
export const ownApps: readonly string[] = ['platform', 'hq']

export const isOwnApp = (app: unknown) => ownApps.includes(String(app))

/** Every stored definition, with the properties that only the built-in files contain. */
export async function readDefinitions(
  store: Reader,
  models: Models,
  builtIns: ReadonlyMap<string, EntityDefinition>,
): Promise<StoredDefinition[]> {
  const read = (entity: string) => readAll(store, models, entity)
  const [entities, fields, states, transitions, permissions, tables] = await Promise.all([
    read('Entity'),
    read('Entity Field'),
    read('Entity State'),
    read('Entity Transition'),
    read('Entity Permission'),
    store.all<{ entity: string; table_name: string }>(sql`select entity, table_name from entity_table`),
  ])
  const tableOf = new Map(tables.map((row) => [row.entity, row.table_name]))
  const byEntity = (rows: StoredRow[]) => Map.groupBy(rows, (row) => String(row.parent))
  const children = {
    fields: byEntity(fields),
    states: byEntity(states),
    transitions: byEntity(transitions),
    permissions: byEntity(permissions),
  }
  return entities.flatMap((row) => {
    const id = String(row.id)
    const table = tableOf.get(id)
    if (!table) return []
    const rows = Object.fromEntries(Object.entries(children).map(([name, list]) => [name, list.get(id) ?? []]))
    const definition = toDefinition(row, rows, builtIns.get(id))
    return [{ definition, table, version: Number(row.schema_version) || 1 }]
  })
}

/** The rows of a stored definition, by the names of its Table fields. */
type DefinitionRows = Readonly<
  Partial<Record<'fields' | 'states' | 'transitions' | 'permissions', readonly StoredRow[]>>
>

/** A definition from its stored rows. Properties that only files contain (`clock`, indexes …) come from `builtIn`. */
export function toDefinition(row: StoredRow, rows: DefinitionRows, builtIn?: EntityDefinition): EntityDefinition {
  const { fields = [], states = [], transitions = [], permissions = [] } = rows
  const builtInField = new Map(builtIn?.fields.map((field) => [field.fieldname, field]))
  const filled = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null))
  return {
    ...(filled as object),
    ...fileOnly(builtIn),
    id: String(row.id),
    search_fields: nameList(row.search_fields),
    fields: fields.map((field) => {
      const file = builtInField.get(String(field.fieldname))
      const { rollup: text, ...stored } = field
      const rollup = readRollup(text)
      return {
        ...(Object.fromEntries(Object.entries(stored).filter(([, value]) => value !== null)) as object),
        ...(rollup && { rollup }),
        ...(file?.clock ? { clock: 1 } : {}),
        ...(file?.index ? { index: 1 } : {}),
        ...(file?.counted ? { counted: 1 } : {}),
        ...(file?.searched ? { searched: 1 } : {}),
        ...(file?.when_target_deleted ? { when_target_deleted: file.when_target_deleted } : {}),
      } as FieldDefinition
    }),
    states: states.map((state) => ({ title: String(state.title), color: (state.color ?? 'Gray') as Colour })),
    transitions: transitions.map(transitionOf),
    permissions: permissions.map((rule) => ({
      role: String(rule.role),
      permlevel: Number(rule.permlevel) as 0 | 1,
      if_owner: rule.if_owner as 0 | 1,
      read: rule.read as 0 | 1,
      write: rule.write as 0 | 1,
      create: rule.create as 0 | 1,
      delete: rule.delete as 0 | 1,
    })),
  } as EntityDefinition
}

const transitionOf = (row: StoredRow): TransitionDefinition => {
  const [id, title, to_state] = [row.id, row.title, row.to_state].map(String) as [string, string, string]
  const texts = ['from_states', 'roles', 'condition', 'else_text', 'ask_fields'].filter((key) => row[key] != null)
  return {
    ...{ id, title, to_state },
    ...Object.fromEntries(texts.map((key) => [key, String(row[key])])),
    needs_reason: row.needs_reason === 1 ? 1 : 0,
    is_primary: row.is_primary === 1 ? 1 : 0,
  }
}

/** Marks the fields of the product's own entities as built in; the site may change those of an app such as `sample`. */
function asCore(definition: EntityDefinition): EntityDefinition {
  const fields = definition.fields.map((field) => ({ ...field, is_core: 1 as const }))
  return { ...definition, is_core: 1, has_notes: 0, fields }
}

/** Settings and rows have no notes. */
const withNotes = (definition: EntityDefinition): EntityDefinition =>
  definition.type === 'Document' ? definition : { ...definition, has_notes: 0 }

/** Names separated by commas or line breaks. */
export function nameList(text: unknown): string[] {
  return typeof text === 'string'
    ? text
        .split(/[,\n]/)
        .map((name) => name.trim())
        .filter(Boolean)
    : []
}

function fileOnly(builtIn: EntityDefinition | undefined): Partial<EntityDefinition> {
  if (!builtIn) return {}
  const { read_only, search_index, unique_together, is_log, no_trash, server_columns, same_as, is_definition } = builtIn
  return {
    ...(read_only ? { read_only } : {}),
    ...(search_index ? { search_index } : {}),
    ...(is_log ? { is_log } : {}),
    ...(server_columns ? { server_columns } : {}),
    ...(same_as ? { same_as } : {}),
    ...(no_trash ? { no_trash } : {}),
    ...(is_definition ? { is_definition } : {}),
    ...(unique_together ? { unique_together } : {}),
  }
}

async function readAll(store: Reader, models: Models, entity: string): Promise<StoredRow[]> {
  const model = models.require(entity)
  // A site of an earlier version has no table of it before its next start.
  if (model.table.name === '') return []
  const columns = model.stored.map((field) => `"${field.column}" as "${field.name}"`)
  const system = model.kind === 'Table' ? ['id', 'idx', 'parent'] : ['id', 'creation', 'modified']
  const order = model.kind === 'Table' ? 'parent, idx' : 'rid'
  const where = model.kind === 'Table' ? `where parent_entity = 'Entity'` : ''
  return store.all<StoredRow>(
    sql`select ${sql.raw([...system, ...columns].join())} from ${sql.id(model.table.name)} ${sql.raw(where)} order by ${sql.raw(order)}`,
  )
}
