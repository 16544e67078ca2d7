import { Problem } from '@tavla/contract'
import type { Engine, StoredRow } from '../../../entity/index.ts'
import { column } from '../../../entity/plan.ts'
import { findVisible } from '../../../entity/read.ts'
import type { Context } from '../../../entity/types.ts'
import { allRows } from '../../../outbox/system-sql.ts'
import { sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'

/** The File behind an address that this person may see; of several that share the bytes, the oldest. */
export async function fileOf(
  { engine, ctx, tx }: { engine: Engine; ctx: Context; tx: Reader },
  url: string,
): Promise<StoredRow | undefined> {
  const model = engine.models.require('File')
  const table = sql.table(model.table.name)
  const rows = await allRows(
    tx,
    sql<{ id: string }>`select id from ${table} where ${column('c_file_url')} = ${url} order by rid limit 20`,
  )
  for (const { id } of rows) {
    const file = await findVisible(engine, ctx, model, id, tx).catch((error: unknown) => {
      if (error instanceof Problem) return undefined
      throw error
    })
    if (file) return file
  }
  return undefined
}
