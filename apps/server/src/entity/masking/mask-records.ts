import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { ColumnSpec, SqlValue } from '../../store/store.ts'
import { type PageRow, pagesOf } from '../checking/pages.ts'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { systemContext } from '../people/actors.ts'
import { column } from '../tables/plan.ts'
import { type Recalculated, recalculateBlock } from '../writing/recalculate.ts'
import type { Masks } from './masks.ts'
import { type PersonalField, personalFields } from './personal-fields.ts'

/** The new value of a stored one; the same for one that stays. */
type Change = (field: Field, value: string) => string | null

/**
 * Replaces the values of personal fields. Files become `placeholder`. The caller has the copy to itself, so the engine
 * neither records nor announces the change.
 */
export async function maskPersonal(engine: Engine, masks: Masks, placeholder: string): Promise<void> {
  const fields = personalFields(engine)
  for (const isName of [true, false]) {
    for (const [model, ofModel] of byModel(fields.filter((one) => one.isName === isName))) {
      await changeValues(engine, model, ofModel, (field, value) => {
        if (field.kind === 'file') return placeholder
        return field.kind === 'date' || field.kind === 'datetime' ? masks.moment(value) : masks.text(value, isName)
      })
    }
  }
}

/** Replaces the addresses of files in all fields of files, and in texts; undefined leaves one as it is. */
export async function replaceFileAddresses(
  engine: Engine,
  newOf: (address: string) => string | undefined,
): Promise<void> {
  for (const model of engine.models.all()) {
    const fields = model.stored.filter(({ kind }) => kind === 'file' || kind === 'longtext' || kind === 'json')
    await changeValues(engine, model, fields, (field, value) =>
      field.kind === 'file'
        ? (newOf(value) ?? value)
        : value.replace(/\/(?:private\/)?files\/[^\s"'<>()\\?#]+/g, (address) => newOf(address) ?? address),
    )
  }
}

/** Works out anew what formulas and roll-ups made of former values. */
export async function recalculateAll(engine: Engine): Promise<void> {
  const ctx = systemContext(engine)
  for (const { table } of engine.models.all()) {
    for (let after: number | undefined = 0; after !== undefined; ) {
      const done: Recalculated = await recalculateBlock(engine, ctx, table.name, { after, size: 200 }, async () => {})
      after = done.next
    }
  }
}

/** Makes all search indexes anew, so that no part of a former text stays. */
export async function remakeSearches({ store, models }: Engine): Promise<void> {
  for (const { table } of models.all()) {
    if (table.search.length > 0) await store.writeAlone((tx) => store.dialect.repairSearch(tx, table))
  }
}

/** The addresses of all files in personal fields. */
export async function personalFileAddresses(engine: Engine): Promise<Set<string>> {
  const found = new Set<string>()
  for (const { model, field } of personalFields(engine).filter((one) => one.field.kind === 'file')) {
    for await (const page of pagesOf(engine.store, model, [sql`${column(field.column)}`])) {
      for (const row of page) if (row[field.column]) found.add(String(row[field.column]))
    }
  }
  return found
}

async function changeValues(engine: Engine, model: Model, fields: readonly Field[], change: Change): Promise<void> {
  if (fields.length === 0) return
  const { store } = engine
  const columns: ColumnSpec[] = fields.flatMap((field) => [
    { name: field.column, kind: field.kind as ColumnSpec['kind'] },
    ...(field.fold === '' ? [] : [{ name: field.fold, kind: 'longtext' as const }]),
  ])
  const asked = fields.map((field) => sql`${column(field.column)}`)
  for await (const page of pagesOf(store, model, asked)) {
    const rows = page.flatMap((row) => changedRow(fields, row, change) ?? [])
    if (rows.length > 0) await store.write((tx) => store.dialect.setRows(tx, model.table.name, columns, rows))
  }
}

/** The row's number and its new values; undefined when all stay. */
function changedRow(fields: readonly Field[], row: PageRow, change: Change): [SqlValue[]] | undefined {
  let isChanged = false
  const values = fields.flatMap((field): SqlValue[] => {
    const before = row[field.column] ?? null
    const after = typeof before === 'string' && before !== '' ? change(field, before) : before
    isChanged ||= after !== before
    return field.fold === '' ? [after] : [after, typeof after === 'string' ? fold(after) : after]
  })
  return isChanged ? [[Number(row.rid), ...values]] : undefined
}

function byModel(fields: readonly PersonalField[]): Map<Model, Field[]> {
  const found = new Map<Model, Field[]>()
  for (const { model, field } of fields) found.set(model, [...(found.get(model) ?? []), field])
  return found
}
