import { lockedFields, requiredFields, valuesOf, type WholeRecord } from '../expressions/conditions.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'
import type { RecordBefore } from './start-write.ts'
import type { WriteState } from './writing.ts'

/** Whether conditions require a field, by its name; names that are absent follow `reqd`. */
type Needs = ReadonlyMap<string, boolean>

const noNeeds: Needs = new Map()

/** The fields that conditions require of the record as it will be. A locked field is never required. */
export function recordNeeds(
  { engine, ctx, model, rules, locked }: WriteState,
  record: WholeRecord,
  isNew: boolean,
): Needs {
  if (!rules || rules.conditions.length === 0) return noNeeds
  const needs = requiredFields({ engine, ctx, owner: model, rules, values: valuesOf(record), isNew })
  for (const name of locked) needs.set(name, false)
  return needs
}

/** The same for the rows of a table; undefined without conditions. */
export function rowNeeds(
  { engine, ctx, rules }: WriteState,
  table: Field,
  owner: Model,
  record: WholeRecord,
  before: RecordBefore | undefined,
): ((row: Readonly<StoredRow>, stored: Readonly<StoredRow> | null) => Needs) | undefined {
  const part = rules?.tables.get(table.name)
  if (!part || part.conditions.length === 0) return undefined
  const [parent, former] = [valuesOf(record), before && valuesOf(before)]
  const asked = { engine, ctx, owner, rules: part }
  return (row, stored) => {
    const needs = requiredFields({ ...asked, values: row, parent, isNew: stored === null })
    if (!stored || !former) return needs
    for (const name of lockedFields({ ...asked, values: stored, parent: former, isNew: false })) needs.set(name, false)
    return needs
  }
}
