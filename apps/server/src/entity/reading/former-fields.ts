import type { VersionData } from '@tavla/contract'
import type { Reader } from '../../store/store.ts'
import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import type { StoredRow } from '../tables/rows.ts'

/** A note that the name means another field since `retired_at`, or a field of another type. */
interface FieldNote {
  fieldname: string
  retired_at: string
  reason: 'renamed' | 'removed' | 'retyped' | 'returned' | null
  renamed_to: string | null
  /** When a removed field came back: until then, its name may have meant others. */
  returned_at: string | null
  /** Definition of the field until then, as JSON text. */
  field: string | null
}

/** A field of today as it was at an earlier time. */
interface FormerField {
  /** Its name of today. */
  name: string
  /** Its definition then, if it has got another type since. */
  was: StoredRow | undefined
}

/** The earlier meanings of an entity's fieldnames (reference: metadata, Versions). */
export class FormerFields {
  readonly #notes = new Map<string, FieldNote[]>()
  readonly #model: Model

  /** `notes` are in the order of their time. */
  constructor(model: Model, notes: readonly FieldNote[]) {
    this.#model = model
    for (const note of notes) this.#notes.set(note.fieldname, [...(this.#notes.get(note.fieldname) ?? []), note])
  }

  /** The field that had this name at that time; undefined when it is gone. */
  at(time: string, fieldname: string): FormerField | undefined {
    let name = fieldname
    let was: StoredRow | undefined
    // A version that is as old as the note was written before it.
    let isPast = (note: FieldNote) => note.retired_at >= time
    for (;;) {
      const note = this.#notes.get(name)?.find(isPast)
      if (!note) return { name, was: was && this.#isOfNow(name, was) ? undefined : was }
      const hasNewName = note.reason === 'renamed' || note.reason === 'returned'
      if (hasNewName && note.renamed_to !== null) name = note.renamed_to
      else if (note.reason === 'retyped' && note.field !== null) was ??= JSON.parse(note.field) as StoredRow
      else return undefined
      const since = note.returned_at ?? note.retired_at
      isPast = (later) => later.retired_at > since
    }
  }

  /** A change of type that was undone since leaves nothing to convert. */
  #isOfNow(name: string, was: StoredRow): boolean {
    const field = this.#model.byName.get(name)
    if (!field || field.rule.fieldtype !== was.fieldtype) return false
    return field.type.links === undefined || (field.rule.options ?? null) === (was.options ?? null)
  }
}

/** The former fields of a record's entity and of the rows of its tables. */
export interface FormerNames {
  own: FormerFields
  /** By Table field of today. */
  rows: ReadonlyMap<string, FormerFields>
}

export async function formerNames(engine: Engine, reader: Reader, model: Model): Promise<FormerNames> {
  const fieldsOf = async (one: Model) =>
    new FormerFields(one, await reader.all<FieldNote>(engine.system.formerFields.with([one.table.name])))
  const rows = new Map<string, FormerFields>()
  for (const field of model.tables) {
    const child = engine.models.get(field.rule.options ?? '')
    if (child) rows.set(field.name, await fieldsOf(child))
  }
  return { own: await fieldsOf(model), rows }
}

/** The changes under the names that their fields have today; those of fields that are gone are left out. */
export function followNames(names: FormerNames, at: string, data: Partial<VersionData>): VersionData {
  const follow = <T extends [string, ...unknown[]]>(changes: readonly T[] | undefined) =>
    (changes ?? []).flatMap(([fieldname, ...values]) => {
      const name = names.own.at(at, fieldname)?.name
      if (name === undefined) return []
      const fields = names.rows.get(name)
      return [[name, ...values.map((value) => (fields ? followRow(fields, at, value) : value))] as T]
    })
  return { ...data, changed: follow(data.changed), added: follow(data.added), removed: follow(data.removed) }
}

function followRow(fields: FormerFields, at: string, row: unknown): unknown {
  if (typeof row !== 'object' || row === null) return row
  return Object.fromEntries(
    Object.entries(row).flatMap(([key, value]) => {
      const name = fields.at(at, key)?.name
      return name === undefined ? [] : [[name, value]]
    }),
  )
}
