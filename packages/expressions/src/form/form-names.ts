import type { FieldMeta, Meta } from '@tavla/contract'
import { type Names, type Rows, reservedNames, type ValueKind } from '../names.ts'
import { valueKinds } from './kinds.ts'

/** The part of an entity's metadata that its form needs. */
export type FormMeta = Pick<Meta, 'doc_meta' | 'links'>

type Fields = Map<string, ValueKind | Rows>

/** The names of the expressions of one form, made once for each level and use, so that they are prepared once. */
export class FormNames {
  readonly #meta: FormMeta
  readonly #names = new Map<string, Names>()

  constructor(meta: FormMeta) {
    this.#meta = meta
  }

  /** The names for a field of this level; those of the rows of `table`, if it is given (reference: expressions, Names). */
  of(level: number, hasContext: boolean, table?: FieldMeta): Names {
    const key = JSON.stringify([level, hasContext, table?.fieldname])
    let names = this.#names.get(key)
    if (!names) {
      names = table ? this.#ofRows(level, hasContext, table) : { fields: this.#ofRecord(level), hasContext }
      this.#names.set(key, names)
    }
    return names
  }

  #ofRecord(level: number): Fields {
    const fields: Fields = new Map(recordValues(this.#meta.doc_meta.fields, level))
    for (const field of this.#meta.doc_meta.fields) {
      if (field.fieldtype !== 'Table' || !isKnown(field, level)) continue
      fields.set(field.fieldname, { columns: new Map(valuesOf(columnsOf(this.#meta, field), level)) })
    }
    return fields
  }

  /** Other rows of the record are out of sight. */
  #ofRows(level: number, hasContext: boolean, table: FieldMeta): Names {
    return {
      fields: new Map(valuesOf(columnsOf(this.#meta, table), level)),
      parent: new Map(recordValues(this.#meta.doc_meta.fields, level)),
      hasContext,
    }
  }
}

/** The fields of the rows of a Table field. */
export const columnsOf = ({ links }: FormMeta, { options }: FieldMeta): readonly FieldMeta[] =>
  links.find(({ id }) => id === options)?.fields ?? []

function* recordValues(fields: readonly FieldMeta[], level: number): Generator<[string, ValueKind]> {
  yield* [['id', 'text'] as const, ['owner', 'text'] as const]
  yield* valuesOf(fields, level)
}

function* valuesOf(fields: readonly FieldMeta[], level: number): Generator<[string, ValueKind]> {
  for (const field of fields) {
    const kind = valueKinds[field.fieldtype]
    if (kind && isKnown(field, level)) yield [field.fieldname, kind]
  }
}

const isKnown = ({ fieldname, permlevel }: FieldMeta, level: number): boolean =>
  permlevel <= level && !reservedNames.has(fieldname)
