import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { type EntityRules, rulesOf } from '../expressions/entity-rules.ts'
import { writeRecords } from '../model/definition-lock.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Context } from '../people/actor.ts'
import { readTables } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import { announce } from './announce.ts'
import { workOutFormulas } from './derive.ts'

/** How far a recalculation came. */
export interface Recalculated {
  /** The last record's place in the table; undefined behind the last one. */
  next: number | undefined
  /** Records that were looked at. */
  count: number
}

/**
 * Works the formulas of some stored records out anew (reference: expressions, Formulas): those behind `after`, in the
 * order in which they were made. No version is written and `modified` stays, so that nobody's draft conflicts.
 * `atEnd` runs in the same transaction.
 */
export async function recalculateBlock(
  engine: Engine,
  ctx: Context,
  entity: string,
  { after, size }: { after: number; size: number },
  atEnd: (tx: Tx, done: Recalculated) => Promise<void>,
): Promise<Recalculated> {
  return writeRecords(engine, entity, async (tx, model) => {
    const rules = rulesOf(engine, model)
    const found = rules?.formulas.length
      ? await tx.all<{ rid: number; id: string }>(
          sql`select rid, id from ${sql.table(model.table.name)} where rid > ${after} order by rid limit ${size}`,
        )
      : []
    for (const { id } of found) if (rules) await recalculate(engine, ctx, tx, model, rules, id)
    const next = found.length < size ? undefined : found.at(-1)?.rid
    const done = { next, count: found.length }
    await atEnd(tx, done)
    return done
  })
}

async function recalculate(
  engine: Engine,
  ctx: Context,
  tx: Tx,
  model: Model,
  rules: EntityRules,
  id: string,
): Promise<void> {
  const stored = await engine.rows(model).byIdLocked(tx, id)
  if (!stored) return
  const before = await readTables(engine, tx, model, id)
  const [row, tables] = [{ ...stored }, { ...before }]
  workOutFormulas(engine, rules, row, tables, before)
  const changed = changedFields(model, stored, row)
  if (changed.length > 0) await engine.rows(model).update(tx, stored.rid, row, changed)
  for (const table of model.tables) {
    const child = engine.models.get(table.rule.options ?? '')
    const [old, now] = [before[table.name] ?? [], tables[table.name] ?? []]
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
  if (changed.length > 0) announce(engine, ctx, tx, model, row, { action: 'derived', changed })
}

const changedFields = (model: Model, before: Readonly<StoredRow>, after: Readonly<StoredRow>): Field[] =>
  model.stored.filter(({ name, isDerived }) => isDerived && (before[name] ?? null) !== (after[name] ?? null))
