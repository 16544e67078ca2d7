import { type EntityRecord, limits } from '@tavla/contract'
import type { StoreContext } from './context.ts'
import { pageQuery } from './list-query.ts'
import type { EntityState } from './state.ts'

/** Reads so many records of a list from a place on, and leaves the list as it is; throws ApiError. */
export async function readRows(
  { entities }: Pick<StoreContext, 'entities'>,
  state: EntityState,
  start: number,
  count: number,
): Promise<readonly EntityRecord[]> {
  const rows: EntityRecord[] = []
  while (rows.length < count) {
    const length = Math.min(count - rows.length, limits.pageCap)
    const { data } = await entities.list(state.entity, pageQuery(state, start + rows.length, length))
    rows.push(...data)
    if (data.length < length) break
  }
  return rows
}
