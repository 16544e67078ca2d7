import type { Tx } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { rulesOf } from '../../expressions/entity-rules.ts'
import type { Field } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import type { Context } from '../../people/actor.ts'
import type { StoredRow, StoredTables } from '../../tables/rows.ts'
import { announce } from '../announce.ts'
import { workOutFormulas } from '../derive.ts'
import { noteChange } from './note-change.ts'
import type { Touched } from './touched.ts'

/** The transaction in which derived values are stored, and as whose they are told. */
export interface DerivedWrite {
  engine: Engine
  ctx: Context
  tx: Tx
}

/** A stored record, with its place in the table. */
interface StoredState {
  row: StoredRow & { rid: number }
  tables: StoredTables
}

/**
 * Stores what roll-ups and formulas give a record. No version is written and `modified` stays, so that nobody's draft
 * conflicts; roll-ups over the record become old. `row` holds the values of its roll-ups already.
 */
export async function storeDerived(
  { engine, ctx, tx }: DerivedWrite,
  touched: Touched,
  model: Model,
  stored: StoredState,
  row: StoredRow,
): Promise<void> {
  const rules = rulesOf(engine, model)
  const tables = { ...stored.tables }
  if (rules) workOutFormulas(engine, rules, row, tables, stored.tables)
  const changed = changedFields(model, stored.row, row)
  if (changed.length > 0) await engine.rows(model).update(tx, stored.row.rid, row, changed)
  for (const table of model.tables) {
    const child = engine.models.get(table.rule.options ?? '')
    const [old, now] = [stored.tables[table.name] ?? [], tables[table.name] ?? []]
    if (!child || old === now) continue
    let isChanged = false
    for (const [index, item] of now.entries()) {
      const was = old[index] as StoredRow
      const columns = changedFields(child, was, item)
      if (columns.length === 0) continue
      await engine.rows(child).update(tx, Number(was.rid), item, columns)
      isChanged = true
    }
    if (isChanged) changed.push(table)
  }
  if (changed.length === 0) return
  announce(engine, ctx, tx, model, row, { action: 'derived', changed })
  noteChange(engine, touched, model, stored, { row, tables })
}

const changedFields = (model: Model, before: Readonly<StoredRow>, after: Readonly<StoredRow>): Field[] =>
  model.stored.filter(({ name, isDerived }) => isDerived && (before[name] ?? null) !== (after[name] ?? null))
