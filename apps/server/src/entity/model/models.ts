import { entityNotFound } from '@tavla/contract'
import type { FieldTypeServer } from '@tavla/fields/server'
import type { EntityDefinition } from './definition.ts'
import type { Field } from './field.ts'
import { compileModel, type Model } from './model.ts'
import { type RolledUp, rolledUpBy, withRollupIndexes } from './rollup-indexes.ts'

/** A definition as stored. */
export interface StoredDefinition {
  definition: EntityDefinition
  /** Name of the entity's table; a rename of the entity does not change it. */
  table: string
  version: number
}

/** All entity types of the site. Models are compiled on first use and dropped when a definition changes. */
export class Models {
  readonly #types: ReadonlyMap<string, FieldTypeServer>
  #definitions = new Map<string, StoredDefinition>()
  #compiled = new Map<string, Model>()
  #incoming = new Map<string, IncomingLink[]>()
  #rolledUp: ReadonlyMap<string, readonly RolledUp[]> | undefined
  /** Grows with every change of any definition; caches across entities include it in their keys. */
  generation = 0

  constructor(types: ReadonlyMap<string, FieldTypeServer>) {
    this.#types = types
  }

  replaceAll(definitions: readonly StoredDefinition[]): void {
    this.#definitions = new Map(definitions.map((stored) => [stored.definition.id, stored]))
    this.#compiled = new Map()
    this.#forget()
  }

  /** Adds or replaces a definition, or removes it when `stored` is undefined. */
  replace(id: string, stored: StoredDefinition | undefined): void {
    // An entity has the indexes of the roll-ups that look at it, which stand in other definitions.
    const before = this.#allRolledUp().size
    if (stored) this.#definitions.set(id, stored)
    else this.#definitions.delete(id)
    this.#compiled.delete(id)
    this.#forget()
    if (before + this.#allRolledUp().size > 0) this.#compiled = new Map()
  }

  get(id: string): Model | undefined {
    const compiled = this.#compiled.get(id)
    if (compiled) return compiled
    const stored = this.#definitions.get(id)
    if (!stored) return undefined
    const plain = compileModel(stored.definition, stored.table, stored.version, this.#types)
    const model = withRollupIndexes(plain, this.rolledUp(id))
    this.#compiled.set(id, model)
    return model
  }

  /** The roll-ups that look at records or rows of an entity. */
  rolledUp(id: string): readonly RolledUp[] {
    return this.#allRolledUp().get(id) ?? []
  }

  /** The entities that have roll-ups. */
  withRollups(): string[] {
    if (this.#allRolledUp().size === 0) return []
    const has = ({ definition }: StoredDefinition) => definition.fields.some(({ rollup }) => rollup !== undefined)
    return [...this.#definitions].flatMap(([id, stored]) => (has(stored) ? [id] : []))
  }

  /** All roll-ups by the entities that they look at, some definitions being as they will be, or gone. */
  rolledUpWith(changed: ReadonlyMap<string, EntityDefinition | undefined>): ReadonlyMap<string, readonly RolledUp[]> {
    const definitions = new Map([...this.#definitions].map(([id, { definition }]) => [id, definition]))
    for (const [id, definition] of changed) {
      if (definition) definitions.set(id, definition)
      else definitions.delete(id)
    }
    return rolledUpBy(definitions.values())
  }

  #allRolledUp(): ReadonlyMap<string, readonly RolledUp[]> {
    this.#rolledUp ??= rolledUpBy([...this.#definitions.values()].map(({ definition }) => definition))
    return this.#rolledUp
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

  /** The entity whose records this table holds. */
  byTable(table: string): Model | undefined {
    for (const [id, stored] of this.#definitions) if (stored.table === table) return this.get(id)
    return undefined
  }

  ids(): string[] {
    return [...this.#definitions.keys()]
  }

  all(): Model[] {
    return this.ids().map((id) => this.require(id))
  }

  /** The fields that may point at records of this entity: its Links, and every Dynamic Link. */
  incoming(target: string): readonly IncomingLink[] {
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
    this.#rolledUp = undefined
    this.generation++
  }
}

export interface IncomingLink {
  model: Model
  field: Field
  /** True for a Dynamic Link, whose target entity is in another field. */
  dynamic: boolean
}
