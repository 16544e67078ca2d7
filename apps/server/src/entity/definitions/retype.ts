import { sql } from '../../store/sql.ts'
import type { ColumnSpec } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { Conversion } from './convert-column.ts'
import { type FormerColumn, formerColumns } from './former-columns.ts'
import { conversionFor, isLink } from './losses.ts'
import type { FieldChange } from './plan.ts'
import { type DefinitionWrite, noteField, retiredName, retireField } from './retire.ts'

type TypeChange = Extract<FieldChange, { kind: 'retype' | 'retarget' }>

/**
 * Puts the columns of retyped fields aside, so that the new columns can take their names, and notes the former types,
 * with which the history before is read. The columns stay for thirty days (reference: metadata, Changing a type). Rows
 * of Table fields that get another entity are retired.
 */
export async function retireTypes(
  write: DefinitionWrite,
  before: Model,
  after: Model,
  changes: readonly FieldChange[],
): Promise<Conversion[]> {
  const { engine, ctx, tx } = write
  const formers = ctx.restores ? await formerColumns(engine, tx, before, changes) : new Map<string, FormerColumn>()
  const conversions: Conversion[] = []
  const rows = await tx.get(sql`select rid from ${sql.table(before.table.name)} limit 1`)
  for (const change of changes) {
    if (change.kind !== 'retype' && change.kind !== 'retarget') continue
    const to = after.fields.find((field) => field.name === change.fieldname)
    const was = before.fields.find((field) => field.name === change.was.fieldname)
    if (!to || !was) continue
    // Rows of another child entity have nothing in common with the new ones.
    if (was.kind === 'table') await retireField(write, before, { ...was, name: to.name }, change.was)
    else if (!formers.has(to.name) && !needsPass(engine, change.was, change.row))
      await noteType(write, before, change, {})
    else conversions.push(await putAside(write, before, { change, to, was, isKept: rows !== undefined }))
  }
  return conversions.map((one) => ({ ...one, former: formers.get(one.to.name) }))
}

interface Retyped {
  change: TypeChange
  to: Field
  was: Field
  /** False where there are no values. */
  isKept: boolean
}

async function putAside(write: DefinitionWrite, before: Model, retyped: Retyped): Promise<Conversion> {
  const { engine, tx } = write
  const { change, to, was, isKept } = retyped
  const { dialect } = engine.store
  const table = before.table.name
  const stamp = engine.clock.nowUtc()
  const [from, made] = (['x', 'y'] as const).map((mark) => retiredName(mark, stamp, to.name)) as [string, string]
  await dialect.renameColumn(tx, table, to.column, from)
  // A remaining folding would answer searches in a later field of this name.
  if (was.fold && !to.fold) await dialect.dropColumn(tx, table, `f_${to.name}`)
  await noteType(write, before, change, { retired_at: stamp, column_name: isKept ? from : '' })
  if (isKept) {
    const note = { fieldname: to.name, retired_at: stamp, reason: 'made', field: JSON.stringify(change.row) }
    await noteField(engine, tx, before, { ...note, column_name: made })
  }
  return { from, to, was: change.was, row: change.row, made: isKept ? made : undefined }
}

async function noteType(
  { engine, ctx, tx }: DefinitionWrite,
  before: Model,
  { fieldname, was }: TypeChange,
  place: { retired_at?: string; column_name?: string },
): Promise<void> {
  const by = { retired_by: ctx.actor.user, operation_id: ctx.operation.id }
  await noteField(engine, tx, before, { fieldname, reason: 'retyped', field: JSON.stringify(was), ...by, ...place })
}

function needsPass(engine: Engine, was: StoredRow, row: StoredRow): boolean {
  if (isLink(engine, row)) return true
  if (was.fieldtype === row.fieldtype) return false
  const isText = (one: StoredRow) => /text$/.test(engine.types.get(String(one.fieldtype))?.kind ?? '')
  const kinds = [was, row].map((one) => engine.types.get(String(one.fieldtype))?.kind)
  if (isText(was) && isText(row)) return conversionFor(engine, was, row).rule === 'checked'
  return kinds[0] !== kinds[1] || conversionFor(engine, was, row).rule === 'checked'
}

/** The columns for what becomes of the values, of the kinds of the fields. */
export function madeColumns(after: Model, conversions: readonly Conversion[]): ColumnSpec[] {
  return conversions.flatMap(({ made, to }) => {
    const kind = after.table.columns.find(({ name }) => name === to.column)?.kind
    return made !== undefined && kind ? [{ name: made, kind }] : []
  })
}
