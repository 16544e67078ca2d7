import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { column, columnOf, or, Plan, Slot } from '../tables/plan.ts'

/** Data that a change would remove from records. */
export interface Loss {
  fieldname: string
  /** Number of records that lose it. */
  records: number
  /** Ids of the first affected records. */
  samples: string[]
}

/** Tests each stored value of a field: whether a change would lose it. */
export interface LossCheck {
  field: Field
  isLost(value: string | number): boolean | Promise<boolean>
  /** Column with values of which none is lost, because the former ones come back for them. */
  made?: string | undefined
}

export interface Losses {
  losses: Loss[]
  /** Number of records that lose data, each counted once. */
  records: number
}

const sampleCount = 5
const batch = 1000

type ScannedRow = Record<`v${number}`, string | number | null> & { rid: number; id: string; home: string | null }

/** Tests the values of all checked fields in one scan of the records. */
export async function scanLosses(
  engine: Engine,
  reader: Reader,
  model: Model,
  checks: readonly LossCheck[],
): Promise<Losses> {
  const tallies = checks.map(() => new Tally(model))
  const all = new Tally(model)
  if (checks.length === 0) return { losses: [], records: 0 }
  const plan = scanOf(engine, model, checks)
  for (let last = 0; ; ) {
    const rows = await reader.all<ScannedRow>(plan.with([last]))
    for (const row of rows) {
      let isHit = false
      for (const [index, { isLost }] of checks.entries()) {
        const value = row[`v${index}`]
        if (value === null || value === undefined || !(await isLost(value))) continue
        tallies[index]?.add(row)
        isHit = true
      }
      if (isHit) all.add(row)
    }
    last = rows.at(-1)?.rid ?? last
    if (rows.length < batch) break
  }
  const losses = checks.map(({ field }, index): Loss => {
    const { records = 0, samples = [] } = tallies[index] ?? {}
    return { fieldname: field.name, records, samples }
  })
  return { losses: losses.filter(({ records }) => records > 0), records: all.records }
}

/** Counts records; rows of a table count once for the record that contains them. */
class Tally {
  records = 0
  readonly samples: string[] = []
  readonly #homes: Set<string> | undefined

  constructor(model: Model) {
    this.#homes = model.kind === 'Table' ? new Set() : undefined
  }

  add({ id, home }: ScannedRow): void {
    const key = `${home} ${id}`
    if (this.#homes?.has(key)) return
    this.#homes?.add(key)
    this.records++
    if (this.samples.length < sampleCount) this.samples.push(id)
  }
}

function scanOf(engine: Engine, model: Model, checks: readonly LossCheck[]): Plan {
  const isChild = model.kind === 'Table'
  const values = checks.map((check) => storedValue(engine, model, check))
  const columns = values.map((value, index) => sql`${value} as ${sql.id(`v${index}`)}`)
  const [id, home] = isChild ? [column('parent'), column('parent_entity')] : [column('id'), sql`null`]
  const isHeld = or(values.map((value) => sql`${value} is not null`))
  return new Plan(sql`select rid, ${id} as id, ${home} as home, ${sql.join(columns)} from ${sql.table(model.table.name)}
      where rid > ${new Slot(0)} and ${isHeld} order by rid limit ${sql.lit(batch)}`)
}

/** The stored value, or 1 when a table field has rows. */
function storedValue(engine: Engine, model: Model, { field, made }: LossCheck): Sql {
  const child = field.kind === 'table' ? engine.models.get(field.rule.options ?? '') : undefined
  if (!child && field.kind === 'table') return sql`null`
  if (!child) {
    const value = column(field.column)
    return made ? sql`case when ${value} is distinct from ${column(made)} then ${value} end` : value
  }
  const rows = sql.table(child.table.name)
  return sql`(select 1 from ${rows} as held where held.parent = ${columnOf(model.table.name, 'id')}
      and held.parent_entity = ${model.id} and held.parent_field = ${field.name} limit 1)`
}
