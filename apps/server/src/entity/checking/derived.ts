import { sql } from '../../store/sql.ts'
import { plannedRecalculations } from '../definitions/recalculation.ts'
import type { Engine } from '../engine.ts'
import { rulesOf } from '../expressions/entity-rules.ts'
import type { Model } from '../model/model.ts'
import { readTables } from '../reading/read.ts'
import type { StoredRow } from '../tables/rows.ts'
import { workOutFormulas } from '../writing/derive.ts'
import { rollupValue } from '../writing/rollups/rollup-value.ts'
import { siteRollups } from '../writing/rollups/site-rollups.ts'
import { Findings } from './findings.ts'
import { isParent } from './pages.ts'

/** Records of an entity that are worked out anew, spread over all of them. */
const sampleSize = 1_000

/** Formulas and roll-ups against what they are worked out from, in up to a thousand records of each entity. */
export async function checkDerived(engine: Engine): Promise<Findings> {
  const found = new Findings()
  // A job will work these out.
  const planned = new Set((await plannedRecalculations(engine)).map(({ table }) => table))
  for (const model of engine.models.all().filter(isParent)) {
    const hasFormulas = (rulesOf(engine, model)?.formulas.length ?? 0) > 0
    const hasAny = hasFormulas || siteRollups(engine).of.has(model.id)
    if (!hasAny || planned.has(model.table.name)) continue
    for (const id of await sampleOf(engine, model)) {
      for (const name of await wrongFields(engine, model, id)) found.addFault(`${model.id} ${id} ${name}`)
    }
  }
  return found
}

async function sampleOf({ store }: Engine, { table }: Model): Promise<string[]> {
  const count = await store.get<{ n: number }>(sql`select count(*) as n from ${sql.table(table.name)}`)
  const step = Math.max(1, Math.ceil(Number(count?.n ?? 0) / sampleSize))
  const rows = await store.all<{ id: string }>(
    sql`select id from ${sql.table(table.name)} where rid % ${sql.lit(step)} = 0 order by rid limit ${sql.lit(sampleSize)}`,
  )
  return rows.map(({ id }) => id)
}

/** The fields of a record that hold another value than a fresh one, those of its rows as `<table>.<field>`. */
async function wrongFields(engine: Engine, model: Model, id: string): Promise<string[]> {
  const stored = await engine.rows(model).byId(engine.store, id)
  if (!stored) return []
  const before = await readTables(engine, engine.store, model, id)
  const [row, tables] = [{ ...stored }, { ...before }]
  for (const one of siteRollups(engine).of.get(model.id) ?? []) {
    row[one.field.name] = await rollupValue(engine, engine.store, one, id, row)
  }
  const rules = rulesOf(engine, model)
  if (rules) workOutFormulas(engine, rules, row, tables, before)
  const wrong = differences(stored, row)
  for (const { name } of model.tables) {
    const old = before[name] ?? []
    const names = (tables[name] ?? []).flatMap((item, at) => differences(old[at] ?? {}, item))
    wrong.push(...[...new Set(names)].map((column) => `${name}.${column}`))
  }
  return wrong
}

const differences = (before: Readonly<StoredRow>, after: Readonly<StoredRow>): string[] =>
  Object.keys(after).filter((name) => (before[name] ?? null) !== (after[name] ?? null))
