import type { FieldTypes } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { ofEntity, resealColumn } from '../secrets/reseal.ts'
import { column, Plan, Slot } from '../tables/plan.ts'
import type { StoredRow, StoredTables } from '../tables/rows.ts'
import type { FieldNameList } from '../types.ts'
import type { FieldChange } from './plan.ts'
import { renameInOtherExpressions } from './rename-in-expressions.ts'
import { renameInOtherTransitions } from './rename-in-transitions.ts'
import { type Names, namesOf } from './renamed-names.ts'
import { noteField } from './retire.ts'

/**
 * A rename keeps the values; all parts of this entity that name the field get the new name (reference: metadata,
 * Changing a definition).
 */
export function followRenames(
  before: Readonly<Record<string, unknown>>,
  entity: StoredRow,
  fields: readonly StoredRow[],
  changes: readonly FieldChange[],
  types: FieldTypes,
): void {
  const names = namesOf(changes)
  if (names.size === 0) return
  for (const key of ['title_field', 'image_field', 'sort_field', 'naming_value', 'search_fields', 'state_field']) {
    // A property that the caller changed already uses the new names.
    if (entity[key] === before[key] && typeof entity[key] === 'string') entity[key] = renamedIn(entity[key], names)
  }
  const old = new Map(((before as unknown as StoredTables).fields ?? []).map((row) => [row.id, row]))
  for (const field of fields) {
    const kept = field.options === old.get(field.id ?? null)?.options
    if (types.get(String(field.fieldtype))?.links === 'field' && kept)
      field.options = names.get(String(field.options)) ?? field.options ?? null
  }
}

/** Renames the columns, and the references to the fields outside of their entity. */
export async function renameFields(
  engine: Engine,
  tx: Tx,
  model: Model,
  changes: readonly FieldChange[],
): Promise<void> {
  const names = namesOf(changes)
  if (names.size === 0) return
  const moves = [...names].flatMap(([from, to]) => {
    const field = model.fields.find((one) => one.name === from)
    return field ? [{ field, to }] : []
  })
  // Two fields may swap names, so every field first moves to a temporary name.
  for (const [index, { field }] of moves.entries()) await moveField(engine, tx, model, field, field.name, `t${index}`)
  for (const [index, { field, to }] of moves.entries()) await moveField(engine, tx, model, field, `t${index}`, to)
  // One time for all of them, so that the history can follow two fields that swap names.
  const retired_at = engine.clock.nowUtc()
  for (const [from, to] of names) {
    await noteField(engine, tx, model, { fieldname: from, renamed_to: to, reason: 'renamed', retired_at })
  }
  for (const { field, to } of moves) {
    if (field.kind !== 'secret') continue
    const { name: table } = model.table
    await resealColumn(engine, tx, { table, column: `c_${to}`, ...ofEntity }, field.column)
  }
  for (const list of engine.fieldNameLists) await renameInRows(engine, tx, list, model, names)
  await renameInOtherExpressions(engine, tx, model, names)
  await renameInOtherTransitions(engine, tx, model, names)
}

/** Replaces field names in a list separated by commas or line breaks. */
function renamedIn(list: string, names: Names): string {
  const parts = list.split(/([,\n])/)
  return parts.map((part) => names.get(part.trim()) ?? part).join('')
}

async function moveField(engine: Engine, tx: Tx, model: Model, field: Field, from: string, to: string): Promise<void> {
  if (field.kind !== 'table') {
    const { dialect } = engine.store
    await dialect.renameColumn(tx, model.table.name, `c_${from}`, `c_${to}`)
    if (field.fold) await dialect.renameColumn(tx, model.table.name, `f_${from}`, `f_${to}`)
    return
  }
  const child = engine.models.get(field.rule.options ?? '')
  if (!child) return
  const plan = new Plan(sql`update ${sql.table(child.table.name)} set parent_field = ${new Slot(2)}
      where parent_entity = ${new Slot(0)} and parent_field = ${new Slot(1)}`)
  await tx.run(plan.with([model.id, from, to]))
}

/** Replaces the names in records that list fields of the renamed fields' entity. */
async function renameInRows(engine: Engine, tx: Tx, place: FieldNameList, model: Model, names: Names): Promise<void> {
  const holder = engine.models.get(place.entity)
  const [owner, list] = [place.owner, place.list].map((name) => holder?.byName.get(name))
  if (!holder || !owner || !list) return
  const plan =
    new Plan(sql`select id from ${sql.table(holder.table.name)} where ${column(owner.column)} = ${new Slot(0)}
      and ${column(list.column)} is not null`)
  const rows = engine.rows(holder)
  for (const { id } of await tx.all<{ id: string }>(plan.with([model.id]))) {
    const row = await rows.byId(tx, id)
    const renamed = row && renamedIn(String(row[list.name]), names)
    if (row && renamed !== row[list.name])
      await rows.update(tx, row.rid, { ...row, [list.name]: renamed ?? null }, [list])
  }
  tx.afterCommit(() => engine.generations.bump(holder.id))
}
