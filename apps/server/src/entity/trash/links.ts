import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { type Field, fieldKey } from '../model/field.ts'
import { type Model, targetField } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import type { StoredRow } from '../tables/rows.ts'
import { couldNotFind } from '../writing/check-links.ts'
import { noteRow } from '../writing/rollups/note-writes.ts'
import type { LetGo } from './content/kept.ts'
import { type KnownModels, type Loss, type RebuiltRecord, recordKey } from './rebuild.ts'

/** A restore under way: the types that it knows, and the ids that it changes. */
export interface Restoring {
  engine: Engine
  ctx: Context
  tx: Tx
  models: KnownModels
  /** New ids of records that come back under another one, by `recordKey` of the old. */
  newIds: Map<string, string>
  losses: Loss[]
}

/** Empties the links to records that are gone, and lists them; a link to a record that comes back, too, stays. */
export async function emptyDeadLinks(
  { engine, tx, models, newIds, losses }: Restoring,
  records: readonly RebuiltRecord[],
): Promise<void> {
  const known = new Map<string, boolean>()
  for (const { model, row } of records) known.set(recordKey(model.table.name, String(row.id)), true)
  const isThere = async (target: Model, id: string) => {
    const key = recordKey(target.table.name, id)
    if (!known.has(key)) known.set(key, await engine.rows(target).exists(tx, id))
    return known.get(key) === true
  }
  const check = async (record: RebuiltRecord, model: Model, row: StoredRow) => {
    for (const field of model.links) {
      const value = row[field.name]
      if (value === null || value === undefined || value === '') continue
      const target = targetOf(models, model, field, row)
      const id = target && (newIds.get(recordKey(target.table.name, String(value))) ?? String(value))
      if (target && id !== undefined && (await isThere(target, id))) row[field.name] = id
      else {
        row[field.name] = null
        losses.push(lost(record, field, String(value)))
      }
    }
  }
  for (const record of records) {
    await check(record, record.model, record.row)
    for (const field of record.model.tables) {
      const child = engine.models.get(field.rule.options ?? '')
      if (child) for (const row of record.tables[field.name] ?? []) await check(record, child, row)
    }
  }
}

/**
 * Points the references that were let go at their records again, where their field is still blank and the linking
 * record is there.
 */
export async function linkAgain({ engine, tx, models, newIds }: Restoring, part: LetGo): Promise<void> {
  const model = models.byTable(part.table)
  const target = models.byTable(part.target)
  const byKey = (key: string | undefined) => model?.stored.find((field) => fieldKey(field) === key)
  const field = byKey(part.field)
  const naming = byKey(part.naming)
  if (!model || !target || !field || targetIsOther(model, field, target, naming)) return
  const rows = engine.rows(model)
  for (const [id, to] of part.rows) {
    const row = await rows.byId(tx, id)
    if (!row || row[field.name] !== null || (naming && row[naming.name] !== null)) continue
    const named = newIds.get(recordKey(part.target, to)) ?? to
    if (!(await engine.rows(target).exists(tx, named))) continue
    const values = { [field.name]: named, ...(naming && { [naming.name]: target.id }) }
    const linked = { ...row, ...values }
    await rows.update(tx, row.rid, linked, naming ? [field, naming] : [field])
    await noteRow(engine, tx, model, row, linked)
  }
  tx.afterCommit(() => engine.generations.bump(model.id))
}

/** True when the field links elsewhere by now. */
function targetIsOther(model: Model, field: Field, target: Model, naming: Field | undefined): boolean {
  if (field.type.links === 'options') return field.rule.options !== target.id
  return field.type.links !== 'field' || targetField(model, field) !== naming
}

/** The entity that a link names; undefined when there is none of this name. */
function targetOf(models: KnownModels, model: Model, field: Field, row: StoredRow): Model | undefined {
  const naming = targetField(model, field)
  const name = naming ? row[naming.name] : field.rule.options
  const target = models.get(String(name ?? ''))
  return target?.kind === 'Table' ? undefined : target
}

/** The loss of a link to what is gone. */
export function lost({ model, row }: RebuiltRecord, field: Field, value: string): Loss {
  const message = couldNotFind(field.rule.label, value)
  return { model, id: String(row.id), fieldname: field.name, permlevel: field.permlevel, reason: 'gone', message }
}
