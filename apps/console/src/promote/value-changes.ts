import { textOf } from '@tavla/contract'

type Values = Readonly<Record<string, unknown>>

/** A part of a value that differs. */
export interface ValueChange {
  /** The way to the part: names of properties, and of rows, which are words of their own. */
  path: readonly { name: string; isRow?: boolean }[]
  before: unknown
  after: unknown
}

/** The parts of a value that differ, in the order of the value; rows of a list are the same by their id or name. */
export function valueChanges(before: unknown, after: unknown, path: ValueChange['path'] = []): ValueChange[] {
  if (same(before, after)) return []
  if (areRows(before) && areRows(after) && (before ?? after) != null) return rowChanges(before ?? [], after ?? [], path)
  // Below the value itself, a part that one side lacks is told as a whole.
  const isOpen = path.length === 0 ? isObject(before) || isObject(after) : isObject(before) && isObject(after)
  if (!isOpen) return [{ path, before, after }]
  const [was, is] = [before, after].map((side) => (isObject(side) ? side : {})) as [Values, Values]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .filter((key) => !unseen.has(key))
    .flatMap((key) => valueChanges(was[key], is[key], [...path, { name: key }]))
}

function rowChanges(was: readonly Values[], is: readonly Values[], path: ValueChange['path']): ValueChange[] {
  const [old, present] = [rowsBy(was), rowsBy(is)]
  const changes = [...new Set([...present.keys(), ...old.keys()])].flatMap((key) => {
    const row = present.get(key) ?? old.get(key) ?? {}
    return valueChanges(old.get(key), present.get(key), [...path, { name: rowName(row), isRow: true }])
  })
  const orderOf = (rows: Rows, others: Rows) => [...rows].filter(([key]) => others.has(key))
  const [first, second] = [orderOf(old, present), orderOf(present, old)]
  const isMoved = first.some(([key], index) => key !== second[index]?.[0])
  const names = (rows: [string, Values][]) => rows.map(([, row]) => rowName(row)).join('\n')
  return isMoved ? [...changes, { path, before: names(first), after: names(second) }] : changes
}

type Rows = ReadonlyMap<string, Values>

const rowsBy = (rows: readonly Values[]): Rows => new Map(rows.map((row) => [keyOf(row), row]))

/** The properties of a row apart from its names; of another value, it alone. */
export function partsOf(value: unknown): { name?: string; value: unknown }[] {
  if (!isObject(value)) return [{ value }]
  return Object.entries(value)
    .filter(([name]) => !unseen.has(name) && !naming.includes(name))
    .map(([name, part]) => ({ name, value: part }))
}

const naming: readonly string[] = ['label', 'title', 'fieldname', 'role', 'name']
const unseen: ReadonlySet<string> = new Set(['id', 'idx'])

const isObject = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const areRows = (value: unknown): value is readonly Values[] | null | undefined =>
  value == null || (Array.isArray(value) && value.every(isObject))
const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
const keyOf = (row: Values) => textOf(row.id ?? row.fieldname) || JSON.stringify(row)

const rowName = (row: Values): string => firstText(row, [...naming, 'id'])

/** The first of these properties that holds a text; an empty one if none does. */
export const firstText = (values: Values, names: readonly string[]): string =>
  names.map((name) => textOf(values[name])).find((text) => text !== '') ?? ''
