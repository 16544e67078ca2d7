import { type Message, notPermitted, Problem, refused } from '@tavla/contract'
import { sql } from '../../store/sql.ts'
import type { Engine } from '../engine.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import { compileModel, type Model } from '../model/model.ts'
import type { StoredDefinition } from '../model/models.ts'
import { withRollupIndexes } from '../model/rollup-indexes.ts'
import type { Context } from '../people/actor.ts'
import { entityMeta } from '../reading/meta.ts'
import { Rows, type StoredRow, type StoredTables } from '../tables/rows.ts'
import type { Behaviour, Change } from '../types.ts'
import { workOutFormulas } from '../writing/derive.ts'
import { newRowId } from '../writing/ids.ts'
import { applyDefaults } from '../writing/parse-body.ts'
import { applyChanges } from './apply.ts'
import { dropStorage, keepStorage, refuseLinked, settleReferences } from './delete-entity.ts'
import { draftModel } from './draft-model.ts'
import { expressionFaults } from './expression-faults.ts'
import { type Fault, faultAt, faultOf, throwFaults } from './faults.ts'
import { formerColumns } from './former-columns.ts'
import { yieldName } from './given-names.ts'
import { addHebrew, saveHebrew } from './hebrew-labels.ts'
import { isOwnApp, ownApps, toDefinition } from './load.ts'
import type { Losses } from './loss-scan.ts'
import { effectsOf } from './losses.ts'
import { normaliseDefinition } from './normalise.ts'
import { type FieldChange, planFieldChanges } from './plan.ts'
import { planRecalculation, recalculatedBy } from './recalculation.ts'
import { removedFields } from './removed-fields.ts'
import { followRenames } from './rename-fields.ts'
import { expressionKeys, renameInOwnExpressions } from './rename-in-expressions.ts'
import { renamedTransitions } from './rename-in-transitions.ts'
import { namesOf } from './renamed-names.ts'
import { roleFaults } from './role-faults.ts'
import { rolledUpAfter, syncRolledUp } from './rolled-up-tables.ts'
import { setRowsAside } from './rows-aside.ts'
import { slowLists } from './slow-lists.ts'
import { assignTable } from './tables.ts'
import { transitionFaults } from './transition-faults.ts'
import { definitionFaults, isEntityName, typeChangeFaults } from './validate.ts'

/** The rules of saving a definition, beyond those of any write (reference: metadata, Changing a definition). */
export const entityBehaviour: Behaviour = {
  entity: 'Entity',

  incoming: (body, _ctx, engine) => normaliseDefinition(body, engine),

  newId({ id, module }) {
    if (!id || !module) throw invalidDefinition({ text: 'Entity ID or Module is required' })
    return typeof id === 'string' ? id : undefined
  },

  isUnguarded: (ctx) => ctx.system === true || ctx.actor.all,

  guard(right, ctx, record) {
    if (ctx.system || ctx.actor.all || !isOwnApp(record.app_name)) return
    throw notPermitted(right, 'Entity')
  },

  listed(_engine, ctx, filters) {
    const settings = filters.some(
      ({ field, operator, values }) =>
        typeof field === 'object' && field.name === 'type' && operator === '=' && values[0] === 'Settings',
    )
    if (ctx.actor.all || settings) return undefined
    return sql<boolean>`c_app_name not in (${sql.join([...ownApps])})`
  },

  async beforeSave(change) {
    await checkDefinition(change)
    if (!change.isRefused()) await saveHebrew(change)
  },

  async afterSave(change) {
    const { engine, tx, id, after, tables } = change
    const known = engine.models.definition(id)
    const table = known?.table ?? (await assignTable(engine, tx, id))
    const stored = storedDefinition(engine, after, tables, table)
    const before = engine.models.get(id)
    const changes = planFieldChanges(tablesOf(change).fields ?? [], tables.fields ?? [], engine.types)
    const renamed = before && { model: before, names: namesOf(changes) }
    const rolledUp = rolledUpAfter(engine, id, stored.definition, renamed)
    const plain = compileModel(stored.definition, table, stored.version, engine.types)
    const model = withRollupIndexes(plain, rolledUp.get(id))
    if (change.action === 'create') {
      await yieldName(engine, tx, id)
      await engine.store.dialect.syncTable(tx, model.table)
    } else await applyChanges({ engine, ctx: change.ctx, tx }, engine.models.require(id), model, changes)
    await syncRolledUp(engine, tx, id, rolledUp)
    if (model.kind === 'Settings' && change.before?.type !== 'Settings') await insertSettings(change, model)
    change.afterCommit(() => {
      engine.models.replace(id, stored)
      engine.generations.bump(id)
      engine.titles.drop(id)
    })
    // Planned last: the listeners find the new definition.
    await planRecalculation(engine, change.ctx, tx, recalculatedBy(engine, before, model, changes))
  },

  async beforeDelete(change) {
    const { engine, id, tx } = change
    const model = engine.models.require(id)
    if (isOwnApp(model.app)) throw refused({ text: '{0} cannot be deleted', args: [{ translate: id }] })
    refuseLinked(engine, id)
    const row = await tx.get<{ n: number }>(sql`select count(*) as n from ${sql.id(model.table.name)}`)
    const records = row?.n ?? 0
    if (records > 0 && model.kind === 'Document' && String(change.sent.confirm_data_loss) !== '1') {
      const samples = await tx.all<{ id: string }>(sql`select id from ${sql.id(model.table.name)} order by rid limit 5`)
      throw dataLoss({ records, losses: [{ fieldname: 'id', records, samples: samples.map((one) => one.id) }] })
    }
    if (change.bin) await setRowsAside(engine, tx, model)
    await settleReferences(change, model)
  },

  async afterDelete({ engine, id, tx, bin, afterCommit }) {
    const model = engine.models.require(id)
    if (bin) await keepStorage(engine, tx, model, bin)
    else await dropStorage(engine, tx, model)
    await syncRolledUp(engine, tx, id, rolledUpAfter(engine, id, undefined))
    afterCommit(() => {
      engine.models.replace(id, undefined)
      engine.generations.bump(id)
      engine.titles.drop(id)
    })
  },

  async enrich(engine, ctx, records) {
    // Rows of a list carry no fields.
    const whole = records.filter(({ fields }) => Array.isArray(fields))
    for (const record of whole) await addHebrew(engine, record)
    if (!ctx.system && !ctx.actor.all && !ctx.actor.roles.has('System Manager')) return
    for (const record of whole) {
      const model = engine.models.get(record.id)
      if (!model) continue
      record.removed_fields = await removedFields(engine, ctx, model)
      const slow = await slowLists(engine, model)
      if (slow) record.slow_lists = slow
    }
  },

  present(record, ctx, engine) {
    if (!engine.models.get(record.id)) return record
    const { meta } = entityMeta(engine, { ...ctx, system: true }, record.id)
    return { ...record, meta: { doc_meta: { fields: meta.doc_meta.fields }, links: meta.links } }
  },
}

/** Completes a definition with what is derived from it, and refuses one that cannot be used. */
async function checkDefinition(change: Change): Promise<void> {
  const { after, tables, action, ctx, engine, tx } = change
  if (!isEntityName(String(after.id)))
    throw invalidDefinition({ text: '{0} is not a valid ID', args: [String(after.id)] })
  after.entity_name = after.id ?? null
  // Rows are not opened by themselves, and settings are one record.
  if (after.type !== 'Document') after.has_notes = 0
  if (action === 'create') {
    if (!ctx.system) after.app_name = 'custom'
    // A table that comes from elsewhere keeps having none.
    const isOfElsewhere = ctx.restores && after.type === 'Table'
    const hasRules = (tables.permissions ?? []).length > 0
    if (!hasRules && !isOfElsewhere) tables.permissions = defaultRules(change.engine, ctx)
    after.schema_version = 1
    if (change.isRefused()) return
    throwFaults(definitionFaults(change.engine, after, tables))
    throwFaults(expressionsOf(change, []))
    throwFaults(await roleFaults(engine, tx, tables.transitions ?? []))
    return
  }
  if (isUnchanged(change) || change.isRefused()) return
  after.schema_version = Number(after.schema_version ?? 0) + 1
  const before = tablesOf(change)
  const changes = planFieldChanges(before.fields ?? [], tables.fields ?? [], engine.types)
  followRenames(change.before ?? {}, after, tables.fields ?? [], changes, engine.types)
  const model = engine.models.require(change.id)
  renameInOwnExpressions(engine, model, before.fields ?? [], tables.fields ?? [], changes)
  const { transitions = [] } = tables
  tables.transitions = renamedTransitions(engine, model, before.transitions ?? [], transitions, changes)
  throwFaults([
    ...builtInFaults(change, before.fields ?? []),
    ...definitionFaults(engine, after, tables, change.before ?? {}),
  ])
  throwFaults(expressionsOf(change, changes))
  throwFaults(await roleFaults(engine, tx, tables.transitions ?? []))
  throwFaults(await typeChangeFaults(engine, tx, change.before ?? {}, after))
  const formers = ctx.restores ? await formerColumns(engine, tx, model, changes) : undefined
  const effects = await effectsOf(engine, tx, model, tables.fields ?? [], changes, formers)
  throwFaults(effects.refused)
  if (effects.losses.length > 0 && change.sent.confirm_data_loss !== 1) throw dataLoss(effects)
}

/** The faults of the expressions of the definition as it will be: names that go come first. */
function expressionsOf({ engine, ctx, id, after, tables, before }: Change, changes: readonly FieldChange[]): Fault[] {
  const model = draftModel(engine, after, tables)
  if (!model) return []
  const stored = before ? engine.models.get(id) : undefined
  const { usedBy, expressions } = expressionFaults(engine, model, stored, changes)
  const states = transitionFaults(engine, model, stored, changes)
  const isForeign = before !== null && !ctx.system && isOwnApp(model.app)
  const foreign = isForeign ? [...ownExpressionFaults(before, tables.fields ?? []), ...ownStateFaults(model)] : []
  return [...usedBy, ...states.usedBy, ...foreign, ...expressions, ...states.expressions]
}

/** Modules alone give states to the product's own entities. */
function ownStateFaults({ definition }: Model): Fault[] {
  const [row] = definition.transitions ?? []
  const name = definition.state_field ?? row?.title
  if (name === undefined) return []
  return [
    faultOf(definition.state_field ? 'state_field' : 'transitions', { text: '{0} cannot be used here.', args: [name] }),
  ]
}

/** Modules alone write the expressions of the product's own entities. */
function ownExpressionFaults(before: Readonly<Record<string, unknown>>, rows: readonly StoredRow[]): Fault[] {
  const old = new Map(((before as unknown as StoredTables).fields ?? []).map((row) => [row.id, row]))
  return rows.flatMap((row, index) => {
    const key = expressionKeys.find((one) => (row[one] || null) !== (old.get(row.id ?? null)?.[one] || null))
    if (key === undefined) return []
    return [faultAt('fields', index, key, { text: '{0} cannot be used here.', args: [String(row[key] ?? '')] })]
  })
}

/** @throws Problem 417 DataLossError; a repetition with `confirm_data_loss: 1` applies the change */
export function dataLoss({ losses, records }: Losses): Problem {
  const message: Message = {
    text: 'This change would lose data in {0} records. Confirm to continue.',
    args: [records],
  }
  return new Problem(417, 'DataLossError', 'Invalid Value', message, {
    errors: losses.map((loss) => ({ ...loss, message })),
  })
}

export const invalidDefinition = (message: Message) => new Problem(417, 'ValidationError', 'Invalid Value', message)

function tablesOf(change: Change): StoredTables {
  return (change.before ?? {}) as unknown as StoredTables
}

/** The definition of these rows, for an entity whose records are in `table`. */
export function storedDefinition(
  engine: Engine,
  row: StoredRow,
  tables: StoredTables,
  table: string,
): StoredDefinition {
  const definition = toDefinition(row, tables, engine.builtIns.get(String(row.id)))
  return { definition, table, version: Number(row.schema_version) || 1 }
}

/**
 * By default Staff may use every entity made in the editor, because a new entity would otherwise seem broken
 * (reference: metadata, Definition).
 */
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

/** Properties of a built-in field that the program owns; the others only change its appearance. */
const fixed = [
  ...(['fieldname', 'fieldtype', 'options', 'default', 'reqd', 'unique', 'personal'] as const),
  ...(['permlevel', 'read_only', 'hidden', 'index'] as const),
]

/**
 * Built-in fields keep their name, type and position; their appearance may change (reference: metadata, Changing a
 * definition).
 */
function builtInFaults(change: Change, before: readonly StoredRow[]): Fault[] {
  if (change.ctx.system) return []
  const rows = change.tables.fields ?? []
  return before
    .filter((row) => row.is_core === 1)
    .flatMap((row) => {
      const index = rows.findIndex(({ id }) => id === row.id)
      const property = fixed.find((key) => (rows[index]?.[key] || null) !== (row[key] || null))
      if (index >= 0 && property === undefined) return []
      const text = '{0} is a built-in field and cannot be removed, renamed or retyped'
      return [faultAt('fields', index, property ?? 'fieldname', { text, args: [String(row.fieldname)] })]
    })
}

/** A save that changes nothing does not count: the version stays, and no client reloads. */
function isUnchanged({ before, after, tables, model }: Change): boolean {
  const same = (old: StoredRow | undefined, now: StoredRow) =>
    old !== undefined && Object.keys(now).every((key) => (now[key] ?? null) === (old[key] ?? null))
  const rows = (name: string) => (before as unknown as StoredTables)[name] ?? []
  return (
    model.stored.every((field) => (after[field.name] ?? null) === (before?.[field.name] ?? null)) &&
    model.tables.every(({ name }) => {
      const [old, now] = [rows(name), tables[name] ?? []]
      return old.length === now.length && now.every((row, index) => same(old[index], row))
    })
  )
}

/** Creates the single record of a Settings entity, together with the entity. */
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
  const rules = rulesOf(engine, model)
  if (rules) workOutFormulas(engine, rules, row, {})
  await new Rows(model, engine.store.dialect).insert(tx, row)
}
