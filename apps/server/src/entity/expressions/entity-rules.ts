import { compileExpression, type Expression, orderFormulas } from '@tavla/expressions'
import type { Engine } from '../engine.ts'
import type { Field } from '../model/field.ts'
import type { Model } from '../model/model.ts'
import { type Fetch, fetchesOf } from './fetches.ts'
import { type ExpressionKey, type ExpressionSource, sourcesOf } from './sources.ts'

/** The conditions of one field. */
export type FieldConditions = { field: Field } & Partial<Record<Exclude<ExpressionKey, 'formula'>, Expression>>

/** The rules about a record itself, or about the rows of one of its tables. */
export interface PartRules {
  conditions: readonly FieldConditions[]
  fetches: readonly Fetch[]
}

export interface Formula {
  /** The entity in whose definition it stands. */
  owner: Model
  table: Field | undefined
  field: Field
  expression: Expression
}

/** The expressions of an entity and of its rows, ready to run (docs/reference/expressions.md). */
export interface EntityRules extends PartRules {
  /** In the order in which they are worked out. */
  formulas: readonly Formula[]
  /** By the names of Table fields; those without rules are left out. */
  tables: ReadonlyMap<string, PartRules>
}

const compiled = new WeakMap<Model, { engine: Engine; generation: number; rules: EntityRules | undefined }>()

/** The rules of an entity; undefined when it has none, as most have. The rows' entities can change without this one. */
export function rulesOf(engine: Engine, model: Model): EntityRules | undefined {
  const { generation } = engine.models
  const known = compiled.get(model)
  if (known?.generation === generation && known.engine === engine) return known.rules
  const rules = compileRules(model, (entity) => engine.models.get(entity))
  compiled.set(model, { engine, generation, rules })
  return rules
}

function compileRules(model: Model, lookup: (entity: string) => Model | undefined): EntityRules | undefined {
  const sources = sourcesOf(model, lookup)
  const partOf = (table: Field | undefined): PartRules => ({
    conditions: conditionsOf(sources.filter((source) => source.table === table)),
    fetches: fetchesOf(model, lookup, table),
  })
  const parts = model.tables.map((table) => [table.name, partOf(table)] as const)
  const tables = new Map(parts.filter(([, part]) => part.conditions.length + part.fetches.length > 0))
  const own = partOf(undefined)
  if (sources.length === 0 && own.fetches.length === 0 && tables.size === 0) return undefined
  const formulas = sources.flatMap((source) => {
    const expression = source.key === 'formula' ? compile(source) : undefined
    return expression ? [{ owner: source.owner, table: source.table, field: source.field, expression }] : []
  })
  return { ...own, tables, formulas: orderFormulas(formulas).ordered }
}

function conditionsOf(sources: readonly ExpressionSource[]): FieldConditions[] {
  const byField = Map.groupBy(
    sources.filter(({ key }) => key !== 'formula'),
    ({ field }) => field,
  )
  return [...byField].map(([field, list]) => ({
    field,
    ...Object.fromEntries(list.map((source) => [source.key, compile(source)])),
  }))
}

/** A definition is checked before it is saved; what another version of the program refuses now has no effect. */
function compile({ text, names, result }: ExpressionSource): Expression | undefined {
  try {
    return result && compileExpression(text, names, result)
  } catch {
    return undefined
  }
}
