import type { Engine } from '../engine.ts'
import { namesInFilters } from '../model/filter-names.ts'
import type { Model } from '../model/model.ts'
import { rulesOf } from './entity-rules.ts'
import { addFormulasOver } from './rolled-up-fields.ts'
import { isRefused, partsOf, type RollupParts } from './rollup-parts.ts'

/** Paths of fields, those of rows as `<table>.<field>`. */
type Paths = ReadonlySet<string>

/** By the names of entities. */
type Unsure = ReadonlyMap<string, Paths>

const none: Unsure = new Map()
const found = new WeakMap<Engine, { generation: number; number: number; unsure: Unsure }>()

/**
 * The fields whose stored values wait for a recalculation that has not ended, by their entities: those that it is about,
 * and what follows from them in the same record or by roll-ups (reference: expressions, Recalculation).
 */
export function recalculatedFields(engine: Engine): Unsure {
  const { recalculations, models } = engine
  if (recalculations.isEmpty) return none
  const { number } = recalculations
  const known = found.get(engine)
  if (known?.generation === models.generation && known.number === number) return known.unsure
  const unsure = findUnsure(engine)
  found.set(engine, { generation: models.generation, number, unsure })
  return unsure
}

function findUnsure(engine: Engine): Unsure {
  const unsure = new Map<string, Set<string>>()
  const rollups = rollupsOf(engine)
  /** Adds fields and the formulas of the same record over them, then the roll-ups of other entities, which may lead back. */
  const add = (model: Model, paths: Iterable<string>) => {
    const all = unsure.get(model.id) ?? new Set<string>()
    const before = all.size
    for (const path of paths) all.add(path)
    addFormulasOver(engine, model, all)
    if (all.size === before) return
    unsure.set(model.id, all)
    for (const one of rollups) if (looksAt(one, model, all)) add(one.owner, [one.field.name])
  }
  for (const [table, fields] of engine.recalculations.all()) {
    const model = engine.models.byTable(table)
    if (!model) continue
    const derived = derivedPaths(engine, model)
    add(model, fields ? fields.filter((path) => derived.includes(path)) : derived)
  }
  return unsure
}

function rollupsOf({ models }: Engine): RollupParts[] {
  const lookup = (id: string) => models.get(id)
  return models.withRollups().flatMap((id) => {
    const owner = models.require(id)
    return owner.stored.flatMap((field) => {
      const parts = field.definition.rollup ? partsOf(owner, field, lookup) : undefined
      return parts && !isRefused(parts) ? [parts] : []
    })
  })
}

function looksAt({ rollup, source }: RollupParts, model: Model, unsure: Paths): boolean {
  if (source.id !== model.id) return false
  const filters = namesInFilters(rollup.filters, source.id, (name) => source.byName.has(name))
  return [rollup.link, rollup.field ?? '', ...filters].some((path) => unsure.has(path))
}

/** Every field of a record and its rows that is worked out. */
export function derivedPaths(engine: Engine, model: Model): string[] {
  const rolledUp = model.stored.flatMap(({ name, definition }) => (definition.rollup ? [name] : []))
  const formulas = (rulesOf(engine, model)?.formulas ?? []).map(({ table, field }) =>
    table ? `${table.name}.${field.name}` : field.name,
  )
  return [...rolledUp, ...formulas]
}
