import { createHash } from 'node:crypto'
import type { DocMeta, FieldMeta, SelectOption, StateMeta, StorageKind } from '@tavla/contract'
import { limits } from '@tavla/contract'
import type { FieldRule, FieldTypeServer } from '@tavla/fields/server'
import type { ColumnSpec, IndexSpec, TableSpec } from '../../store/store.ts'
import type { EntityDefinition, FieldDefinition } from './definition.ts'

/** One field, ready for use. `rule` is what its type's own functions look at. */
export interface Field {
  readonly name: string
  readonly type: FieldTypeServer
  readonly kind: StorageKind
  readonly rule: FieldRule
  readonly meta: FieldMeta
  /** Column of the value; empty for a Table field. */
  readonly column: string
  /** Column of the value's folding, for text that is searched, sorted or unique; else empty. */
  readonly fold: string
  readonly permlevel: 0 | 1
  /** Nobody but the server sets it. */
  readonly readOnly: boolean
  /** A system time: stored in UTC, presented as wall clock (reference: metadata, Values). */
  readonly clock: boolean
  readonly isCore: boolean
  /** One of `id owner creation modified modified_by`. */
  readonly system: boolean
  /** What happens to this record when the one it links to is deleted; without it, the deletion is refused. */
  readonly whenTargetDeleted: 'unlink' | 'delete' | undefined
  readonly definition: FieldDefinition
}

export interface Rule {
  role: string
  permlevel: 0 | 1
  ifOwner: boolean
  read: boolean
  write: boolean
  create: boolean
  delete: boolean
}

/** An entity type compiled for use: made once when its definition changes, never per request. */
export interface Model {
  readonly id: string
  readonly module: string
  readonly app: string
  readonly kind: 'Document' | 'Settings' | 'Table'
  readonly definition: EntityDefinition
  readonly version: number
  /** All data fields in order, Table fields included. */
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
  readonly rules: readonly Rule[]
  readonly hasCommunication: boolean
  readonly trackChanges: boolean
  /** Nobody but the server writes it. */
  readonly readOnly: boolean
  readonly table: TableSpec
  readonly uniqueTogether: readonly (readonly Field[])[]
}

export const isSystemColumn = (name: string) =>
  name === 'id' || name === 'owner' || name === 'creation' || name === 'modified' || name === 'modified_by'

/** @throws Error when a field's type is unknown: definitions are checked before they get here */
export function compileModel(
  definition: EntityDefinition,
  tableName: string,
  version: number,
  types: ReadonlyMap<string, FieldTypeServer>,
): Model {
  const kind = definition.type
  // Table rows are never searched on their own, and a log is written far more often than anything looks through it.
  const folds = kind !== 'Table' && !definition.is_log
  const fields = definition.fields.map((field, index) => compileField(field, index + 1, folds, types))
  const system = kind === 'Table' ? [] : systemFields(types)
  const byName = new Map([...system, ...fields].map((field) => [field.name, field]))
  const stored = fields.filter((field) => field.kind !== 'table' && !field.system)
  const named = (name: string | undefined | null) => (name ? byName.get(name) : undefined)
  const sortField = named(definition.sort_field) ?? named('modified') ?? (fields[0] as Field)
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
    trackChanges: (definition.track_changes ?? 1) === 1,
    readOnly: definition.read_only === true,
    table: kind === 'Table' ? childTable(tableName, partial) : recordTable(tableName, partial, definition),
  }
}

/** Meta of the definition itself, for the signed-out parts of `Meta.doc_meta` (permissions are added per person). */
export function docMetaOf(model: Model): Omit<DocMeta, 'fields' | 'permissions'> {
  const { definition } = model
  return {
    id: model.id,
    title_field: model.titleField && model.titleField.name !== 'id' ? model.titleField.name : null,
    image_field: model.imageField?.name ?? null,
    search_fields: model.searchFields.map((field) => field.name),
    layout: definition.layout ?? 'List',
    sort_field: model.sortField.name,
    sort_order: model.sortDescending ? 'DESC' : 'ASC',
    naming_rule: definition.naming_rule ?? 'Hash',
    has_communication: model.hasCommunication ? 1 : 0,
    allow_rename: definition.allow_rename === 1 ? 1 : 0,
    track_changes: (definition.track_changes ?? 1) === 1 ? 1 : 0,
    icon: definition.icon ?? null,
    states: statesOf(model),
  }
}

export function statesOf(model: Model): StateMeta[] {
  return (model.definition.states ?? []).map(({ title, color }) => ({ title, color: color ?? 'Gray' }) as StateMeta)
}

/** The field whose value names the entity that a Dynamic Link points to. */
export function targetField(model: Model, link: Field): Field | undefined {
  return link.type.links === 'field' && link.rule.options ? model.byName.get(link.rule.options) : undefined
}

/** True for types whose options are the name of an entity: the linked one, or that of a table's rows. */
export function namesEntityInOptions(type: FieldTypeServer): boolean {
  return type.links === 'options' || type.kind === 'table'
}

/** Built-in entities ask for the search index; every entity made for a business has it. */
function hasSearchIndex(definition: EntityDefinition): boolean {
  if (definition.type !== 'Document' || definition.is_log) return false
  return definition.app_name !== 'platform' || definition.search_index === true
}

function compileField(
  definition: FieldDefinition,
  idx: number,
  hasFolds: boolean,
  types: ReadonlyMap<string, FieldTypeServer>,
): Field {
  const type = types.get(definition.fieldtype)
  if (!type) throw new Error(`unknown field type ${definition.fieldtype} of field ${definition.fieldname}`)
  const name = definition.fieldname
  const folds = hasFolds && (type.kind === 'text' || type.kind === 'longtext')
  const permlevel = definition.permlevel === 1 ? 1 : 0
  // On the built-in Entity, and there alone, the id is among the fields of the form
  // (reference: metadata, Ids and names).
  const isId = name === 'id'
  return {
    name,
    type,
    kind: type.kind,
    rule: {
      fieldname: name,
      label: definition.label,
      fieldtype: definition.fieldtype,
      options: definition.options ?? null,
    },
    meta: fieldMeta(definition, idx, type, permlevel),
    column: type.kind === 'table' ? '' : isId ? 'id' : `c_${name}`,
    fold: isId ? 'id_fold' : folds ? `f_${name}` : '',
    permlevel,
    readOnly: definition.read_only === 1 || type.serverOnly === true,
    clock: definition.clock === 1,
    isCore: definition.is_core === 1,
    system: isId,
    whenTargetDeleted: definition.when_target_deleted,
    definition,
  }
}

function fieldMeta(definition: FieldDefinition, idx: number, type: FieldTypeServer, permlevel: number): FieldMeta {
  const flag = (value: number | undefined) => (value === 1 ? 1 : 0)
  return {
    idx,
    fieldname: definition.fieldname,
    fieldtype: definition.fieldtype,
    label: definition.label,
    description: definition.description ?? null,
    options: optionsOnTheWire(definition.options ?? null),
    default: definition.default ?? null,
    reqd: flag(definition.reqd),
    in_list_view: flag(definition.in_list_view),
    in_standard_filter: flag(definition.in_standard_filter),
    read_only: definition.read_only === 1 || type.serverOnly ? 1 : 0,
    hidden: flag(definition.hidden),
    unique: flag(definition.unique),
    permlevel,
    field_group: definition.field_group ?? null,
    length: type.length,
  }
}

/** Options kept as JSON text of label/value pairs go out as the list (reference: metadata, Field types). */
function optionsOnTheWire(options: string | null): string | SelectOption[] | null {
  if (!options?.startsWith('[')) return options
  try {
    return JSON.parse(options) as SelectOption[]
  } catch {
    return options
  }
}

function systemFields(types: ReadonlyMap<string, FieldTypeServer>): Field[] {
  const make = (
    fieldname: string,
    fieldtype: string,
    label: string,
    column: string,
    fold: string,
    options?: string,
  ) => {
    const definition: FieldDefinition = { fieldname, fieldtype, label, read_only: 1, ...(options ? { options } : {}) }
    const field = compileField(definition, 0, true, types)
    return { ...field, column, fold, system: true, clock: fieldtype === 'Datetime' }
  }
  return [
    make('id', 'Data', 'ID', 'id', 'id_fold'),
    make('owner', 'Link', 'Owner', 'owner', '', 'User'),
    make('creation', 'Datetime', 'Created On', 'creation', ''),
    make('modified', 'Datetime', 'Modified On', 'modified', ''),
    make('modified_by', 'Link', 'Modified By', 'modified_by', '', 'User'),
  ]
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

type TableParts = Pick<Model, 'id' | 'stored' | 'sortField' | 'rules' | 'uniqueTogether' | 'links'>

const text = (name: string, notNull = false): ColumnSpec => ({ name, kind: 'text', notNull })

function recordTable(name: string, parts: Omit<TableParts, 'links'>, definition: EntityDefinition): TableSpec {
  const sort = parts.sortField.fold || parts.sortField.column
  const sorted = [...(isShort(parts.sortField) ? [{ name: sort, descending: true }] : []), { name: 'id_fold' }]
  const indexes: IndexSpec[] = [
    { name: indexName('u', name, 'id'), columns: [{ name: 'id_fold' }], unique: true },
    { name: indexName('i', name, `sort ${sort}`), columns: sorted },
  ]
  // A quick filter, a link or an owner picks rows that then come in the list's own order: one composite index each.
  const leads = (field: Field) =>
    isShort(field) && (field.meta.in_standard_filter === 1 || field.type.links !== undefined)
  const leading = definition.is_log ? [] : parts.stored.filter(leads)
  for (const field of leading) {
    indexes.push({ name: indexName('i', name, `${field.name} ${sort}`), columns: [{ name: field.column }, ...sorted] })
  }
  for (const field of parts.stored.filter((field) => field.definition.index)) {
    indexes.push({ name: indexName('i', name, field.name), columns: [{ name: field.column }] })
  }
  if (parts.rules.some((rule) => rule.ifOwner)) {
    indexes.push({ name: indexName('i', name, `owner ${sort}`), columns: [{ name: 'owner' }, ...sorted] })
  }
  for (const field of parts.stored.filter((field) => field.meta.unique && isShort(field))) {
    const columns = [{ name: field.fold || field.column }]
    indexes.push({ name: indexName('u', name, field.name), columns, unique: true })
  }
  for (const fields of parts.uniqueTogether) {
    const columns = fields.map((field) => ({ name: field.column }))
    indexes.push({ name: indexName('i', name, fields.map((field) => field.name).join(' ')), columns })
  }
  return {
    name,
    columns: [
      text('id', true),
      text('id_fold', true),
      text('owner'),
      text('creation'),
      text('modified'),
      text('modified_by'),
      ...dataColumns(parts.stored),
    ],
    indexes,
    search: hasSearchIndex(definition)
      ? ['id_fold', ...parts.stored.filter((field) => field.type.searchable).map((field) => field.fold)]
      : [],
  }
}

/** PostgreSQL refuses rows whose indexed values are long, so a field without a small bound has no index. */
function isShort({ kind }: Field): boolean {
  return kind !== 'longtext' && kind !== 'json' && kind !== 'secret'
}

function childTable(name: string, parts: Omit<TableParts, 'links'>): TableSpec {
  const links = parts.stored.filter((field) => field.type.links !== undefined)
  return {
    name,
    columns: [
      text('id', true),
      { name: 'idx', kind: 'integer' },
      text('parent', true),
      text('parent_entity', true),
      text('parent_field', true),
      ...dataColumns(parts.stored),
    ],
    indexes: [
      { name: indexName('u', name, 'id'), columns: [{ name: 'id' }], unique: true },
      {
        name: indexName('i', name, 'parent'),
        columns: [{ name: 'parent' }, { name: 'parent_entity' }, { name: 'parent_field' }, { name: 'idx' }],
      },
      ...links.map((field) => ({ name: indexName('i', name, field.name), columns: [{ name: field.column }] })),
    ],
    search: [],
  }
}

function dataColumns(fields: readonly Field[]): ColumnSpec[] {
  return fields.flatMap((field) => {
    const column: ColumnSpec = { name: field.column, kind: field.kind as ColumnSpec['kind'] }
    return field.fold ? [column, { name: field.fold, kind: 'longtext' as const }] : [column]
  })
}

/** Names of indexes are at most 63 ASCII characters and say what changes their content: a new column list is a new index. */
function indexName(prefix: 'i' | 'u', table: string, purpose: string): string {
  const hash = createHash('sha256').update(purpose).digest('hex').slice(0, 8)
  return `${prefix}_${table}_${hash}`.slice(0, limits.entityNameLength)
}
