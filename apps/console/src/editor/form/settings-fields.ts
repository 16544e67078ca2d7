import { type FieldMeta, type Meta, type SelectOption, textOf } from '@tavla/contract'
import { fieldUi, readRows } from '@tavla/entity-ui'
import type { FieldRow } from '../field-row.ts'

type Values = Readonly<Record<string, unknown>>

/** Fields that the settings tab leaves out: they have another place, or repeat one. */
const elsewhere = new Set([
  'id',
  'entity_name',
  'search_fields',
  'fields',
  'states',
  'permissions',
  'transitions',
  'state_field',
])

export interface SettingsGroup {
  name: string
  fields: FieldMeta[]
}

/** The definition's own fields in their groups; those that name a field of the entity offer the suitable ones. */
export function settingsGroups(meta: Meta, values: Values): SettingsGroup[] {
  const groups = [{ name: '', fields: meta.default_field_group.fields }].concat(
    meta.field_groups.map((group) => ({ name: group.group_name, fields: group.fields })),
  )
  return groups
    .map(({ name, fields }) => ({
      name,
      fields: fields
        .filter(({ fieldname }) => !elsewhere.has(fieldname) && fits(fieldname, values))
        .map((field) => fitting(field, values)),
    }))
    .filter(({ fields }) => fields.length > 0)
}

/** Rows of a table have no names, lists and screens of their own, and settings are one record. */
function fits(fieldname: string, { type, naming_rule: rule }: Values): boolean {
  if (fieldname === 'naming_value') return type === 'Document' && (rule === 'Field' || rule === 'Series')
  if (type === 'Table') return everywhere.has(fieldname)
  return type !== 'Settings' || everywhere.has(fieldname) || fieldname === 'icon' || fieldname === 'track_changes'
}
const everywhere = new Set(['label_he', 'module', 'app_name', 'type', 'description', 'description_he'])

function fitting(field: FieldMeta, values: Values): FieldMeta {
  const rows = readRows(values.fields)
  const listable = rows.filter((row) => !fieldUi(textOf(row.fieldtype)).isUnlisted)
  switch (field.fieldname) {
    case 'title_field':
      return choice(field, [idOption, ...listable.map(optionOf)])
    case 'image_field':
      return choice(field, rows.filter((row) => fieldUi(textOf(row.fieldtype)).isPicture).map(optionOf))
    case 'sort_field':
      return choice(field, [idOption, ...systemOptions, ...listable.map(optionOf)])
    case 'naming_value':
      return values.naming_rule === 'Field'
        ? choice(field, listable.map(optionOf))
        : {
            ...field,
            description: 'Hashes stand for the number, .YYYY. .YY. .MM. .DD. for the date, such as INV-.YYYY.-.####',
          }
    case 'icon':
      return { ...field, description: 'A name of Material Symbols, such as receipt_long' }
    default:
      return field
  }
}

/** A stored value stays an option, even if it names no existing field. */
const choice = (field: FieldMeta, options: SelectOption[]): FieldMeta => ({ ...field, fieldtype: 'Select', options })

function optionOf(row: FieldRow): SelectOption {
  const value = textOf(row.fieldname)
  return { value, label: textOf(row.label) || value }
}

const idOption: SelectOption = { value: 'id', label: 'ID' }
const systemOptions: readonly SelectOption[] = [
  { value: 'modified', label: 'Modified On' },
  { value: 'creation', label: 'Created On' },
  { value: 'owner', label: 'Owner' },
]
