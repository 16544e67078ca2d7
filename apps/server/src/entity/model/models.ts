import { entityNotFound } from '@tavla/contract'
import type { FieldTypeServer } from '@tavla/fields/server'
import type { EntityDefinition } from './definition.ts'
import type { Field } from './field.ts'
import { compileModel, type Model } from './model.ts'

/** A definition as it stands in the store. */
export interface StoredDefinition {
  definition: EntityDefinition
  /** Name of the entity's table; it stays when the entity is renamed. */
  table: string
  version: number
}

/** All entity types of the site. Compiled when first asked for, forgotten when a definition changes. */
export class Models {
  readonly #types: ReadonlyMap<string, FieldTypeServer>
  #definitions = new Map<string, StoredDefinition>()
  #compiled = new Map<string, Model>()
  #incoming = new Map<string, Incoming[]>()
  /** Grows with every change of any definition: what is cached across entities carries it in its key. */
  generation = 0

  constructor(types: ReadonlyMap<string, FieldTypeServer>) {
    this.#types = types
  }

  replaceAll(definitions: readonly StoredDefinition[]): void {
    this.#definitions = new Map(definitions.map((stored) => [stored.definition.id, stored]))
    this.#compiled = new Map()
    this.#forget()
  }

  /** Takes a changed definition in, or out when `stored` is missing. */
  replace(id: string, stored: StoredDefinition | undefined): void {
    if (stored) this.#definitions.set(id, stored)
    else this.#definitions.delete(id)
    this.#compiled.delete(id)
    this.#forget()
  }

  get(id: string): Model | undefined {
    const known = this.#compiled.get(id)
    if (known) return known
    const stored = this.#definitions.get(id)
    if (!stored) return undefined
    const model = compileModel(stored.definition, stored.table, stored.version, this.#types)
    this.#compiled.set(id, model)
    return model
  }

  /** @throws Problem 404 */
  require(id: string): Model {
    const model = this.get(id)
    if (!model) throw entityNotFound(id)
    return model
  }

  definition(id: string): StoredDefinition | undefined {
    return this.#definitions.get(id)
  }

  ids(): string[] {
    return [...this.#definitions.keys()]
  }

  all(): Model[] {
    return this.ids().map((id) => this.require(id))
  }

  /** The fields that may point at records of this entity: its Links, and every Dynamic Link. */
  incoming(target: string): readonly Incoming[] {
    let found = this.#incoming.get(target)
    if (!found) {
      found = this.all().flatMap((model) =>
        model.links
          .filter((field) => field.type.links === 'field' || field.rule.options === target)
          .map((field) => ({ model, field, dynamic: field.type.links === 'field' })),
      )
      this.#incoming.set(target, found)
    }
    return found
  }

  /** Entities with a Table field of this child entity. */
  parentsOf(child: string): { model: Model; field: Field }[] {
    return this.all().flatMap((model) =>
      model.tables.filter((field) => field.rule.options === child).map((field) => ({ model, field })),
    )
  }

  #forget(): void {
    this.#incoming = new Map()
    this.generation++
  }
}

export interface Incoming {
  model: Model
  field: Field
  /** True for a Dynamic Link, whose target stands in another field. */
  dynamic: boolean
}
