import { type PrintedSql, type Sql, type Statement, sql } from '../../store/sql.ts'
import type { Params, SqlValue } from '../../store/store.ts'

/** A placeholder for a value that is known only when the statement runs. */
export class Slot {
  readonly index: number

  constructor(index: number) {
    this.index = index
  }
}

/** A prepared statement that is printed once and runs many times with different values. */
export class Plan {
  readonly sql: string
  readonly #parameters: readonly unknown[]

  constructor(statement: Sql) {
    const printed = statement.print()
    this.sql = printed.sql
    this.#parameters = printed.parameters
  }

  /** The statement with these values in its slots. */
  with<T>(values: readonly unknown[] = []): Statement<T> {
    return new BoundPlan<T>(this.sql, this.#bind(values))
  }

  #bind(values: readonly unknown[]): Params {
    const bound = new Array<SqlValue>(this.#parameters.length)
    for (let i = 0; i < bound.length; i++) {
      const parameter = this.#parameters[i]
      bound[i] = (parameter instanceof Slot ? values[parameter.index] : parameter) as SqlValue
    }
    return bound
  }
}

class BoundPlan<T> implements Statement<T> {
  declare readonly type: T
  readonly sql: string
  readonly parameters: Params

  constructor(sql: string, parameters: Params) {
    this.sql = sql
    this.parameters = parameters
  }

  print(): PrintedSql {
    return this
  }
}

/** Plans of one engine; the oldest is dropped when there are too many. */
export class PlanCache {
  readonly #plans = new Map<string, Plan>()
  readonly #size: number

  constructor(size = 2000) {
    this.#size = size
  }

  get(key: string, make: () => Plan): Plan {
    let plan = this.#plans.get(key)
    if (!plan) {
      plan = make()
      if (this.#plans.size >= this.#size) this.#plans.delete(this.#plans.keys().next().value as string)
      this.#plans.set(key, plan)
    }
    return plan
  }
}

let families = 0

/** The plans of one place in the code. Each instance has its own key space, so shapes of different places cannot collide. */
export class Plans {
  readonly #family = ++families

  /** `shape` must include everything that determines the statement's text, except the current definitions. */
  of(
    engine: { readonly plans: PlanCache; readonly models: { readonly generation: number } },
    shape: string,
    build: () => Sql,
  ): Plan {
    return engine.plans.get(`${this.#family}|${engine.models.generation}|${shape}`, () => new Plan(build()))
  }
}

/** Begins the `parent_field` of rows whose Table field was removed; no fieldname begins with it. */
export const retiredRowsMark = '~'

export const column = (name: string): Sql<unknown> => sql`${sql.id(name)}`

/** `table.column`, where the same name could mean two tables. */
export const columnOf = (table: string, name: string): Sql<unknown> => sql`${sql.id(table, name)}`

export const and = (conditions: readonly Sql<unknown>[]): Sql<boolean> =>
  conditions.length === 0 ? sql`1 = 1` : sql`${sql.join(conditions, sql` and `)}`

export const or = (conditions: readonly Sql<unknown>[]): Sql<boolean> =>
  conditions.length === 0 ? sql`1 = 0` : sql`(${sql.join(conditions, sql` or `)})`
