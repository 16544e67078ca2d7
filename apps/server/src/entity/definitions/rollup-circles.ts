import type { Message } from '@tavla/contract'
import { compileExpression } from '@tavla/expressions'
import type { ModelLookup } from '../expressions/known-names.ts'
import { isRefused, partsOf } from '../expressions/rollup-parts.ts'
import { type ExpressionSource, sourcesOf } from '../expressions/sources.ts'
import type { Field } from '../model/field.ts'
import { namesInFilters } from '../model/filter-names.ts'
import type { Model } from '../model/model.ts'
import { readPath } from '../model/rollup.ts'

/** Roll-ups over roll-ups are followed up to as many levels. */
const mostLevels = 5

/** A value that others are worked out from: a field of an entity, or of the rows of one of its tables. */
interface Node {
  model: Model
  /** `total`, or `lines.amount`. */
  path: string
}

/** Follows what values are worked out from, through roll-ups and formulas of all entities. */
export class RollupCircles {
  readonly #lookup: ModelLookup
  readonly #formulas = new Map<Model, ReadonlyMap<string, readonly string[]>>()
  /** Levels of roll-ups below a value; Infinity for one that depends on itself. */
  readonly #levels = new Map<string, number>()

  constructor(lookup: ModelLookup) {
    this.#lookup = lookup
  }

  /** The reason why a roll-up goes too far or round and round; undefined when the definition of `changed` has no part. */
  faultOf(owner: Model, field: Field, changed: Model): Message | undefined {
    const node = { model: owner, path: field.name }
    const levels = this.#levelsOf(node)
    if (levels <= mostLevels) return undefined
    if (owner !== changed && !this.#leadsThrough(node, changed.id, new Set())) return undefined
    return levels === Number.POSITIVE_INFINITY
      ? { text: '{0} depends on itself.', args: [{ translate: field.rule.label }] }
      : { text: 'There are too many already (maximum {0}).', args: [mostLevels] }
  }

  /** Whether the value is worked out from records of an entity, or from rows of it. */
  #leadsThrough(node: Node, id: string, seen: Set<string>): boolean {
    if (seen.has(keyOf(node))) return false
    seen.add(keyOf(node))
    if (node.model.id === id || node.model.tables.some(({ rule }) => rule.options === id)) return true
    return this.#needs(node).nodes.some((one) => this.#leadsThrough(one, id, seen))
  }

  #levelsOf(node: Node, below: readonly string[] = []): number {
    const key = keyOf(node)
    const known = this.#levels.get(key)
    if (known !== undefined) return known
    if (below.includes(key)) return Number.POSITIVE_INFINITY
    const { nodes, isRollup } = this.#needs(node)
    const deepest = Math.max(0, ...nodes.map((one) => this.#levelsOf(one, [...below, key])))
    const levels = deepest + (isRollup ? 1 : 0)
    this.#levels.set(key, levels)
    return levels
  }

  #needs({ model, path }: Node): { nodes: Node[]; isRollup: boolean } {
    const field = model.byName.get(path)
    if (field?.definition.rollup) return { nodes: this.#underRollup(model, field), isRollup: true }
    const uses = this.#formulasOf(model).get(path) ?? []
    return { nodes: uses.map((use) => ({ model, path: use })), isRollup: false }
  }

  #underRollup(owner: Model, field: Field): Node[] {
    const parts = partsOf(owner, field, this.#lookup)
    if (isRefused(parts)) return []
    const { source, rollup } = parts
    const filters = namesInFilters(rollup.filters, source.id, (name) => source.byName.has(name))
    const names = rollup.field === null ? filters : [rollup.field, ...filters]
    return names.flatMap((path) => (readPath(path) ? [{ model: source, path }] : []))
  }

  /** The names that each formula of a record or its rows uses, as paths of the record. */
  #formulasOf(model: Model): ReadonlyMap<string, readonly string[]> {
    let found = this.#formulas.get(model)
    if (!found) {
      const sources = sourcesOf(model, this.#lookup).filter(({ key }) => key === 'formula')
      found = new Map(sources.map((source) => [pathOf(source), usesOf(source)]))
      this.#formulas.set(model, found)
    }
    return found
  }
}

const keyOf = ({ model, path }: Node): string => JSON.stringify([model.id, path])

const pathOf = ({ table, field }: ExpressionSource): string => (table ? `${table.name}.${field.name}` : field.name)

function usesOf({ table, text, names, result }: ExpressionSource): string[] {
  try {
    const uses = result ? compileExpression(text, names, result).uses : []
    return uses.map(({ path }) => {
      if (!table) return path
      return path.startsWith('parent.') ? path.slice('parent.'.length) : `${table.name}.${path}`
    })
  } catch {
    // Its own fault is told where it stands.
    return []
  }
}
