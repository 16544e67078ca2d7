import type { ColumnSpec, TableSpec } from '../../store/store.ts'
import type { EntityDefinition } from './definition.ts'
import type { Field } from './field.ts'
import { childIndexes, recordIndexes, type TableParts } from './table-indexes.ts'

/** The table of an entity with records of its own. */
export function recordTable(name: string, parts: TableParts, definition: EntityDefinition): TableSpec {
  return {
    name,
    columns: [
      text('id', true),
      text('id_fold', true),
      text('owner'),
      ...(['creation', 'modified', 'modified_by'] as const)
        .filter((name) => !definition.same_as?.[name])
        .map((name) => text(name)),
      ...dataColumns(parts.stored),
      ...(definition.server_columns ?? []).map((column) => ({ name: column, kind: 'longtext' as const })),
    ],
    indexes: recordIndexes(name, parts, definition),
    search: hasSearchIndex(definition)
      ? ['id_fold', ...parts.stored.filter((field) => isSearched(field, definition)).map((field) => field.fold)]
      : [],
  }
}

/** The table of a child entity, whose rows belong to records of other entities. */
export function childTable(name: string, stored: readonly Field[]): TableSpec {
  return {
    name,
    columns: [
      text('id', true),
      { name: 'idx', kind: 'integer' },
      text('parent', true),
      text('parent_entity', true),
      text('parent_field', true),
      ...dataColumns(stored),
    ],
    indexes: childIndexes(name, stored),
    search: [],
  }
}

const text = (name: string, notNull = false): ColumnSpec => ({ name, kind: 'text', notNull })

function dataColumns(fields: readonly Field[]): ColumnSpec[] {
  return fields.flatMap((field) => {
    const column: ColumnSpec = { name: field.column, kind: field.kind as ColumnSpec['kind'] }
    return field.fold ? [column, { name: field.fold, kind: 'longtext' as const }] : [column]
  })
}

/** Lists search the fields of some types; the search over all entities looks at title and search fields, too. */
function isSearched({ name, fold, type, definition: field }: Field, { title_field, search_fields }: EntityDefinition) {
  if (type.searchable) return true
  return fold !== '' && (field.searched === 1 || name === title_field || search_fields?.includes(name) === true)
}

/** Built-in entities request the search index; every other entity has it. */
function hasSearchIndex(definition: EntityDefinition): boolean {
  if (definition.type !== 'Document' || definition.is_log) return false
  return definition.app_name !== 'platform' || definition.search_index === true
}
