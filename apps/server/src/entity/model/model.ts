import type { FieldTypeServer } from '@tavla/fields/server'
import type { TableSpec } from '../../store/store.ts'
import type { EntityDefinition } from './definition.ts'
import { compileField, type Field, systemFields } from './field.ts'
import { orderedFields } from './table-indexes.ts'
import { childTable, recordTable } from './table-spec.ts'

export interface Rule {
  role: string
  permlevel: 0 | 1
  ifOwner: boolean
  read: boolean
  write: boolean
  create: boolean
  delete: boolean
}

/** A compiled entity type: built once when its definition changes, never per request. */
export interface Model {
  readonly id: string
  readonly module: string
  readonly app: string
  readonly kind: 'Document' | 'Settings' | 'Table'
  readonly definition: EntityDefinition
  readonly version: number
  /** All data fields in order, including Table fields. */
  readonly fields: readonly Field[]
  /** Data fields with a column. */
  readonly stored: readonly Field[]
  readonly tables: readonly Field[]
  readonly byName: ReadonlyMap<string, Field>
  readonly links: readonly Field[]
  readonly titleField: Field | undefined
  readonly imageField: Field | undefined
  readonly searchFields: readonly Field[]
  readonly sortField: Field
  readonly sortDescending: boolean
  /** Fields in whose order an index yields the records. */
  readonly ordered: ReadonlySet<Field>
  readonly rules: readonly Rule[]
  readonly hasCommunication: boolean
  /** People write notes about its records. */
  readonly hasNotes: boolean
  /** The Select whose value follows the transitions (reference: transitions, Rules). */
  readonly stateField: Field | undefined
  readonly trackChanges: boolean
  /** Deleted records go to the trash. */
  readonly hasTrash: boolean
  /** Only the server writes it. */
  readonly readOnly: boolean
  readonly table: TableSpec
  readonly uniqueTogether: readonly (readonly Field[])[]
}

/** @throws Error when a field's type is unknown; definitions are checked before they are compiled */
export function compileModel(
  definition: EntityDefinition,
  tableName: string,
  version: number,
  types: ReadonlyMap<string, FieldTypeServer>,
): Model {
  const kind = definition.type
  // Table rows are never searched on their own, and a log is written far more often than searched.
  const folds = kind !== 'Table' && !definition.is_log
  const fields = definition.fields.map((field, index) => compileField(field, index + 1, folds, types))
  const system = kind === 'Table' ? [] : systemFields(types, definition.same_as)
  const byName = new Map([...system, ...fields].map((field) => [field.name, field]))
  const stored = fields.filter((field) => field.kind !== 'table' && !field.system)
  const named = (name: string | undefined | null) => (name ? byName.get(name) : undefined)
  // Rows of a table stand in their own order, so a child entity may have no field yet.
  const sortField = named(definition.sort_field) ?? named('modified') ?? fields[0] ?? (systemFields(types)[0] as Field)
  const partial = {
    id: definition.id,
    kind,
    stored,
    byName,
    sortField,
    sortDescending: (definition.sort_order ?? 'DESC') === 'DESC',
    rules: (definition.permissions ?? []).map(compileRule),
    uniqueTogether: (definition.unique_together ?? []).map((names) => names.flatMap((name) => byName.get(name) ?? [])),
  }
  return {
    ...partial,
    ordered: orderedFields(partial, definition),
    module: definition.module,
    app: definition.app_name,
    definition,
    version,
    fields,
    tables: fields.filter((field) => field.kind === 'table'),
    links: stored.filter((field) => field.type.links !== undefined),
    titleField: named(definition.title_field),
    imageField: named(definition.image_field),
    searchFields: (definition.search_fields ?? []).flatMap((name) => named(name) ?? []),
    hasCommunication: definition.has_communication === 1,
    hasNotes: kind === 'Document' && (definition.has_notes ?? 1) === 1,
    stateField: kind === 'Table' ? undefined : named(definition.state_field),
    trackChanges: (definition.track_changes ?? 1) === 1,
    hasTrash: kind === 'Document' && !definition.no_trash && !definition.is_log,
    readOnly: definition.read_only === true,
    table: kind === 'Table' ? childTable(tableName, stored) : recordTable(tableName, partial, definition),
  }
}

/** The field whose value names the entity that a Dynamic Link points to. */
export function targetField(model: Model, link: Field): Field | undefined {
  return link.type.links === 'field' && link.rule.options ? model.byName.get(link.rule.options) : undefined
}

function compileRule(row: NonNullable<EntityDefinition['permissions']>[number]): Rule {
  return {
    role: row.role,
    permlevel: row.permlevel === 1 ? 1 : 0,
    ifOwner: row.if_owner === 1,
    read: row.read === 1,
    write: row.write === 1,
    create: row.create === 1,
    delete: row.delete === 1,
  }
}
