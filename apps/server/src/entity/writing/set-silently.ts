import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Tx } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import { storedField, type Value } from '../reading/lookup-match.ts'
import { and, column, Plans, Slot } from '../tables/plan.ts'
import { isRecord } from '../tables/rows.ts'

const silentPlans = new Plans()

/**
 * Sets stored values without a change of the record: no version, no event, and `modified` stays, so that users who have
 * the record open meet no conflict because the server stored a note.
 */
export async function setSilently(
  engine: Engine,
  tx: Tx,
  entity: string,
  ids: string | readonly string[],
  values: Readonly<Record<string, Value | null>>,
): Promise<void> {
  const model = engine.models.require(entity)
  const fields = Object.keys(values).map((name) => storedField(model, name))
  const isOne = typeof ids === 'string'
  if (fields.length === 0 || ids.length === 0) return
  const plan = silentPlans.of(engine, `${model.id}|${fields.map(({ name }) => name).join()}|${isOne}`, () => {
    const sets = fields.flatMap((field, at) => {
      const set = sql`${column(field.column)} = ${new Slot(2 + 2 * at)}`
      return field.fold ? [set, sql`${column(field.fold)} = ${new Slot(3 + 2 * at)}`] : [set]
    })
    const { dialect } = engine.store
    const among = (name: string, slot: Slot) => dialect.isOneOf(column(name), slot, 'text')
    const are = isOne
      ? isRecord(new Slot(0), new Slot(1))
      : and([among('id_fold', new Slot(1)), among('id', new Slot(0))])
    return sql`update ${sql.table(model.table.name)} set ${sql.join(sets)} where ${are}`
  })
  const { listParam } = engine.store.dialect
  const bound: unknown[] = isOne ? [ids, fold(ids)] : [listParam(ids), listParam(ids.map(fold))]
  for (const { name } of fields) {
    const value = values[name]
    bound.push(value, typeof value === 'string' ? fold(value) : value)
  }
  await tx.run(plan.with(bound))
  tx.afterCommit(() => engine.generations.bump(model.id))
}
