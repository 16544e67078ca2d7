import { type Sql, sql } from '../../../store/sql.ts'
import type { Reader } from '../../../store/store.ts'
import type { Engine } from '../../engine.ts'
import type { Model } from '../../model/model.ts'
import type { Slot } from '../../tables/plan.ts'
import { sizeOf } from '../../tables/sizes.ts'
import { isSearched } from '../search.ts'
import type { WhereClause } from '../where.ts'

/** The rows up to the middle of a table, or those beyond it. */
export type Half = 'older' | 'newer'

export const halves: readonly Half[] = ['older', 'newer']

/**
 * The `rid` up to which one reader reads a large table while another reads the rest; undefined where one reads it all.
 * A search would ask its index for both halves.
 */
export async function middleOf(
  engine: Engine,
  { model, where, reader }: { model: Model; where: WhereClause; reader: Reader },
): Promise<number | undefined> {
  if (!engine.store.dialect.isSerial || reader === engine.store || isSearched(where)) return undefined
  return Math.floor((await sizeOf(engine, model)) / 2)
}

export const isIn = (half: Half, middle: Slot): Sql<boolean> =>
  half === 'older' ? sql`rid <= ${middle}` : sql`rid > ${middle}`
