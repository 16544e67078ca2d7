import type { EntityRecord, ListAnswer, ListQuery } from '@tavla/contract'
import type { QueuedChange } from '../waiting.ts'

type Changes = readonly QueuedChange[]

/** The changes of an entity that are shown in its records; a refused one waits as a draft, and one taken back is gone. */
export const shownChanges = (changes: Changes, entity: string): Changes =>
  changes.filter((one) => one.entity === entity && (one.state === 'waiting' || one.state === 'clash'))

/** A record with what was typed into it and is not sent; a row keeps its own few fields. */
export function overRecord(changes: Changes, record: EntityRecord, isRow = false): EntityRecord {
  let shown = record
  for (const { ids, values, titles } of changes) {
    if (!ids.includes(record.id)) continue
    const names = Object.keys(values).filter((name) => !isRow || name in record)
    const { _link_titles: known = {} } = shown
    const others = Object.entries(known).filter(([name]) => !names.includes(name))
    shown = {
      ...shown,
      ...Object.fromEntries(names.map((name) => [name, values[name]])),
      _link_titles: { ...Object.fromEntries(others), ...titles },
    }
  }
  return shown
}

/** A new record, with the changes that were made to it since. */
export function newRecord(changes: Changes, id: string): EntityRecord | undefined {
  const made = changes.find(({ kind, ids }) => kind === 'create' && ids[0] === id)
  return made?.base ? overRecord(changes, made.base) : undefined
}

/** The new records that a list shows above those of the server. */
export function newRecords(changes: Changes, query: ListQuery): EntityRecord[] {
  const gone = deletedIds(changes)
  const made = changes.filter(({ kind, ids }) => kind === 'create' && !gone.has(ids[0] ?? ''))
  return made
    .toReversed()
    .flatMap(({ ids }) => newRecord(changes, ids[0] ?? '') ?? [])
    .filter((record) => isWanted(record, query))
}

/** The query that leaves room for the new records above its page. */
export const queryBelow = (query: ListQuery, made: number): ListQuery =>
  query.limit_start ? { ...query, limit_start: Math.max(0, query.limit_start - made) } : query

/** A page of the list as it will be, once everything is sent. */
export function overPage(changes: Changes, answer: ListAnswer, query: ListQuery): ListAnswer {
  const made = newRecords(changes, query)
  const gone = deletedIds(changes)
  const { limit_start: start = 0, limit_page_length: length = answer.data.length + made.length } = query
  const above = made.slice(start, start + length)
  // The server may have written a new record whose answer has not come: it stands here once, above.
  const madeIds = new Set(made.map(({ id }) => id))
  const read = answer.data.filter(({ id }) => !madeIds.has(id))
  const data = read.filter(({ id }) => !gone.has(id)).map((row) => overRecord(changes, row, true))
  const count = Math.max(0, answer.count - (answer.data.length - read.length) + made.length - gone.size)
  return { ...answer, data: [...above, ...data].slice(0, Math.max(length, above.length)), count, limit_start: start }
}

const deletedIds = (changes: Changes): Set<string> =>
  new Set(changes.flatMap(({ kind, ids }) => (kind === 'delete' ? ids : [])))

/** True if a new record meets the conditions of a list, as far as this side can tell. */
function isWanted(record: EntityRecord, { filters, search = '' }: ListQuery): boolean {
  const every = Object.entries((filters ?? {}) as Record<string, unknown>)
  return every.every(([name, condition]) => meetsCondition(record[name], condition)) && containsText(record, search)
}

/** True if any text of the record contains the text, without regard to accents and points. */
function containsText(record: EntityRecord, text: string): boolean {
  const wanted = withoutMarks(text)
  const texts = Object.entries(record).filter(([name, value]) => typeof value === 'string' && !unsearched.has(name))
  return wanted === '' || texts.some(([, value]) => withoutMarks(value).includes(wanted))
}

const unsearched = new Set(['id', 'owner', 'creation', 'modified', 'modified_by'])

const withoutMarks = (value: unknown) => fold(value).normalize('NFKD').replace(/\p{M}/gu, '')

function meetsCondition(value: unknown, condition: unknown): boolean {
  if (!Array.isArray(condition)) return fold(value) === fold(condition)
  if (Array.isArray(condition[0])) return condition.every((one) => meetsCondition(value, one))
  const [operator, wanted] = condition as [unknown, unknown]
  if (operator === '=') return fold(value) === fold(wanted)
  if (operator === '!=') return fold(value) !== fold(wanted)
  if (operator === 'in') return Array.isArray(wanted) && wanted.some((one) => fold(one) === fold(value))
  return operator === 'like' && fold(value).includes(fold(wanted).replaceAll('%', ''))
}

function fold(value: unknown): string {
  if (value === null || value === undefined) return ''
  return (typeof value === 'string' ? value : JSON.stringify(value)).toLowerCase()
}
