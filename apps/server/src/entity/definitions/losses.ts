import { sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { column, Plans, Slot } from '../tables/plan.ts'
import type { StoredRow } from '../tables/rows.ts'
import { type Conversion, type ConvertedValue, conversionOf } from './convert.ts'
import { type Fault, faultAt } from './faults.ts'
import type { FormerColumn } from './former-columns.ts'
import { type LossCheck, type Losses, scanLosses } from './loss-scan.ts'
import type { FieldChange } from './plan.ts'

const mimePlans = new Plans()

export interface Effects extends Losses {
  /** The reasons why changes are refused, each at the row of its field. */
  refused: Fault[]
}

/**
 * The effects of the changes on the stored records; changes nothing. `formers` are the columns of former values that come
 * back, by fieldname.
 */
export async function effectsOf(
  engine: Engine,
  reader: Reader,
  model: Model,
  fields: readonly StoredRow[],
  changes: readonly FieldChange[],
  formers: ReadonlyMap<string, FormerColumn> = new Map(),
): Promise<Effects> {
  const refused: Fault[] = []
  const checks: LossCheck[] = []
  for (const change of changes) {
    const field = change.kind === 'add' ? undefined : model.byName.get(formerName(change))
    if (change.kind === 'add' || change.kind === 'rename' || !field) continue
    if (isImpossible(engine, change)) {
      const args = [change.fieldname, String(change.was.fieldtype), String(change.row.fieldtype)]
      const message = { text: '{0} cannot be changed from {1} to {2}', args }
      refused.push(faultAt('fields', fields.indexOf(change.row), 'fieldtype', message))
      continue
    }
    const isLost = lossTest(engine, reader, field, change)
    if (isLost) checks.push({ field, isLost, made: formers.get(change.fieldname)?.made })
  }
  return { ...(await scanLosses(engine, reader, model, checks)), refused }
}

/** The conversion of the field's stored values to its new type. */
export function conversionFor(engine: Engine, was: StoredRow, row: StoredRow): Conversion {
  const from = engine.types.get(String(was.fieldtype))
  const to = engine.types.get(String(row.fieldtype))
  if (!from || !to) return { rule: 'no' }
  const rule = {
    fieldname: String(row.fieldname),
    label: String(row.label),
    fieldtype: String(row.fieldtype),
    options: row.options === null || row.options === undefined ? null : String(row.options),
  }
  return conversionOf(from, { type: to, rule }, { toWallClock: (instant) => engine.clock.instantToWall(instant) })
}

const formerName = (change: Exclude<FieldChange, { kind: 'add' }>) =>
  change.kind === 'rename' ? change.from : String(change.was.fieldname)

type ValueChange = Exclude<FieldChange, { kind: 'add' | 'rename' }>

const isImpossible = (engine: Engine, change: ValueChange): change is Extract<FieldChange, { kind: 'retype' }> =>
  change.kind === 'retype' && conversionFor(engine, change.was, change.row).rule === 'no'

/** A test for values that the change loses; undefined when it loses none. */
function lossTest(engine: Engine, reader: Reader, field: Field, change: ValueChange): LossCheck['isLost'] | undefined {
  if (change.kind === 'remove') return (value) => value !== 0
  if (change.kind === 'retarget') {
    if (field.kind === 'table') return () => true
    const { row } = change
    return isLink(engine, row) ? async (value) => !(await targetExists(engine, reader, row, value)) : undefined
  }
  const { rule } = conversionFor(engine, change.was, change.row)
  if (rule === 'free' && !isLink(engine, change.row)) return undefined
  const convert = converterFor(engine, reader, change.was, change.row)
  return async (value) => (await convert(value)).lost
}

/** Converts a stored value to its new type; used both to count losses and to apply the change. */
export function converterFor(
  engine: Engine,
  reader: Reader,
  was: StoredRow,
  row: StoredRow,
): (value: string | number) => Promise<ConvertedValue> {
  const retyped = was.fieldtype !== row.fieldtype
  const conversion = retyped ? conversionFor(engine, was, row) : undefined
  const convert =
    conversion && conversion.rule !== 'no' ? conversion.convert : (value: string | number) => ({ value, lost: false })
  return async (stored) => {
    const converted = convert(stored)
    const fits =
      converted.value === null ||
      (isLink(engine, row)
        ? await targetExists(engine, reader, row, converted.value)
        : !retyped || !holdsPictures(engine, row) || (await isImage(engine, reader, String(converted.value))))
    return fits ? converted : { value: null, lost: true }
  }
}

/** True for a field whose values are ids of the entity in its options. */
export function isLink(engine: Engine, { fieldtype }: StoredRow): boolean {
  return engine.types.get(String(fieldtype))?.links === 'options'
}

function holdsPictures(engine: Engine, { fieldtype }: StoredRow): boolean {
  return engine.types.get(String(fieldtype))?.onlyPictures === true
}

/** A Link's value is lost when the new target has no such record. */
async function targetExists(engine: Engine, reader: Reader, row: StoredRow, value: string | number): Promise<boolean> {
  const target = engine.models.get(String(row.options ?? ''))
  return target !== undefined && (await engine.rows(target).exists(reader, String(value)))
}

/** Decides by the file's record; an external address only has its extension. */
async function isImage(engine: Engine, reader: Reader, url: string): Promise<boolean> {
  const files = engine.models.get('File')
  const [address, mime] = [files?.byName.get('file_url'), files?.byName.get('mime_type')]
  if (files && address && mime) {
    const plan = mimePlans.of(engine, '', () => {
      const table = sql.table(files.table.name)
      const mimeType = sql`select ${column(mime.column)} as type from ${table}`
      return sql`${mimeType} where ${column(address.column)} = ${new Slot(0)} limit 1`
    })
    const file = await reader.get<{ type: string | null }>(plan.with([url]))
    if (file?.type) return file.type.startsWith('image/')
  }
  return /\.(?:png|jpe?g|gif|webp|avif|svg|bmp)$/i.test(url.replace(/[?#].*$/, ''))
}
