import { type Message, notPermitted, Problem, refused } from '@tavla/contract'
import { sql } from 'kysely'
import type { Engine } from '../engine.ts'
import { newRowId } from '../ids.ts'
import { entityMeta } from '../meta.ts'
import { compileModel, type Model } from '../model.ts'
import type { StoredDefinition } from '../models.ts'
import { applyDefaults } from '../parse-body.ts'
import { Rows, type StoredRow, type StoredTables } from '../rows.ts'
import type { Behaviour, Change, Context } from '../types.ts'
import { applyChanges, followRenames } from './apply.ts'
import { toDefinition } from './load.ts'
import { effectsOf, type Loss } from './losses.ts'
import { normaliseDefinition } from './normalise.ts'
import { planFieldChanges } from './plan.ts'
import { assignTable } from './tables.ts'
import { definitionFaults, isEntityName } from './validate.ts'

/** Apps whose definitions only Administrator may open and change: the product's own (contract 5). */
const ownApps = ['platform', 'hq']

/** Saving a definition is a write like any other; this is what it does beside storing the rows (contract 2.3). */
export const entityBehaviour: Behaviour = {
  entity: 'Entity',

  incoming: (body, _ctx, engine) => normaliseDefinition(body, engine),

  newId({ id, module }) {
    if (!id || !module) throw invalidDefinition({ text: 'Entity ID or Module is required' })
    return String(id)
  },

  guard(right, ctx, record) {
    if (ctx.system || ctx.actor.all || !ownApps.includes(String(record.app_name))) return
    throw notPermitted(right, 'Entity')
  },

  listed(_engine, ctx, filters) {
    const settings = filters.some(
      ({ field, operator, values }) =>
        typeof field === 'object' && field.name === 'type' && operator === '=' && values[0] === 'Settings',
    )
    if (ctx.actor.all || settings) return undefined
    return sql<boolean>`c_app_name not in (${sql.join(ownApps)})`
  },

  async beforeSave(change) {
    const { after, tables, action, ctx } = change
    if (!isEntityName(String(after.id)))
      throw invalidDefinition({ text: '{0} is not a valid ID', args: [String(after.id)] })
    after.entity_name = after.id ?? null
    if (action === 'create') {
      if (!ctx.system) after.app_name = 'custom'
      if ((tables.permissions ?? []).length === 0) tables.permissions = defaultRules(change.engine, ctx)
      after.schema_version = 1
      throwFirst(definitionFaults(change.engine, after, tables))
      return
    }
    after.schema_version = Number(after.schema_version ?? 0) + 1
    const before = tablesOf(change)
    const changes = planFieldChanges(before.fields ?? [], tables.fields ?? [])
    followRenames(after, tables.fields ?? [], changes)
    throwFirst([...builtInFaults(change, before.fields ?? []), ...definitionFaults(change.engine, after, tables)])
    await refuseTypeChange(change)
    await refuseDuplicates(change)
    const effects = await effectsOf(change.engine, change.tx, change.engine.models.require(change.id), changes)
    throwFirst(effects.refused)
    if (effects.losses.length > 0 && change.sent.confirm_data_loss !== 1) throw dataLoss(effects.losses)
  },

  async afterSave(change) {
    const { engine, tx, id, after, tables } = change
    const known = engine.models.definition(id)
    const table = known?.table ?? (await assignTable(engine, tx, id))
    const stored = storedDefinition(engine, after, tables, table)
    const model = compileModel(stored.definition, table, stored.version, engine.types)
    if (change.action === 'create') {
      await engine.store.dialect.syncTable(tx, model.table)
      if (model.kind === 'Settings') await insertSettings(change, model)
    } else {
      const changes = planFieldChanges(tablesOf(change).fields ?? [], tables.fields ?? [])
      await applyChanges(engine, tx, engine.models.require(id), model, changes)
    }
    change.afterCommit(() => {
      engine.models.replace(id, stored)
      engine.counts.drop(id)
      engine.titles.drop(id)
    })
  },

  async beforeDelete(change) {
    const { engine, id, tx } = change
    const model = engine.models.require(id)
    if (ownApps.includes(model.app)) throw refused({ text: '{0} cannot be deleted', args: [{ translate: id }] })
    refuseLinked(engine, id)
    const row = await tx.get<{ n: number }>(`select count(*) as n from "${model.table.name}"`)
    const records = row?.n ?? 0
    if (records > 0 && model.kind === 'Document' && String(change.sent.confirm_data_loss) !== '1') {
      const samples = await tx.all<{ id: string }>(`select id from "${model.table.name}" order by rid limit 5`)
      throw dataLoss([{ fieldname: 'id', records, samples: samples.map((one) => one.id) }])
    }
  },

  async afterDelete({ engine, id, tx, afterCommit }) {
    const model = engine.models.require(id)
    await engine.store.dialect.dropTable(tx, model.table.name)
    await engine.system.dropTable.run(tx, [id])
    afterCommit(() => engine.models.replace(id, undefined))
  },

  present(record, ctx, engine) {
    if (!engine.models.get(record.id)) return record
    const { meta } = entityMeta(engine, { ...ctx, system: true }, record.id)
    return { ...record, meta: { doc_meta: { fields: meta.doc_meta.fields }, links: meta.links } }
  },
}

/** @throws Problem 417 DataLossError; repeated with `confirm_data_loss: 1` the change goes through */
export function dataLoss(losses: readonly Loss[]): Problem {
  const records = losses.reduce((sum, loss) => sum + loss.records, 0)
  const message: Message = {
    text: 'This change would lose data in {0} records. Confirm to continue.',
    args: [records],
  }
  return new Problem(417, 'DataLossError', 'Invalid Value', message, {
    errors: losses.map((loss) => ({ ...loss, message })),
  })
}

export const invalidDefinition = (message: Message) => new Problem(417, 'ValidationError', 'Invalid Value', message)

function throwFirst(faults: readonly Message[]): void {
  const [first] = faults
  if (first) throw invalidDefinition(first)
}

function tablesOf(change: Change): StoredTables {
  return (change.before ?? {}) as unknown as StoredTables
}

function storedDefinition(engine: Engine, row: StoredRow, tables: StoredTables, table: string): StoredDefinition {
  const { fields = [], states = [], permissions = [] } = tables
  const definition = toDefinition(row, fields, states, permissions, engine.builtIns.get(String(row.id)))
  return { definition, table, version: Number(row.schema_version) || 1 }
}

/** Everything made in the editor is open to Staff by default, or a new entity would seem not to work (contract 8.73). */
function defaultRules(engine: Engine, ctx: Context): StoredRow[] {
  const all = { read: 1, write: 1, create: 1, delete: 1, permlevel: 0, if_owner: 0 }
  const levelOne = { read: 1, write: 1, create: 0, delete: 0, permlevel: 1, if_owner: 0 }
  const model = engine.models.require('Entity Permission')
  const rules = [
    { role: 'System Manager', ...all },
    { role: 'Staff', ...all },
    { role: 'System Manager', ...levelOne },
  ]
  return rules.map((rule, index) => {
    const row: StoredRow = { ...rule, id: newRowId(), idx: index + 1 }
    applyDefaults(engine, ctx, model, row)
    return row
  })
}

/** Built-in fields keep their name, type and place; their looks may change (contract 2.3). */
function builtInFaults(change: Change, before: readonly StoredRow[]): Message[] {
  if (change.ctx.system) return []
  const after = new Map((change.tables.fields ?? []).map((row) => [row.id, row]))
  const fixed = ['fieldname', 'fieldtype', 'options', 'reqd', 'unique', 'permlevel', 'read_only'] as const
  return before
    .filter((row) => row.is_core === 1)
    .filter((row) => {
      const now = after.get(row.id ?? null)
      return !now || fixed.some((key) => (now[key] ?? null) !== (row[key] ?? null))
    })
    .map((row) => ({
      text: '{0} is a built-in field and cannot be removed, renamed or retyped',
      args: [String(row.fieldname)],
    }))
}

async function refuseTypeChange({ before, after, engine, id, tx }: Change): Promise<void> {
  if (before?.type === after.type) return
  const model = engine.models.require(id)
  if (await tx.get(`select 1 as found from "${model.table.name}" limit 1`)) {
    throw invalidDefinition({ text: 'The type of an entity with records cannot be changed' })
  }
}

/** Setting `unique` on a field whose values repeat is refused, with up to five of them (contract 2.3). */
async function refuseDuplicates(change: Change): Promise<void> {
  const model = change.engine.models.require(change.id)
  for (const row of change.tables.fields ?? []) {
    const field = model.stored.find((one) => one.name === row.fieldname)
    if (row.unique !== 1 || !field || field.meta.unique || field.type.type !== row.fieldtype) continue
    const by = field.fold || field.column
    const repeated = await change.tx.all<{ value: string }>(
      `select "${by}" as value from "${model.table.name}" where "${by}" is not null group by "${by}" having count(*) > 1 limit 5`,
    )
    if (repeated.length === 0) continue
    const args = [field.name, repeated.map((one) => String(one.value))]
    throw invalidDefinition({ text: '{0} must be unique: {1} is already used', args })
  }
}

function refuseLinked(engine: Engine, id: string): void {
  const linking = engine.models
    .all()
    .find(
      (model) =>
        model.id !== id && model.fields.some((field) => namesEntity(field.rule.fieldtype) && field.rule.options === id),
    )
  if (!linking) return
  const args = [{ translate: 'Entity' }, id, { translate: 'Entity' }, linking.id]
  throw new Problem(
    409,
    'LinkExistsError',
    'In Use',
    { text: '{0} {1} cannot be deleted because {2} {3} uses it.', args },
    { extra: { links: [{ entity: 'Entity', id: linking.id, fieldname: 'options' }] } },
  )
}

const namesEntity = (fieldtype: string) => fieldtype === 'Link' || fieldtype === 'Table'

/** A Settings entity has exactly one record, from the moment it exists. */
async function insertSettings({ engine, ctx, tx }: Change, model: Model): Promise<void> {
  const now = engine.clock.nowUtc()
  const row: StoredRow = {
    id: model.id,
    owner: ctx.actor.user,
    creation: now,
    modified: now,
    modified_by: ctx.actor.user,
  }
  applyDefaults(engine, ctx, model, row)
  await new Rows(model, engine.store.dialect).insert(tx, row)
}
