import { escapeLike } from '@tavla/contract'
import { searchFold } from '@tavla/fields/server'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import type { Condition, Filter } from '../types.ts'
import { isCounted } from './counted.ts'
import { isCondition, isGroup, isOnRows } from './filter-kinds.ts'
import { anyOne, anyRun, patternTokens } from './patterns.ts'

/** "Any of these columns contains the text": a condition that the trigram index can answer, unless the text is short. */
export interface Search {
  columns: readonly string[]
  /** True when these are all columns of the search index. */
  every: boolean
  /** The text, folded as text is stored. */
  text: string
  /** True when the text itself must be contained; otherwise its folding for search is compared. */
  isExact: boolean
  /** The part of the text that the index finds in every matching row: at least three characters, unless it is short. */
  needle: string
  /** The index knows no text of one or two characters: rows are tested one by one. */
  isShort: boolean
}

/** The condition as a search of the columns of the index: a `like`, a `contains`, or the latter in any of several fields. */
export function searchOf(model: Model, filter: Filter): Search | undefined {
  if (isOnRows(filter)) return undefined
  const conditions = isGroup(filter) ? filter.join === 'or' && leavesOf(filter.members) : [filter]
  const [first] = conditions || []
  if (!conditions || !first) return undefined
  const { operator, values } = first
  if (operator !== 'contains' && (operator !== 'like' || conditions.length > 1)) return undefined
  const isExact = operator === 'like'
  const text = isExact ? containedIn(String(values[0])) : String(values[0])
  const needle = text === undefined ? '' : isExact ? keptPart(text) : searchFold(text)
  const isShort = !isLong(needle)
  // A `like` finds a short text by the columns themselves.
  if (text === undefined || needle === '' || (isShort && isExact)) return undefined
  const columns = conditions.map((one) => indexedColumn(model, one.field))
  const isSame = conditions.every((one) => one.operator === operator && one.values[0] === values[0])
  if (!isSame || columns.some((name) => name === undefined)) return undefined
  return {
    columns: columns as string[],
    every: columns.length === model.table.search.length,
    text,
    isExact,
    needle,
    isShort,
  }
}

/** The condition that any of the fields contains the text, as a list search asks it. */
export function containedInAny(fields: readonly Field[], text: string): Filter {
  const condition = (operator: 'contains' | 'like', value: string) => (field: Field) => {
    return { field, operator, values: [value], blank: false }
  }
  const members = fields.map(condition('contains', text))
  // Folding may take a mark off the beginning of the text; a search then tests the rule of `like`, too.
  const isFaithful = keptPart(text) === searchFold(text)
  const exact = isFaithful ? [] : fields.map(condition('like', `%${escapeLike(text)}%`))
  return { join: 'or', members: [...members, ...exact] }
}

const leavesOf = (members: readonly Filter[]): readonly Condition[] | undefined =>
  members.every(isCondition) ? members : undefined

function indexedColumn(model: Model, field: Condition['field']): string | undefined {
  const fold = isCounted(field) ? '' : field.fold
  return model.table.search.includes(fold) ? fold : undefined
}

/** Quotes at the beginning: folding takes them off a text in which they follow a Hebrew letter. */
const leadingQuotes = /^['"`\u00b4\u05f3\u05f4\u2018-\u201f\u2032\u2033]+/
/** Narrow letters of East Asia, whose folding depends on the letter behind them. */
const narrow = /[\uff61-\uffdc]/

/** A part of the folding of every text that contains `text`. */
const keptPart = (text: string) => (narrow.test(text) ? '' : searchFold(text).replace(leadingQuotes, ''))

/** True for a text that the index can find. */
export const isLong = (needle: string) => /^.{3}/su.test(needle)

/** The text of a `%text%` pattern without a further wildcard. */
function containedIn(pattern: string): string | undefined {
  const tokens = patternTokens(pattern)
  const inner = tokens.slice(1, -1)
  if (tokens[0] !== anyRun || tokens.at(-1) !== anyRun) return undefined
  return inner.some((token) => token === anyRun || token === anyOne) ? undefined : inner.join('')
}
