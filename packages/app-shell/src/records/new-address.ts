import type { Client } from '@tavla/client'
import type { FieldMeta, Meta } from '@tavla/contract'
import { limits } from '@tavla/contract'

type Values = Readonly<Record<string, unknown>>

/** The values with which an address asks for a new record; undefined for one that does not (reference: screens, New record). */
export function readNewAddress(search: string): Values | undefined {
  const params = new URLSearchParams(search)
  if (params.get('new') !== '1') return undefined
  try {
    const set: unknown = JSON.parse(params.get('set') ?? '{}')
    return isValues(set) ? set : {}
  } catch {
    return {}
  }
}

/** The values that a person may give to a new record, out of those asked for: an address may come from anywhere. */
export function settableValues(meta: Meta, asked: Values): Values {
  return settable(meta, meta.doc_meta.fields, asked)
}

function settable(meta: Meta, fields: readonly FieldMeta[], asked: Values): Values {
  const taken = fields.flatMap((field): [string, unknown][] => {
    const value = asked[field.fieldname]
    if (field.hidden === 1 || field.read_only === 1 || value === undefined) return []
    if (Array.isArray(value)) return rowsOf(meta, field, value)
    return field.fieldtype !== 'Table' && isPlain(value) ? [[field.fieldname, value]] : []
  })
  return Object.fromEntries(taken)
}

function rowsOf(
  meta: Meta,
  { fieldname, fieldtype, options }: FieldMeta,
  rows: readonly unknown[],
): [string, unknown][] {
  const child = fieldtype === 'Table' ? meta.links.find(({ id }) => id === options) : undefined
  if (!child || rows.length > limits.tableRows) return []
  return [[fieldname, rows.filter(isValues).map((row) => settable(meta, child.fields, row))]]
}

/** The titles of the records that the values name, by entity and id; those that cannot be read are left out. */
export async function titlesIn(
  { entities }: Client,
  meta: Meta,
  values: Values,
): Promise<(readonly [entity: string, id: string, title: string])[]> {
  const texts = Map.groupBy(linksIn(meta, meta.doc_meta.fields, values), ([entity]) => entity)
  const found = [...texts].map(async ([entity, links]) => {
    const ids = [...new Set(links.map(([, id]) => id))].slice(0, limits.bulkItems)
    const items = await entities.resolveLinks({ entity, texts: ids, reference_entity: meta.id }).catch(() => [])
    return items.flatMap(({ value, label }) => (value !== null && label ? [[entity, value, label] as const] : []))
  })
  return (await Promise.all(found)).flat()
}

function linksIn(meta: Meta, fields: readonly FieldMeta[], values: Values): [entity: string, id: string][] {
  return fields.flatMap(({ fieldname, fieldtype, options }) => {
    const value = values[fieldname]
    if (typeof options !== 'string' || !value) return []
    if (fieldtype === 'Link') return typeof value === 'string' ? [[options, value]] : []
    const child = Array.isArray(value) ? meta.links.find(({ id }) => id === options) : undefined
    return child && Array.isArray(value)
      ? value.filter(isValues).flatMap((row) => linksIn(meta, child.fields, row))
      : []
  })
}

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isPlain = (value: unknown) => typeof value === 'string' || typeof value === 'number'
