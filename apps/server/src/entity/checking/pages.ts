import { type Sql, sql } from '../../store/sql.ts'
import type { Reader } from '../../store/store.ts'
import type { Model } from '../model/model.ts'
import { column } from '../tables/plan.ts'

const pageSize = 1_000

/** A row of an entity's table: the asked columns under their names, and `rid`. */
export type PageRow = Record<string, string | number | null>

/** The rows of an entity in the order in which they were made, a page at a time. */
export async function* pagesOf(reader: Reader, model: Model, columns: readonly Sql[]): AsyncGenerator<PageRow[]> {
  for (let after = 0; ; ) {
    const page = await reader.all<PageRow>(
      sql`select rid, ${sql.join(columns)} from ${sql.table(model.table.name)}
        where rid > ${after} order by rid limit ${sql.lit(pageSize)}`,
    )
    if (page.length > 0) yield page
    if (page.length < pageSize) return
    after = Number(page.at(-1)?.rid)
  }
}

/** The columns of a record, under the names of its fields. */
export const recordColumns = (model: Model): Sql[] =>
  [...model.byName.values()]
    .filter(({ kind }) => kind !== 'table')
    .map((field) => sql`${column(field.column)} as ${sql.id(field.name)}`)

/** Entities with records of their own. */
export const isParent = (model: Model) => model.kind !== 'Table'
