import type { Tx } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { rulesOf } from '../../expressions/entity-rules.ts'
import type { Model } from '../../model/model.ts'
import { readTables } from '../../reading/read.ts'
import type { StoredRow } from '../../tables/rows.ts'
import { rollupValue } from './rollup-value.ts'
import { siteRollups } from './site-rollups.ts'
import { type DerivedWrite, storeDerived } from './store-derived.ts'
import type { Touched } from './touched.ts'

/** Far more rounds than levels of roll-ups: definitions that go round and round are refused. */
const mostRounds = 100

/**
 * Works roll-ups out anew, those of the lowest rank first and the records of an entity in the order of their ids, in which
 * every transaction locks them. Changes may make further ones old, which follow.
 */
export async function workOutTouched(write: DerivedWrite, touched: Touched): Promise<void> {
  const { rankOf } = siteRollups(write.engine)
  for (let round = 0; round < mostRounds; round++) {
    const next = touched.take(rankOf)
    if (!next) return
    const model = write.engine.models.get(next.entity)
    if (!model) continue
    for (const [id, names] of next.records) await workOut(write, touched, model, id, names)
  }
}

async function workOut(
  write: DerivedWrite,
  touched: Touched,
  model: Model,
  id: string,
  names: ReadonlySet<string>,
): Promise<void> {
  const { engine, tx } = write
  // The lock comes first: what is reckoned behind it counts all that other transactions have written.
  const stored = await engine.rows(model).byIdLocked(tx, id)
  if (!stored) return
  const row = { ...stored }
  await workOutRollups(write, model, row, names)
  const isSame = [...names].every((name) => (row[name] ?? null) === (stored[name] ?? null))
  if (isSame) return
  const hasFormulas = (rulesOf(engine, model)?.formulas.length ?? 0) > 0
  const isLookedAt = siteRollups(engine).over.has(model.id)
  const tables = hasFormulas || isLookedAt ? await readTables(engine, tx, model, id) : {}
  await storeDerived(write, touched, model, { row: stored, tables }, row)
}

/** Puts the values of roll-ups into a row, of those with these names or of all. */
export async function workOutRollups(
  { engine, tx }: { engine: Engine; tx: Tx },
  model: Model,
  row: StoredRow,
  names?: ReadonlySet<string>,
): Promise<void> {
  for (const one of siteRollups(engine).of.get(model.id) ?? []) {
    const { name } = one.field
    if (!names || names.has(name)) row[name] = await rollupValue(engine, tx, one, String(row.id), row)
  }
}
