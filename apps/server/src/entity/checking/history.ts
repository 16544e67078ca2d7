import { sql } from '../../store/sql.ts'
import { isOwnApp } from '../definitions/load.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { column } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { Findings } from './findings.ts'
import { type Boundaries, readBoundaries } from './history-boundaries.ts'
import { type Renames, readRenames } from './history-renames.ts'
import { RecordStory, type StoredVersion } from './history-story.ts'
import { isParent, pagesOf, recordColumns } from './pages.ts'

/**
 * Each record against its Versions: every value is the one that the newest Version of its field gave it, each Version
 * begins where the one before ended, and the first one is the creation.
 */
export async function checkHistory(engine: Engine): Promise<Findings> {
  const found = new Findings()
  const versions = engine.models.get('Version')
  if (!versions) return found
  const known: HistoryParts = {
    engine,
    versions,
    boundaries: await readBoundaries(engine, versions),
    renames: await readRenames(engine, versions),
    begin: await beginningOf(engine, versions),
  }
  for (const model of engine.models.all().filter((one) => isParent(one) && one.trackChanges)) {
    for await (const rows of pagesOf(engine.store, model, recordColumns(model))) {
      for (const id of await wrongIn(known, model, rows as StoredRow[])) found.addFault(`${model.id} ${id}`)
    }
  }
  return found
}

interface HistoryParts {
  engine: Engine
  versions: Model
  boundaries: Boundaries
  renames: Renames
  /** Time of the oldest Version: history before it may have been deleted. */
  begin: string
}

async function beginningOf(engine: Engine, versions: Model): Promise<string> {
  const oldest = sql<{ at: string }>`select c_at as at from ${sql.table(versions.table.name)} order by rid limit 1`
  return (await engine.store.get(oldest))?.at ?? ''
}

async function wrongIn(parts: HistoryParts, model: Model, rows: readonly StoredRow[]): Promise<string[]> {
  const { engine, boundaries, begin } = parts
  // The product writes its own definitions at a start, without a history.
  const checked = rows.filter(({ id }) => model.id !== 'Entity' || !engine.builtIns.has(String(id)))
  const ids = checked.map(({ id }) => String(id))
  const stories = await storiesOf(parts, model, ids)
  const tables = await tableRowsOf(engine, model, ids)
  const hasBegun = boundaries.of(model.id, 'track_changes')
  return checked.flatMap((row) => {
    const id = String(row.id)
    const story = stories.get(id)
    const mayBegin = String(row.creation) <= begin || String(row.creation) <= hasBegun
    const isWhole = story?.isWhole || mayBegin
    const fits = !story || (!story.hasGap && story.fits(row, tables.get(id) ?? new Map()))
    return isWhole && fits ? [] : [id]
  })
}

/** The stories of these records, from their Versions. */
async function storiesOf(parts: HistoryParts, model: Model, ids: readonly string[]): Promise<Map<string, RecordStory>> {
  const { engine, versions, boundaries, renames } = parts
  const children = new Map(
    model.tables.flatMap((field) => {
      const child = engine.models.get(field.rule.options ?? '')
      return child ? [[field.name, child] as const] : []
    }),
  )
  const fields = new Set(model.stored.filter((field) => isKept(model, field)))
  const rules = { model, fields, children, boundaries, renames }
  const { dialect } = engine.store
  const among = dialect.isOneOf(sql`c_ref_id`, dialect.listParam(ids), 'text')
  const rows = await engine.store.all<StoredVersion>(
    sql`select c_ref_id as ref_id, c_action as action, c_at as at, c_data as data from ${sql.table(versions.table.name)}
      where c_ref_entity = ${model.id} and ${among} order by rid`,
  )
  const stories = new Map<string, RecordStory>()
  for (const row of rows) {
    const story = stories.get(row.ref_id) ?? new RecordStory(rules)
    stories.set(row.ref_id, story)
    story.add(row)
  }
  return stories
}

/** The table rows of these records, by record and Table field. */
async function tableRowsOf(
  engine: Engine,
  model: Model,
  ids: readonly string[],
): Promise<Map<string, Map<string, StoredRow[]>>> {
  const found = new Map<string, Map<string, StoredRow[]>>()
  const { dialect } = engine.store
  for (const child of new Set(model.tables.map(({ rule }) => engine.models.get(rule.options ?? '')))) {
    if (!child) continue
    const columns = child.stored.map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)
    const among = dialect.isOneOf(sql`parent`, dialect.listParam(ids), 'text')
    const rows = await engine.store.all<StoredRow>(
      sql`select ${sql.join([...['id', 'parent', 'parent_field'].map(column), ...columns])}
        from ${sql.table(child.table.name)} where parent_entity = ${model.id} and ${among}`,
    )
    for (const row of rows) {
      const ofRecord = found.get(String(row.parent)) ?? new Map<string, StoredRow[]>()
      found.set(String(row.parent), ofRecord)
      const ofField = ofRecord.get(String(row.parent_field)) ?? []
      ofRecord.set(String(row.parent_field), [...ofField, row])
    }
  }
  return found
}

/** Fields whose every change writes a Version. */
function isKept(model: Model, field: Field): boolean {
  // A recalculation leaves no version.
  if (field.kind === 'secret' || field.system || field.isDerived) return false
  const { naming_rule, naming_value } = model.definition
  if (naming_rule === 'Field' && naming_value === field.name) return false
  if (model.id === 'Entity' && field.name === 'schema_version') return false
  // The server notes times and states in its own entities without a change of the record.
  return !(field.readOnly && isOwnApp(model.app))
}
