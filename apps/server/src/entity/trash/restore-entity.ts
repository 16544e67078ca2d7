import { sql } from '../../store/sql.ts'
import { invalidDefinition, storedDefinition } from '../definitions/behaviour.ts'
import { type Fault, faultAt, throwFaults } from '../definitions/faults.ts'
import { claimName } from '../definitions/given-names.ts'
import { rolledUpAfter, syncRolledUp } from '../definitions/rolled-up-tables.ts'
import { dropRowsOfPurged, takeRowsBack } from '../definitions/rows-aside.ts'
import { definitionFaults, isEntityName } from '../definitions/validate.ts'
import { namesEntityInOptions } from '../model/field.ts'
import { compileModel, type Model } from '../model/model.ts'
import { withRollupIndexes } from '../model/rollup-indexes.ts'
import type { StoredRow } from '../tables/rows.ts'
import { couldNotFind } from '../writing/check-links.ts'
import { moveId, moveReferences } from '../writing/move.ts'
import type { KeptTable } from './content/kept.ts'
import { mendRows } from './entity-rows.ts'
import type { Restoring } from './links.ts'
import type { KnownModels, RebuiltRecord } from './rebuild.ts'

/**
 * Gives a deleted entity type its table back, with all records, their rows and their history (reference: metadata,
 * Deleting an entity). `main` is its definition, whose id is the name that it gets; `was` is its name until now.
 * @throws Problem 417 when the definition is not valid any more
 */
export async function reviveEntity(
  restoring: Restoring,
  main: RebuiltRecord,
  kept: KeptTable,
  was: string,
): Promise<void> {
  const { engine, tx } = restoring
  const { row, tables } = main
  const name = String(row.id)
  if (!isEntityName(name)) throw invalidDefinition({ text: '{0} is not a valid ID', args: [name] })
  Object.assign(row, { entity_name: name, schema_version: Number(row.schema_version ?? 0) + 1 })
  await mendDefinition(restoring, main, kept)
  throwFaults(definitionFaults(engine, row, tables, row))
  const stored = storedDefinition(engine, row, tables, kept.table)
  const plain = compileModel(stored.definition, kept.table, stored.version, engine.types)
  const rolledUp = rolledUpAfter(engine, name, stored.definition)
  const model = withRollupIndexes(plain, rolledUp.get(name))
  restoring.models = withModel(engine.models, model)
  tx.afterCommit(() => {
    engine.models.replace(name, stored)
    engine.generations.bump(name)
    engine.titles.drop(name)
  })
  await tx.run(engine.system.addTable.with([name, kept.table]))
  await claimName(engine, tx, kept.table, was, name)
  if (model.kind === 'Table') await dropRowsOfPurged(tx, kept.table)
  await engine.store.dialect.syncTable(tx, model.table)
  await syncRolledUp(engine, tx, name, rolledUp)
  await takeRowsBack(engine, tx, model)
  if (model.kind === 'Settings' && was !== name) await renameSettings(restoring, model, was)
  await mendRows(restoring, main, model, kept)
}

function withModel(models: KnownModels, model: Model): KnownModels {
  return {
    get: (id) => (id === model.id ? model : models.get(id)),
    byTable: (table) => (table === model.table.name ? model : models.byTable(table)),
  }
}

/** The only record of a Settings entity has its name. */
async function renameSettings({ engine, ctx, tx }: Restoring, model: Model, was: string): Promise<void> {
  const row = await engine.rows(model).byId(tx, was)
  if (!row) return
  await moveId(engine, ctx, tx, model, row, model.id)
  await moveReferences(engine, tx, model, was, model.id)
}

/** Leaves out rules of roles that are gone, and lets fields follow or lose the entities that they name. */
async function mendDefinition(restoring: Restoring, main: RebuiltRecord, kept: KeptTable): Promise<void> {
  const { engine, tx } = restoring
  const { tables } = main
  const roles = engine.rows(engine.models.require('Role'))
  const rules: StoredRow[] = []
  for (const rule of tables.permissions ?? []) {
    if (await roles.exists(tx, String(rule.role))) rules.push(rule)
    else lose(restoring, main, 'permissions', String(rule.role))
  }
  tables.permissions = rules
  const faults: Fault[] = []
  const fields: StoredRow[] = []
  for (const [index, field] of (tables.fields ?? []).entries()) {
    const fate = await fateOf(restoring, String(main.row.id), field, kept)
    if (fate === 'waits') {
      const args = [String(field.fieldname)]
      const text = '{0} needs the name of an existing entity in Options'
      faults.push(faultAt('fields', index, 'options', { text, args }))
    }
    if (fate !== 'gone') fields.push(field)
    else {
      lose(restoring, main, 'fields', String(field.label ?? field.fieldname))
      // The ids that a link held can still be read as text; the rows of a Table field went with their entity.
      const isLink = engine.types.get(String(field.fieldtype))?.links === 'options'
      if (isLink) fields.push(Object.assign(field, { fieldtype: 'Data', options: null }))
    }
  }
  throwFaults(faults)
  tables.fields = fields
}

/**
 * Lets a field follow the entity that its options name. It is `gone` when that went for ever, and `waits` while that is
 * in the trash, too: it must come back first.
 */
async function fateOf(
  { engine, tx }: Restoring,
  name: string,
  field: StoredRow,
  kept: KeptTable,
): Promise<'stays' | 'waits' | 'gone'> {
  const type = engine.types.get(String(field.fieldtype))
  if (!type) return 'gone'
  if (!namesEntityInOptions(type)) return 'stays'
  const table = kept.entities[String(field.options)]
  const now = table === kept.table ? name : engine.models.byTable(table ?? '')?.id
  if (now !== undefined) {
    field.options = now
    return 'stays'
  }
  const isInTrash = sql`select 1 as found from trash_content where kind = 'table' and table_name = ${table ?? ''}`
  return (await tx.get(isInTrash)) ? 'waits' : 'gone'
}

function lose({ losses }: Restoring, { model, row }: RebuiltRecord, fieldname: string, value: string): void {
  const label = model.byName.get(fieldname)?.rule.label ?? fieldname
  const message = couldNotFind(label, value)
  losses.push({ model, id: String(row.id), fieldname, permlevel: 0, reason: 'gone', message })
}
