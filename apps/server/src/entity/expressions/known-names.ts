import { isFieldname, type StorageKind } from '@tavla/contract'
import { type Names, type Rows, reservedNames, type ValueKind } from '@tavla/expressions'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'

/** Finds an entity as it is, or as a change of its definition would make it. */
export type ModelLookup = (entity: string) => Model | undefined

type Fields = Map<string, ValueKind | Rows>

/** The values of the other kinds are unknown to expressions: a secret, and JSON. */
const kinds: Readonly<Partial<Record<StorageKind, ValueKind>>> = {
  text: 'text',
  longtext: 'text',
  file: 'text',
  time: 'text',
  date: 'date',
  datetime: 'date',
  integer: 'number',
  decimal: 'number',
  flag: 'bool',
}

/** The names of one entity's expressions, made once for each level and use, so that they are prepared once. */
export class KnownNames {
  readonly #lookup: ModelLookup
  readonly #fields = new Map<string, Fields>()
  readonly #names = new Map<string, Names>()

  constructor(lookup: ModelLookup) {
    this.#lookup = lookup
  }

  /**
   * The names for the expressions of a field of this level (reference: expressions, Names). `parent` is the entity of the
   * record whose rows are meant; null when no entity has such rows yet.
   */
  of(model: Model, level: 0 | 1, hasContext: boolean, parent?: Model | null): Names {
    const key = JSON.stringify([model.id, level, hasContext, parent?.id ?? parent])
    let names = this.#names.get(key)
    if (!names) {
      names = { fields: this.#fieldsOf(model, level), hasContext }
      // Its rows are out of sight: each row would go through all of them.
      if (parent !== undefined) names = { ...names, parent: new Map(parent ? valuesOf(parent, level) : []) }
      this.#names.set(key, names)
    }
    return names
  }

  #fieldsOf(model: Model, level: 0 | 1): Fields {
    const key = `${level} ${model.id}`
    let fields = this.#fields.get(key)
    if (!fields) {
      fields = new Map(valuesOf(model, level))
      for (const field of model.tables) {
        const child = field.permlevel <= level ? this.#lookup(field.rule.options ?? '') : undefined
        if (child && isName(field)) fields.set(field.name, { columns: new Map(valuesOf(child, level)) })
      }
      this.#fields.set(key, fields)
    }
    return fields
  }
}

/** The fields that hold one value each; of the system's, id and owner alone. */
function* valuesOf(model: Model, level: 0 | 1): Generator<[string, ValueKind]> {
  if (model.kind !== 'Table') yield* [['id', 'text'] as const, ['owner', 'text'] as const]
  for (const field of model.stored) {
    const kind = kindOf(field)
    if (kind && field.permlevel <= level && isName(field)) yield [field.name, kind]
  }
}

/** A draft may have names that its save would refuse. */
const isName = ({ name }: Field): boolean => isFieldname(name) && !reservedNames.has(name)

/** System times stand in UTC, which no expression should see. */
const kindOf = ({ kind, clock }: Field): ValueKind | undefined => (clock ? undefined : kinds[kind])
