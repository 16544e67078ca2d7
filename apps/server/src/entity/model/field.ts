import type { FieldMeta, SelectOption, StorageKind } from '@tavla/contract'
import type { FieldRule, FieldTypeServer } from '@tavla/fields/server'
import type { FieldDefinition } from './definition.ts'

/** One compiled field. `rule` is passed to the functions of its type. */
export interface Field {
  readonly name: string
  readonly type: FieldTypeServer
  readonly kind: StorageKind
  readonly rule: FieldRule
  readonly meta: FieldMeta
  /** Column of the value; empty for a Table field. */
  readonly column: string
  /** Column of the value's folding, for text that is searched, sorted or unique; otherwise empty. */
  readonly fold: string
  readonly permlevel: 0 | 1
  /** Only the server sets it. */
  readonly readOnly: boolean
  /** Each write takes or works out its value, so that nobody sends or brings it back. */
  readonly isDerived: boolean
  /** A system time: stored in UTC, presented as wall clock (reference: metadata, Values). */
  readonly clock: boolean
  readonly isCore: boolean
  /** One of `id owner creation modified modified_by`. */
  readonly system: boolean
  /** The effect on this record when its target is deleted; without it, the deletion is refused. */
  readonly whenTargetDeleted: FieldDefinition['when_target_deleted']
  readonly definition: FieldDefinition
}

/** The id of the field's row in its definition, which no rename changes. */
export const fieldKey = ({ name, definition }: Field): string => definition.id ?? name

/** True for types whose options name an entity: the linked one, or that of a table's rows. */
export function namesEntityInOptions(type: FieldTypeServer): boolean {
  return type.links === 'options' || type.kind === 'table'
}

/** The column of a field of a definition. */
const columnOf = (name: string) => `c_${name}`

/**
 * `idx` is its position among the entity's fields, from 1; without `hasFolds` no folding of text is stored.
 * @throws Error for an unknown field type
 */
export function compileField(
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
  // Only the built-in Entity has the id among the fields of its form (reference: metadata, Ids and names).
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
    column: type.kind === 'table' ? '' : isId ? 'id' : columnOf(name),
    fold: isId ? 'id_fold' : folds ? `f_${name}` : '',
    permlevel,
    readOnly: isReadOnly(definition, type),
    isDerived: isDerived(definition),
    clock: definition.clock === 1,
    isCore: definition.is_core === 1,
    system: isId,
    whenTargetDeleted: definition.when_target_deleted,
    definition,
  }
}

const isReadOnly = (definition: FieldDefinition, type: FieldTypeServer): boolean =>
  definition.read_only === 1 || type.serverOnly === true || isSet(definition.formula) || definition.rollup !== undefined

const isDerived = ({ formula, rollup, fetch_from, read_only }: FieldDefinition): boolean =>
  isSet(formula) || rollup !== undefined || (isSet(fetch_from) && read_only === 1)

const isSet = (text: string | undefined | null): text is string => text != null && text.trim() !== ''

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
    read_only: isReadOnly(definition, type) ? 1 : 0,
    hidden: flag(definition.hidden),
    unique: flag(definition.unique),
    permlevel,
    field_group: definition.field_group ?? null,
    length: type.length,
    form_tab: definition.form_tab ?? null,
    span: definition.span ?? 0,
    new_row: flag(definition.new_row),
    in_head: flag(definition.in_head),
    footer: definition.footer ?? null,
    no_copy: flag(definition.no_copy),
    hide_related: flag(definition.hide_related),
    depends_on: definition.depends_on ?? null,
    mandatory_depends_on: definition.mandatory_depends_on ?? null,
    read_only_depends_on: definition.read_only_depends_on ?? null,
    fetch_from: definition.fetch_from ?? null,
    formula: definition.formula ?? null,
    rollup: definition.rollup ?? null,
  }
}

/** Options stored as JSON text of label/value pairs are sent as a list (reference: metadata, Field types). */
function optionsOnTheWire(options: string | null): string | SelectOption[] | null {
  if (!options?.startsWith('[')) return options
  try {
    return JSON.parse(options) as SelectOption[]
  } catch {
    return options
  }
}

const systemDefinitions: readonly FieldDefinition[] = [
  { fieldname: 'id', fieldtype: 'Data', label: 'ID', read_only: 1 },
  { fieldname: 'owner', fieldtype: 'Link', label: 'Owner', read_only: 1, options: 'User' },
  { fieldname: 'creation', fieldtype: 'Datetime', label: 'Created On', read_only: 1 },
  { fieldname: 'modified', fieldtype: 'Datetime', label: 'Modified On', read_only: 1 },
  { fieldname: 'modified_by', fieldtype: 'Link', label: 'Modified By', read_only: 1, options: 'User' },
]

const systemNames: ReadonlySet<string> = new Set(systemDefinitions.map(({ fieldname }) => fieldname))

/** True for the name of a field that every record has. */
export const isSystemColumn = (name: string): boolean => systemNames.has(name)

/** The fields that every record has beside those of its definition; `sameAs` names others that some of them repeat. */
export function systemFields(
  types: ReadonlyMap<string, FieldTypeServer>,
  sameAs: Readonly<Record<string, string>> = {},
): Field[] {
  return systemDefinitions.map((definition) => {
    const { fieldname, fieldtype } = definition
    const fold = fieldname === 'id' ? 'id_fold' : ''
    const field = compileField(definition, 0, true, types)
    const other = sameAs[fieldname]
    const column = other === undefined ? fieldname : isSystemColumn(other) ? other : columnOf(other)
    return { ...field, column, fold, system: true, clock: fieldtype === 'Datetime' }
  })
}
