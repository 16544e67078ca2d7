import { sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import { fieldKey } from '../../model/field.ts'
import type { Model } from '../../model/model.ts'
import { Plan, Slot } from '../../tables/plan.ts'
import type { KeptPart } from './kept.ts'

const a = new Slot(0)
const b = new Slot(1)
const c = new Slot(2)

/** The statements on the content of the trash. */
export const trashTables = {
  addContent: new Plan(
    sql`insert into trash_content (item, kind, table_name, data) values (${a}, ${b}, ${c}, ${new Slot(3)})`,
  ),
  addKey: new Plan(
    sql`insert into trash_key (item, table_name, record, field, value)
      values (${a}, ${b}, ${c}, ${new Slot(3)}, ${new Slot(4)})`,
  ),
  addSecret: new Plan(sql`insert into trash_secret (id, item, value) values (${a}, ${b}, ${c})`),
  contentOf: new Plan(sql`select data from trash_content where item = ${a} order by rid`),
  secretsOf: new Plan(sql`select id, value from trash_secret where item = ${a}`),
  keyed: new Plan(
    sql`select item, record from trash_key where value = ${a} and field = ${b} and table_name = ${c} limit 1`,
  ),
  keptValue: new Plan(sql`select value from trash_key where item = ${a} and record = ${b} and field = ${c}`),
  keyedPairs: new Plan(
    sql`select one.item as item, one.value as value, other.value as other from trash_key one
      left join trash_key other on other.item = one.item and other.record = one.record and other.field = ${c}
      where one.table_name = ${a} and one.field = ${b} order by one.item, one.record`,
  ),
  /** In the order in which they are run. */
  forget: [
    new Plan(sql`delete from trash_key where item = ${a}`),
    new Plan(sql`delete from trash_secret where item = ${a}`),
    new Plan(sql`delete from trash_content where item = ${a}`),
  ],
} as const

/** The content of a Trash Item, in the order in which it was deleted. */
export async function contentOf(reader: Reader, item: string): Promise<KeptPart[]> {
  const rows = await reader.all<{ data: string }>(trashTables.contentOf.with([item]))
  return rows.map(({ data }) => JSON.parse(data) as KeptPart)
}

/**
 * The value of field `wanted` of a record of `entity` in the trash whose field `by` has this value. Both must be among
 * the fields by which its behaviour finds records in the trash.
 */
export async function valueInTrash(
  engine: Engine,
  reader: Reader,
  entity: string,
  [by, value]: readonly [by: string, value: string],
  wanted: string = by,
): Promise<string | undefined> {
  const model = engine.models.require(entity)
  const [key, other] = [by, wanted].map((name) => keyOf(model, name))
  const { keyed, keptValue } = trashTables
  const found = await reader.get<{ item: string; record: string }>(keyed.with([value, key, model.table.name]))
  if (!found) return undefined
  const row = await reader.get<{ value: string }>(keptValue.with([found.item, found.record, other]))
  return row?.value
}

/** A record in the trash, by the values of two of the fields by which its behaviour finds it there. */
interface KeyedRecord {
  item: string
  value: string
  other: string | null
}

/** All records of `entity` in the trash that have a value in `field`. */
export function allInTrash(engine: Engine, entity: string, field: string, other: string): Promise<KeyedRecord[]> {
  const model = engine.models.require(entity)
  const values = [model.table.name, keyOf(model, field), keyOf(model, other)]
  return engine.store.all<KeyedRecord>(trashTables.keyedPairs.with(values))
}

function keyOf(model: Model, name: string): string {
  const field = model.byName.get(name)
  if (!field) throw new Error(`${model.id} stores no field ${name}`)
  return fieldKey(field)
}
