import type { EntityRecord, ListAnswer } from '@tavla/contract'

/** Maximum number of rows of one list that are kept. */
export const keptRows = 500

/** A list with a page that was read: from its top it begins anew, and further pages follow on without a gap. */
export function withPage(former: ListAnswer | undefined, start: number, page: ListAnswer): ListAnswer | undefined {
  if (start === 0) return { ...page, data: page.data.slice(0, keptRows) }
  if (!former || start > former.data.length) return undefined
  const ids = new Set(page.data.map((row) => row.id))
  const before = former.data.slice(0, start).filter((row) => !ids.has(row.id))
  const after = former.data.slice(start + page.data.length).filter((row) => !ids.has(row.id))
  return { ...former, count: page.count, data: [...before, ...page.data, ...after].slice(0, keptRows) }
}

/** A page of a kept list; undefined where its rows are not kept. */
export function pageOf(list: ListAnswer, start: number, length: number): ListAnswer | undefined {
  if (start > 0 && start >= list.data.length && start < list.count) return undefined
  return { ...list, limit_start: start, limit_page_length: length, data: list.data.slice(start, start + length) }
}

/** A list with the newer values of a record; undefined when nothing changes. */
export function withRecord(list: ListAnswer, record: EntityRecord): ListAnswer | undefined {
  const former = list.data.find(({ id }) => id === record.id)
  if (!former || former.modified === record.modified) return undefined
  const names = Object.keys(former).filter((name) => name in record)
  const row: EntityRecord = { ...former, ...Object.fromEntries(names.map((name) => [name, record[name]])) }
  return { ...list, data: list.data.map((one) => (one === former ? row : one)) }
}

/** A list without a record; undefined when it was not there. */
export function withoutRecord(list: ListAnswer, id: string): ListAnswer | undefined {
  const data = list.data.filter((row) => row.id !== id)
  return data.length === list.data.length ? undefined : { ...list, count: list.count - 1, data }
}
