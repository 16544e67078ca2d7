import { createHash } from 'node:crypto'
import { limits } from '@tavla/contract'
import type { IndexSpec } from '../../store/store.ts'
import type { EntityDefinition } from './definition.ts'
import type { Field } from './field.ts'

/** The parts of a compiled entity that determine its table. */
export interface TableParts {
  stored: readonly Field[]
  byName: ReadonlyMap<string, Field>
  sortField: Field
  sortDescending: boolean
  rules: readonly { ifOwner: boolean }[]
  uniqueTogether: readonly (readonly Field[])[]
}

/** An index for each way in which lists filter and sort the records, and for each rule of uniqueness. */
export function recordIndexes(table: string, parts: TableParts, definition: EntityDefinition): IndexSpec[] {
  const { stored, sortField, rules, uniqueTogether } = parts
  const sort = sortField.fold || sortField.column
  const sorted = sortedColumns(parts)
  const counted = stored.filter((field) => field.definition.counted)
  const listed = [...sorted, ...counted.map((field) => ({ name: field.column }))]
  const order = [sort, ...counted.map((field) => field.name)].join(' ')
  const owned = rules.some((rule) => rule.ifOwner)
  // In a list by id, the index that a field leads is the one of its order.
  const isNotLed = (field: Field) => sort !== 'id_fold' || field.fold !== '' || field.system || !leads(field)
  return [
    unique(table, 'id', ['id_fold']),
    { name: indexName('i', table, `sort ${order}`), columns: listed },
    ...(definition.is_log ? [] : stored.filter((field) => leads(field) && field !== sortField)).map((field) => ({
      name: indexName('i', table, `${field.name} ${sort}`),
      columns: [{ name: field.column }, ...sorted],
    })),
    ...furtherOrders(parts, definition)
      .filter(isNotLed)
      .map((field) => ({
        name: indexName('i', table, `order ${field.name}`),
        columns: [{ name: orderColumn(field) }, { name: 'id_fold', descending: field.system }],
      })),
    ...stored.filter(isLookedUp).map((field) => plain(table, field.name, [field.column])),
    ...sumsIndex(table, parts, definition),
    ...(owned ? [{ name: indexName('i', table, `owner ${order}`), columns: [{ name: 'owner' }, ...listed] }] : []),
    ...stored
      .filter((field) => field.meta.unique && isShort(field))
      .map((field) => unique(table, field.name, [field.fold || field.column])),
    ...uniqueTogether.map((fields) =>
      plain(
        table,
        fields.map(({ name }) => name).join(' '),
        fields.map(({ column }) => column),
      ),
    ),
  ]
}

/**
 * The fields in whose order an index yields the records of a list, beside the order of the list: the system times, the
 * title, and the fields with an index of their own (reference: metadata, Field).
 */
function furtherOrders(
  { stored, byName, sortField }: Pick<TableParts, 'stored' | 'byName' | 'sortField'>,
  { type, is_log, title_field }: EntityDefinition,
): Field[] {
  if (type !== 'Document' || is_log) return []
  const times = ['creation', 'modified'].flatMap((name) => byName.get(name) ?? [])
  const named = stored.filter((field) => field.name === title_field || isIndexed(field))
  const used = new Set([orderColumn(sortField), 'id_fold'])
  return [...times, ...named].filter((field) => {
    const column = orderColumn(field)
    const isNew = isShort(field) && !used.has(column)
    used.add(column)
    return isNew
  })
}

/** Numbers, and fields that select records, in the index for sums. */
const maxInSums = 4

/**
 * One narrow index with the numbers of the records and what lists filter them by. Sums over many records read it alone:
 * the rows themselves are ten times as long. Behind the first field stands a time that never changes, so that new
 * records are added at a few places of the index.
 */
function sumsIndex(table: string, { stored, rules }: TableParts, definition: EntityDefinition): IndexSpec[] {
  const { type, is_log } = definition
  const own = stored.filter((field) => !field.isCore && !field.system)
  const numbers = own.filter(({ kind }) => kind === 'integer' || kind === 'decimal').slice(0, maxInSums)
  if (type !== 'Document' || is_log || numbers.length === 0) return []
  const [first, ...more] = own
    .filter((field) => leads(field) && !numbers.includes(field))
    .slice(0, maxInSums)
    .map(({ column }) => column)
  const owner = rules.some((rule) => rule.ifOwner) ? ['owner'] : []
  const columns = [...(first ? [first] : []), 'creation', ...more, ...numbers.map(({ column }) => column), ...owner]
  return [plain(table, `sums ${columns.join(' ')}`, columns)]
}

/** All fields in whose order an index yields the records of a list. */
export function orderedFields(
  parts: Pick<TableParts, 'stored' | 'byName' | 'sortField'>,
  definition: EntityDefinition,
) {
  const fields = [
    parts.byName.get('id'),
    isShort(parts.sortField) && parts.sortField,
    ...furtherOrders(parts, definition),
  ]
  return new Set(fields.filter((field) => field !== undefined && field !== false))
}

const orderColumn = ({ fold, column }: Field) => fold || column

/** Indexes to find rows by their id, by their record in order, and by the records that they link to. */
export function childIndexes(table: string, stored: readonly Field[]): IndexSpec[] {
  return [
    unique(table, 'id', ['id']),
    plain(table, 'parent', ['parent', 'parent_entity', 'parent_field', 'idx']),
    ...stored
      .filter((field) => field.type.links !== undefined)
      .map((field) => plain(table, field.name, [field.column])),
  ]
}

/**
 * The list's order, the sort field always ascending: the list reads the index backwards where it sorts descending. Times
 * grow, so rows are added at the end of the index, where both databases fill their pages; at its front they leave them
 * half empty.
 */
function sortedColumns({ sortField, sortDescending }: TableParts): IndexSpec['columns'] {
  const name = sortField.fold || sortField.column
  if (!isShort(sortField) || name === 'id_fold') return [{ name: 'id_fold' }]
  return [{ name }, { name: 'id_fold', descending: sortDescending }]
}

/**
 * A quick filter, a link or a field with an index selects rows that are then sorted in the list's order: one composite
 * index each.
 */
export function leads(field: Field): boolean {
  return isShort(field) && (field.meta.in_standard_filter === 1 || field.type.links !== undefined || isIndexed(field))
}

/** True for a field to which the person who describes the entity may give an index. */
export const canBeIndexed = (field: Field): boolean => isShort(field) && !field.isCore

/** The person who describes an entity asks for the index of a field; in files of the product it serves lookups alone. */
const isIndexed = ({ definition, isCore }: Field) => definition.index === 1 && !isCore

const isLookedUp = ({ definition, isCore }: Field) => definition.index === 1 && isCore

/** PostgreSQL refuses rows whose indexed values are long, so a field of unlimited length has no index. */
export function isShort({ kind }: Field): boolean {
  return kind !== 'longtext' && kind !== 'json' && kind !== 'secret'
}

const plain = (table: string, purpose: string, columns: readonly string[]): IndexSpec => ({
  name: indexName('i', table, purpose),
  columns: columns.map((name) => ({ name })),
})

const unique = (table: string, purpose: string, columns: readonly string[]): IndexSpec => ({
  name: indexName('u', table, purpose),
  columns: columns.map((name) => ({ name })),
  unique: true,
})

/** The name of an index that serves neither lists nor uniqueness. */
export const indexNameOf = (table: string, purpose: string): string => indexName('i', table, purpose)

/** Names of indexes have at most 63 ASCII characters and depend on their content: a new column list is a new index. */
function indexName(prefix: 'i' | 'u', table: string, purpose: string): string {
  const hash = createHash('sha256').update(purpose).digest('hex').slice(0, 8)
  return `${prefix}_${table}_${hash}`.slice(0, limits.entityNameLength)
}
