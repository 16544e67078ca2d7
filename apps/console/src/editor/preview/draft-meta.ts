import {
  type EntityRecord,
  type FieldGroup,
  type FieldMeta,
  type Flag,
  type Footer,
  type Meta,
  textOf,
} from '@tavla/contract'
import { readRows } from '@tavla/entity-ui'
import { type FieldRow, isOn } from '../field-row.ts'
import { readNames } from '../form/field-names.ts'

/** The meta of a drafted field; the same object for the same row, so that little renders again. */
export function fieldMeta(row: FieldRow, index: number): FieldMeta {
  const known = made.get(row)
  if (known?.idx === index + 1) return known
  const meta = makeMeta(row, index)
  made.set(row, meta)
  return meta
}

const made = new WeakMap<FieldRow, FieldMeta>()

function makeMeta(row: FieldRow, index: number): FieldMeta {
  const flag = (name: string): Flag => (isOn(row[name]) ? 1 : 0)
  const text = (name: string) => textOf(row[name]) || null
  const fieldname = textOf(row.fieldname) || `field_${index}`
  return {
    idx: index + 1,
    fieldname,
    fieldtype: textOf(row.fieldtype) || 'Data',
    label: textOf(row.label) || fieldname,
    description: text('description'),
    options: text('options'),
    default: text('default'),
    reqd: flag('reqd'),
    in_list_view: flag('in_list_view'),
    in_standard_filter: flag('in_standard_filter'),
    // A person cannot type a value that is worked out.
    read_only: text('formula') || row.rollup ? 1 : flag('read_only'),
    hidden: flag('hidden'),
    unique: flag('unique'),
    permlevel: Number(row.permlevel) || 0,
    field_group: text('field_group'),
    length: null,
    form_tab: text('form_tab'),
    span: Math.min(4, Math.max(0, Number(row.span) || 0)),
    new_row: flag('new_row'),
    in_head: flag('in_head'),
    footer: text('footer') as Footer | null,
    formula: text('formula'),
    fetch_from: text('fetch_from'),
  }
}

/** The former names of the stored fields that the draft renames, by new name. */
export function formerNames(stored: unknown, draft: unknown): ReadonlyMap<string, string> {
  const old = new Map(readRows(stored).map((row) => [row.id, textOf(row.fieldname)]))
  return new Map(
    readRows(draft).flatMap((row) => {
      const former = row.id === undefined ? undefined : old.get(row.id)
      return former === undefined ? [] : [[textOf(row.fieldname), former]]
    }),
  )
}

/** Settings of a definition that name its fields. */
const naming = ['title_field', 'image_field', 'sort_field', 'naming_value', 'search_fields']

/** The draft with new names in the settings that name a renamed field, as the server will replace them. */
export function withNewNames(values: EntityRecord, stored: EntityRecord): EntityRecord {
  const names = new Map([...formerNames(stored.fields, values.fields)].map(([now, former]) => [former, now]))
  const follow = (text: string) => {
    const parts = readNames(text)
    const now = parts.map((name) => names.get(name) ?? name)
    return now.join() === parts.join() ? text : now.join(', ')
  }
  // Settings that the user has changed already contain the new names.
  const untouched = naming.filter((key) => typeof values[key] === 'string' && values[key] === stored[key])
  return { ...values, ...Object.fromEntries(untouched.map((key) => [key, follow(textOf(values[key]))])) }
}

/**
 * The meta that a drafted definition would have, for its preview (reference: metadata, Meta). References to a renamed
 * field follow it, as on the server.
 */
export function draftMeta(values: EntityRecord, stored: EntityRecord, links: Meta['links']): Meta {
  const fields = readRows(values.fields).map(fieldMeta)
  const states = readRows(values.states).map((row) => ({ title: textOf(row.title), color: row.color }))
  const id: FieldMeta = { ...fieldMeta({ idx: 0, fieldname: 'id', label: 'ID' }, 0), read_only: 1 }
  const followed = withNewNames(values, stored)
  const permissions = { read: 1, write: 1, create: 1, delete: 1, if_owner: 0 }
  const { first, groups, tabs } = grouped(fields.filter((field) => field.hidden !== 1))
  const meta = {
    id: values.id,
    module: textOf(values.module),
    app_name: textOf(values.app_name),
    type: values.type,
    schema_version: 0,
    doc_meta: {
      id: values.id,
      title_field: textOf(followed.title_field) || null,
      image_field: textOf(followed.image_field) || null,
      layout: values.layout === 'Tiles' ? 'Tiles' : 'List',
      icon: textOf(values.icon) || null,
      fields,
      states,
      permissions,
    },
    all_fields: [id, ...fields],
    default_field_group: first,
    field_groups: groups,
    form_tabs: tabs,
    states,
    links,
  }
  return meta as unknown as Meta
}

/** Groups and named tabs in the order of their first fields (reference: metadata, Layout). */
function grouped(fields: readonly FieldMeta[]): { first: FieldGroup; groups: FieldGroup[]; tabs: string[] } {
  const tabOf = new Map<string, string | null>()
  let tab: string | null = null
  for (const { form_tab, field_group } of fields) {
    const group = field_group ?? ''
    // Fields without a group stand together with the first of them.
    if (!form_tab && group === '' && tabOf.has('')) continue
    tab = form_tab ?? tab
    if (!tabOf.has(group)) tabOf.set(group, tab)
  }
  const byName = Map.groupBy(fields, (field) => field.field_group ?? '')
  const toGroup = (name: string): FieldGroup => ({
    group_name: name,
    form_tab: tabOf.get(name) ?? null,
    fields: byName.get(name) ?? [],
  })
  const names = [...byName.keys()].filter((name) => name !== '')
  const tabs = [...new Set(tabOf.values())].filter((name) => name !== null)
  return { first: toGroup(''), groups: names.map(toGroup), tabs }
}
