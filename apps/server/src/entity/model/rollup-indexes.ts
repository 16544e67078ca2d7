import type { Rollup } from '@tavla/contract'
import type { IndexSpec } from '../../store/store.ts'
import type { EntityDefinition } from './definition.ts'
import type { Field } from './field.ts'
import { namesInFilters } from './filter-names.ts'
import type { Model } from './model.ts'
import { readPath } from './rollup.ts'
import { indexNameOf, isShort } from './table-indexes.ts'

/** A roll-up over an entity, and the child entity through whose rows its records link, if any. */
export interface RolledUp {
  rollup: Rollup
  source: string
  rows: string | undefined
}

/** All roll-ups of these definitions by the entities that they look at: records, and rows of tables. */
export function rolledUpBy(definitions: Iterable<EntityDefinition>): Map<string, RolledUp[]> {
  const byId = new Map<string, EntityDefinition>()
  for (const definition of definitions) byId.set(definition.id, definition)
  const found = new Map<string, RolledUp[]>()
  for (const { fields } of byId.values()) {
    for (const { rollup } of fields) {
      const source = rollup && byId.get(rollup.entity)
      if (!rollup || !source) continue
      const table = readPath(rollup.link)?.table
      const rows = table === undefined ? undefined : source.fields.find(({ fieldname }) => fieldname === table)?.options
      const one = { rollup, source: source.id, rows }
      for (const id of new Set([source.id, ...(rows === undefined ? [] : [rows])])) {
        found.set(id, [...(found.get(id) ?? []), one])
      }
    }
  }
  return found
}

/** The entity with an index for each roll-up that looks at its records or rows. */
export function withRollupIndexes(model: Model, rolledUp: readonly RolledUp[] = []): Model {
  const indexes = new Map(model.table.indexes.map((index) => [index.name, index]))
  for (const one of rolledUp) for (const index of indexesFor(model, one)) indexes.set(index.name, index)
  if (indexes.size === model.table.indexes.length) return model
  return { ...model, table: { ...model.table, indexes: [...indexes.values()] } }
}

/**
 * From the link to what is reckoned, so that the index alone answers. Where rows link, their records are found by id, and
 * the rows by their link.
 */
function indexesFor(model: Model, { rollup, source, rows }: RolledUp): IndexSpec[] {
  const link = readPath(rollup.link)
  const value = rollup.field === null ? undefined : readPath(rollup.field)
  if (!link) return []
  const valueAt = (isOfRows: boolean) => ((value?.table !== undefined) === isOfRows && value ? [value.name] : [])
  const indexes: IndexSpec[] = []
  if (model.id === rows) {
    indexes.push(...indexOf(model, [link.name], ['parent_field', 'parent'], valueAt(true)))
  }
  if (model.id !== source) return indexes
  const isField = (name: string) => model.byName.has(name)
  const filters = namesInFilters(rollup.filters, source, isField).filter(isField)
  const first = link.table === undefined ? [link.name] : ['id']
  const newest = rollup.kind === 'latest' ? ['creation', 'id'] : []
  return [
    ...indexes,
    ...indexOf(
      model,
      first,
      newest.filter((name) => !first.includes(name)),
      [...valueAt(false), ...filters],
    ),
  ]
}

/** An index on system columns and fields; values that are too long for one are left out of it. */
function indexOf({ table, byName, kind }: Model, first: string[], then: string[], more: string[]): IndexSpec[] {
  const columnOf = (name: string) => {
    const field: Field | undefined = byName.get(name)
    if (field) return field.column !== '' && isShort(field) ? [field.column] : []
    return kind === 'Table' ? [name] : []
  }
  const columns = shortEnough(table, [...new Set([...first, ...then, ...more].flatMap(columnOf))])
  const leading = first.flatMap(columnOf)
  if (leading.length === 0) return []
  return [{ name: indexNameOf(table.name, `rollup ${columns.join(' ')}`), columns: columns.map((name) => ({ name })) }]
}

/** PostgreSQL refuses a row whose texts in an index are long together. */
const [mostTexts, mostColumns] = [4, 12]

function shortEnough(table: Model['table'], names: readonly string[]): string[] {
  const texts = names.filter((name) => table.columns.find((one) => one.name === name)?.kind === 'text')
  const left = new Set(texts.slice(mostTexts))
  return names.filter((name) => !left.has(name)).slice(0, mostColumns)
}
