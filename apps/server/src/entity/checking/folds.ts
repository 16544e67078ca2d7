import { fold } from '@tavla/fields/server'
import { sql } from '../../store/sql.ts'
import type { Reader, SqlValue } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { column } from '../tables/plan.ts'
import { Findings } from './findings.ts'
import { isParent, type PageRow, pagesOf } from './pages.ts'

/** Folded texts, by which lists search, sort and compare, against the texts. */
export async function checkFolds(engine: Engine): Promise<Findings> {
  const found = new Findings()
  for (const model of engine.models.all().filter(isParent)) {
    for await (const rows of wrongFolds(engine.store, model))
      for (const { id } of rows) found.addFault(`${model.id} ${id}`)
  }
  return found
}

/** A record with a wrong folding, and what its foldings should be, in the order of `foldColumns`. */
export interface WrongFolds {
  rid: number
  id: string
  folds: SqlValue[]
}

/** The columns with foldings, and the columns that they fold. */
export const foldColumns = (model: Model): { name: string; of: string }[] => [
  { name: 'id_fold', of: 'id' },
  ...model.stored.filter((field) => field.fold !== '').map((field) => ({ name: field.fold, of: field.column })),
]

/** The records with a wrong folding, a page at a time. */
export async function* wrongFolds(reader: Reader, model: Model): AsyncGenerator<WrongFolds[]> {
  const pairs = foldColumns(model)
  const columns = [...new Set(['id', ...pairs.flatMap(({ name, of }) => [of, name])])].map(
    (name) => sql`${column(name)}`,
  )
  for await (const page of pagesOf(reader, model, columns)) {
    const wrong = page.filter((row) => pairs.some(({ name, of }) => row[name] !== foldedValue(row, of)))
    if (wrong.length === 0) continue
    yield wrong.map((row) => ({
      rid: Number(row.rid),
      id: String(row.id),
      folds: pairs.map(({ of }) => foldedValue(row, of)),
    }))
  }
}

function foldedValue(row: PageRow, of: string): string | number | null {
  const value = row[of] ?? null
  return typeof value === 'string' ? fold(value) : value
}
