import { fieldnameFrom, textOf } from '@tavla/contract'
import type { Engine } from '../engine.ts'

type Row = Record<string, unknown>

/**
 * Converts a sent definition to one form: `meta.doc_meta.fields` stands for `fields`; rows without an id get the id of
 * the field that they name; a missing name or label is derived from the other; option lists become text (reference:
 * metadata, Changing a definition).
 */
export function normaliseDefinition(body: Row, engine: Engine): Row {
  const meta = body.meta as { doc_meta?: { fields?: unknown } } | undefined
  const fields = body.fields ?? meta?.doc_meta?.fields
  const { meta: _, ...rest } = body
  if (!Array.isArray(fields)) return rest
  const known = knownIds(engine, trimmed(body.id))
  const taken = new Set(fields.map((field: unknown) => (isRow(field) ? trimmed(field.fieldname) : '')))
  const ids = new Set<unknown>(known.values())
  // A row that is there keeps the names that are not sent.
  const isNamed = (field: Row) => field.fieldname === undefined && ids.has(field.id)
  const named = fields.map((field: unknown) => (isRow(field) && !isNamed(field) ? withNames(field, taken) : field))
  const sentIds = new Set(named.map((field) => (isRow(field) ? field.id : undefined)))
  return {
    ...rest,
    fields: named.map((field) => {
      if (!isRow(field) || field.id) return field
      const id = known.get(String(field.fieldname))
      return id && !sentIds.has(id) ? { ...field, id } : field
    }),
  }
}

function withNames(field: Row, taken: Set<string>): Row {
  const label = trimmed(field.label)
  const fieldname = trimmed(field.fieldname) || fieldnameFrom(label) || (label && freeName(taken))
  const options = Array.isArray(field.options) ? JSON.stringify(field.options) : field.options
  return { ...field, fieldname, label: label || labelFrom(fieldname), ...(options === undefined ? {} : { options }) }
}

/** A Hebrew label yields no name, so its field is numbered. */
function freeName(taken: Set<string>): string {
  let n = 1
  while (taken.has(`field_${n}`)) n++
  taken.add(`field_${n}`)
  return `field_${n}`
}

function labelFrom(fieldname: string): string {
  return fieldname.replace(
    /(^|_)([a-z0-9])/g,
    (_, gap: string, letter: string) => (gap ? ' ' : '') + letter.toUpperCase(),
  )
}

function knownIds(engine: Engine, entity: string): Map<string, string> {
  const fields = engine.models.get(entity)?.definition.fields ?? []
  return new Map(fields.flatMap((field) => ('id' in field ? [[field.fieldname, String(field.id)]] : [])))
}

const trimmed = (value: unknown) => textOf(value).trim()

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
