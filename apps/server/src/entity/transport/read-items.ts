import type { Reader } from '../../store/store.ts'
import { isOwnApp } from '../definitions/load.ts'
import type { Engine } from '../engine.ts'
import type { EntityDefinition } from '../model/definition.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import { type DefinitionItem, makeItem, rulesKind } from './item.ts'
import { isCarried, kindsOf, settingsKind } from './kinds.ts'

/** Every definition of the site, in the order of kinds and ids (reference: http-api, Definitions). */
export async function readItems(engine: Engine, reader: Reader = engine.store): Promise<DefinitionItem[]> {
  const items: DefinitionItem[] = []
  const definitions = engine.models.require('Entity')
  for (const [row, tables] of await allRows(engine, reader, definitions)) {
    const id = String(row.id)
    if (isOwnApp(row.app_name)) items.push(makeItem(rulesKind, id, rulesOf(engine.builtIns.get(id), tables)))
    else items.push(makeItem('Entity', id, itemValueOf(engine, definitions, row, tables)))
  }
  for (const model of kindsOf(engine)) {
    for (const [row, tables] of await allRows(engine, reader, model)) {
      if (isCarried(model, row)) items.push(makeItem(model.id, String(row.id), itemValueOf(engine, model, row, tables)))
    }
  }
  const settings = engine.models.get(settingsKind)
  const row = settings && (await engine.rows(settings).byId(reader, settings.id))
  if (settings && row) items.push(makeItem(settingsKind, settings.id, itemValueOf(engine, settings, row, {})))
  return items.toSorted((a, b) => compare(a.kind, b.kind) || compare(a.id, b.id))
}

const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** The records of an entity, each with the rows of its tables. */
async function allRows(engine: Engine, reader: Reader, model: Model): Promise<[StoredRow, StoredTables][]> {
  const rows = await engine.rows(model).all(reader)
  const ids = rows.map(({ id }) => String(id))
  const tables = new Map<string, StoredTables>(ids.map((id) => [id, {}]))
  for (const { name, rule } of model.tables) {
    const child = engine.models.get(rule.options ?? '')
    const found = child ? await engine.rows(child).childrenOf(reader, model.id, ids, name) : []
    const byParent = Map.groupBy(found, ({ parent }) => String(parent))
    for (const [id, own] of tables) own[name] = byParent.get(id) ?? []
  }
  return rows.map((row) => [row, tables.get(String(row.id)) ?? {}])
}

function itemValueOf(engine: Engine, model: Model, row: StoredRow, tables: StoredTables): Record<string, unknown> {
  const value: Record<string, unknown> = pick(carriedFields(model), row)
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (!child) continue
    value[field.name] = (tables[field.name] ?? []).map((one) => ({ id: one.id, ...pick(carriedFields(child), one) }))
  }
  return value
}

/** A blank value and a flag that is not set say the same as an absent key. */
const pick = (fields: readonly Field[], row: StoredRow): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name }) => (row[name] == null || row[name] === '' || row[name] === 0 ? [] : [[name, row[name]]])),
  )

/** The fields that an item carries of a record: neither secrets and files, nor those that the server or another party sets. */
export const carriedFields = (model: Model): readonly Field[] =>
  model.stored.filter((field) => {
    const { name, kind, readOnly, clock, type, rule, meta } = field
    if (model.id === settingsKind) return carriedSettings.has(name)
    if (kind === 'secret' || readOnly || clock || meta.read_only === 1) return false
    if (model.id === 'Entity' && ownKeys.has(name)) return false
    if (type.type === 'Attach' || type.type === 'Attach Image') return false
    return !(type.links === 'options' && rule.options === 'User')
  })

/** Fields that a site works out by itself. */
const ownKeys: ReadonlySet<string> = new Set(['id', 'app_name', 'entity_name', 'schema_version', 'is_core'])

/** Never those by which a site reaches people, and none of how long it keeps what it holds. */
const carriedSettings: ReadonlySet<string> = new Set([
  ...(['default_language', 'time_zone', 'week_start', 'currency', 'site_title', 'session_idle_hours'] as const),
  ...(['session_max_days', 'password_min_length', 'login_max_failures', 'login_lock_seconds'] as const),
  ...(['reset_key_minutes', 'hsts_subdomains', 'allow_export', 'max_file_size_mb'] as const),
])

/** Rules have no ids here: each site gave its own ones to those of the product. */
function rulesOf(builtIn: EntityDefinition | undefined, { fields = [], permissions = [] }: StoredTables) {
  const rules = permissions.map((row) => pickNames(ruleKeys, row))
  const labels: Record<string, unknown> = {}
  const given = new Map(builtIn?.fields.map((field) => [field.fieldname, field]))
  for (const row of fields) {
    const name = String(row.fieldname)
    const own = given.get(name)
    if (own && (own.label ?? null) !== (row.label ?? null)) labels[name] = row.label
  }
  return { labels, permissions: rules }
}

const ruleKeys = ['role', 'permlevel', 'if_owner', 'read', 'write', 'create', 'delete'] as const

const pickNames = (names: readonly string[], row: StoredRow) =>
  Object.fromEntries(names.flatMap((name) => (row[name] ? [[name, row[name]]] : [])))
