import type { Engine } from '../engine.ts'
import type { Model } from '../model/model.ts'
import { rulesOf } from './entity-rules.ts'

/**
 * The fields whose values change without a version, as paths: roll-ups, and the formulas of a record or its rows that name
 * them, directly or by others. A past state cannot tell them.
 */
export function rolledUpFields(engine: Engine, model: Model): ReadonlySet<string> {
  const found = new Set(model.stored.flatMap(({ name, definition }) => (definition.rollup ? [name] : [])))
  if (found.size > 0) addFormulasOver(engine, model, found)
  return found
}

/** Adds to paths of fields the formulas of the record and its rows that name one of them, directly or by others. */
export function addFormulasOver(engine: Engine, model: Model, paths: Set<string>): void {
  // Formulas stand in the order in which they name each other.
  for (const { table, field, expression } of rulesOf(engine, model)?.formulas ?? []) {
    const isOver = expression.uses.some(({ path }) => {
      if (!table) return paths.has(path)
      return paths.has(path.startsWith('parent.') ? path.slice('parent.'.length) : `${table.name}.${path}`)
    })
    if (isOver) paths.add(table ? `${table.name}.${field.name}` : field.name)
  }
}
