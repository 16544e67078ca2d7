import type { EntityRecord } from '@tavla/contract'
import type { ExportPart } from '../../entity/index.ts'

/** A line of JSON for each record, with its values as a list answers them; links as titles, unless raw. */
export async function* ndjsonOf(
  { fields, tables }: ExportPart,
  pages: AsyncIterable<readonly EntityRecord[]>,
  isRaw: boolean,
): AsyncGenerator<string> {
  const names = [...new Set(['id', ...fields.map(({ name }) => name)])]
  const shown = (record: EntityRecord, among: readonly string[]) => {
    const titles = isRaw ? undefined : record._link_titles
    return Object.fromEntries(among.map((name) => [name, titles?.[name] ?? record[name] ?? null]))
  }
  const lineOf = (record: EntityRecord) => {
    const line: Record<string, unknown> = shown(record, names)
    for (const { field, fields: columns } of tables) {
      const rows = (record[field.name] ?? []) as EntityRecord[]
      const among = columns.map(({ name }) => name)
      line[field.name] = rows.map((row) => shown(row, among))
    }
    return `${JSON.stringify(line)}\n`
  }
  for await (const page of pages) yield page.map(lineOf).join('')
}
