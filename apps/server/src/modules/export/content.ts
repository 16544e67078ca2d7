import { Readable } from 'node:stream'
import type { EntityRecord } from '@tavla/contract'
import { dictionaryWithin, translate } from '@tavla/i18n'
import type { ExportTable } from '../../entity/index.ts'
import { type Column, columnsOf, type FileReader } from './columns.ts'
import { csvOf } from './csv.ts'
import { ndjsonOf } from './ndjson.ts'
import { type ExportSource, pagesOf } from './pages.ts'
import type { Sheet } from './xlsx/sheet.ts'
import { workbookStream } from './xlsx/workbook.ts'

export const mimes = {
  csv: 'text/csv; charset=utf-8',
  ndjson: 'application/x-ndjson; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const

/** The bytes of an export, made as they are read (reference: http-api, Export). */
export function contentOf(source: ExportSource, reader: FileReader): Readable {
  const { fields, tables, query } = source.plan
  const { format = 'xlsx', delimiter = ',' } = query
  if (format === 'xlsx') return workbookStream(sheetsOf(source, reader), reader.language === 'he')
  const columns = columnsOf(fields, within(reader, source.plan.model.id))
  const texts =
    format === 'csv'
      ? csvOf(columns, pagesOf(source, { fields, tables: [] }), delimiter)
      : ndjsonOf({ fields, tables }, pagesOf(source), reader.isRaw)
  return Readable.from(texts, { objectMode: false })
}

/** The reader of the texts of one entity. */
const within = (reader: FileReader, entity: string): FileReader => ({
  ...reader,
  dictionary: dictionaryWithin(reader.dictionary, entity),
})

/** A row of a sheet: a record, or a row of one of its tables with its record. */
interface SheetRow {
  record: EntityRecord
  row: EntityRecord
}

/** The records, and a sheet for each table, whose rows name their record. */
function sheetsOf(source: ExportSource, reader: FileReader): Sheet<SheetRow>[] {
  const { model, fields, tables } = source.plan
  const own = within(reader, model.id)
  const say = (text: string, context?: string) => translate(own.dictionary, text, undefined, own.language, context)
  const main: Sheet<SheetRow> = {
    name: say(model.id),
    columns: columnsOf(fields, own).map(ofRow),
    pages: recordsOf(source),
  }
  const id = model.byName.get('id')
  const title = model.titleField?.name === 'id' ? undefined : fields.find(({ name }) => name === model.titleField?.name)
  const naming = [id, title].flatMap((field) => field ?? [])
  return [
    main,
    ...tables.map((table) => ({
      name: say(table.field.rule.label, table.field.name),
      columns: [
        ...columnsOf(naming, own).map(ofRecord),
        ...columnsOf(table.fields, within(reader, table.field.rule.options ?? '')).map(ofRow),
      ],
      pages: rowsOf(source, table, title ? [title] : []),
    })),
  ]
}

const ofRow = (column: Column): Column<SheetRow> => ({ ...column, value: ({ row }) => column.value(row) })
const ofRecord = (column: Column): Column<SheetRow> => ({ ...column, value: ({ record }) => column.value(record) })

async function* recordsOf(source: ExportSource): AsyncGenerator<SheetRow[]> {
  const { fields } = source.plan
  for await (const page of pagesOf(source, { fields, tables: [] })) yield page.map((row) => ({ record: row, row }))
}

async function* rowsOf(
  source: ExportSource,
  table: ExportTable,
  fields: ExportSource['plan']['fields'],
): AsyncGenerator<SheetRow[]> {
  for await (const page of pagesOf({ ...source, onRead: () => {} }, { fields, tables: [table] })) {
    yield page.flatMap((record) => {
      const rows = (record[table.field.name] ?? []) as EntityRecord[]
      return rows.map((row) => ({ record, row }))
    })
  }
}
