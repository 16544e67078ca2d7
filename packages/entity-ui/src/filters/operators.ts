import { type FieldMeta, unescapeLike } from '@tavla/contract'
import { fieldUi } from '@tavla/fields/ui'

/** The shape of an operator's value: nothing, one, two, several, or the name of a period. */
export type ValueShape = 'none' | 'text' | 'one' | 'range' | 'several' | 'period'

/** An operator as people choose it. */
export interface FilterOperator {
  /** English source text, or a sign that is the same in every language. */
  label: string
  isSign?: true
  shape: ValueShape
  /** The condition with a value; null while the value is not whole. */
  write(value: unknown): readonly [operator: string, value: unknown] | null
  /** The value of a condition with this operator; undefined for a condition with another one. */
  read(operator: string, value: unknown): unknown
}

const isBlank = (value: unknown) => value === null || value === undefined || value === ''

/** A value as text; values of filters are texts and numbers. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** An operator of the API with its value as it is. */
function plain(operator: string, label: string, shape: ValueShape, isSign?: true): FilterOperator {
  return {
    label,
    shape,
    ...(isSign && { isSign }),
    write: (value) => (isBlank(value) ? null : [operator, value]),
    read: (name, value) => (name === operator && !(operator === '=' && isBlank(value)) ? value : undefined),
  }
}

const ofList = (operator: 'in' | 'not in', single: '=' | '!=', label: string): FilterOperator => ({
  label,
  shape: 'several',
  write: (value) => {
    const all = Array.isArray(value) ? (value as unknown[]) : []
    return all.length === 0 ? null : all.length === 1 ? [single, all[0]] : [operator, all]
  },
  read: (name, value) => {
    if (name === single) return isBlank(value) ? undefined : [value]
    if (name !== operator) return undefined
    return Array.isArray(value)
      ? value
      : String(value)
          .split(',')
          .map((part) => part.trim())
  },
})

const between: FilterOperator = {
  label: 'is between',
  shape: 'range',
  write: (value) => (Array.isArray(value) && value.length === 2 && !value.some(isBlank) ? ['between', value] : null),
  read: (name, value) => (name === 'between' && Array.isArray(value) ? value : undefined),
}

/** An operator that compares texts as the search does; it also reads the pattern that older links say it with. */
const folded = (label: string, operator: string, like: 'like' | 'not like', hasStart: boolean): FilterOperator => ({
  label,
  shape: 'text',
  write: (value) => (isBlank(value) ? null : [operator, textOf(value)]),
  read: (name, value) => {
    if (name === operator) return value
    if (name !== like || typeof value !== 'string' || !value.endsWith('%')) return undefined
    if (value.startsWith('%') !== hasStart) return undefined
    return unescapeLike(value.slice(hasStart ? 1 : 0, -1))
  },
})

const contains = folded('contains', 'contains', 'like', true)

const isSet = (label: string, value: 'set' | 'not set'): FilterOperator => ({
  label,
  shape: 'none',
  write: () => ['is', value],
  read: (name, found) => {
    if (name === 'is') return found === value ? null : undefined
    return (name === '=' ? 'not set' : name === '!=' ? 'set' : '') === value && isBlank(found) ? null : undefined
  },
})

const empty = [isSet('is empty', 'not set'), isSet('is not empty', 'set')]

const numbers = [
  plain('=', '=', 'one', true),
  plain('!=', '≠', 'one', true),
  plain('>', '>', 'one', true),
  plain('>=', '≥', 'one', true),
  plain('<', '<', 'one', true),
  plain('<=', '≤', 'one', true),
  between,
  ...empty,
]

const periods = [plain('in period', 'is in', 'period'), plain('not in period', 'is not in', 'period')]
const days = [
  ...periods,
  between,
  plain('=', 'is on', 'one'),
  plain('<', 'is before', 'one'),
  plain('>', 'is after', 'one'),
  ...empty,
]

/** After a day is after its last moment, where moments are stored. */
const afterDay: FilterOperator = {
  label: 'is after',
  shape: 'one',
  write: (value) => (isBlank(value) ? null : ['>', `${textOf(value)} 23:59:59`]),
  read: (name, value) => (name === '>' ? textOf(value).slice(0, 10) : undefined),
}

const operatorsOf: Readonly<Record<FilterKind, readonly FilterOperator[]>> = {
  text: [
    contains,
    folded('does not contain', 'not contains', 'not like', true),
    plain('=', 'is', 'text'),
    plain('!=', 'is not', 'text'),
    folded('starts with', 'starts with', 'like', false),
    ofList('in', '=', 'is any of'),
    ...empty,
  ],
  choice: [ofList('in', '=', 'is any of'), ofList('not in', '!=', 'is none of'), contains, ...empty],
  number: numbers,
  flag: [plain('=', 'is', 'one'), ...empty],
  day: days,
  moment: [...periods, between, plain('<', 'is before', 'one'), afterDay, ...empty],
}

type FilterKind = NonNullable<ReturnType<typeof fieldUi>['filterKind']>

/** The operators of a field, in the words of its type (reference: screens, Filters). */
export const filterOperators = (field: FieldMeta): readonly FilterOperator[] =>
  operatorsOf[fieldUi(field.fieldtype).filterKind ?? 'text']

interface ReadCondition {
  operator: FilterOperator
  value: unknown
}

/** A condition of the API as operator and value; one that this screen has no words for keeps the operator's own. */
export function readCondition(field: FieldMeta, [word, value]: readonly [string, unknown]): ReadCondition {
  const name = word.toLowerCase().trim().replace(/\s+/g, ' ')
  for (const operator of filterOperators(field)) {
    const read = operator.read(name, value)
    if (read !== undefined) return { operator, value: read }
  }
  return { operator: { ...plain(name, word, Array.isArray(value) ? 'range' : 'text', true) }, value }
}
