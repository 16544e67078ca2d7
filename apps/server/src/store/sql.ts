import type { Params, Row, SqlParam } from './values.ts'

/**
 * An SQL fragment that keeps its text and its values apart. In a template of `sql`, each `${}` becomes a bound value
 * unless it is itself a fragment; names are quoted. Printed text has `?` for every value.
 */
export class Sql<T = unknown> implements Statement<T> {
  /** The type of the expression's value; exists only for type checks. */
  declare readonly type: T
  readonly #parts: readonly Part[]

  constructor(parts: readonly Part[]) {
    this.#parts = parts
  }

  /** The text, and its values in order. */
  print(): PrintedSql {
    const parameters: SqlParam[] = []
    return { sql: this.#write(parameters), parameters }
  }

  #write(parameters: SqlParam[]): string {
    let text = ''
    for (const part of this.#parts) {
      if (part.sql instanceof Sql) text += part.sql.#write(parameters)
      else if (part.sql !== undefined) text += part.sql
      else {
        text += '?'
        parameters.push(part.value as SqlParam)
      }
    }
    return text
  }
}

/** A statement ready to run: a template of `sql`, or a plan printed earlier, with the values of this call. */
export interface Statement<T = unknown> {
  /** The type of its rows; exists only for type checks. */
  readonly type: T
  print(): PrintedSql
}

export interface PrintedSql {
  /** With `?` for each value. */
  sql: string
  parameters: Params
}

/** Literal text, another fragment, or (without `sql`) a value. */
interface Part {
  sql?: string | Sql
  value?: unknown
}

/** Creates a fragment from a template; each `${}` that is not a fragment becomes a bound value. */
export function sql<T = Row>(texts: TemplateStringsArray, ...values: readonly unknown[]): Sql<T> {
  const parts: Part[] = []
  for (const [index, text] of texts.entries()) {
    if (text) parts.push({ sql: text })
    if (index < values.length) parts.push(partOf(values[index]))
  }
  return new Sql<T>(parts)
}

/** A name, or names joined with dots, quoted. */
sql.id = (...names: readonly string[]): Sql =>
  new Sql([{ sql: names.map((name) => `"${name.replaceAll('"', '""')}"`).join('.') }])

sql.table = (name: string): Sql => sql.id(name)

/** A value, even if it looks like a fragment or a list. */
sql.val = <T>(value: T): Sql<T> => new Sql<T>([{ value }])

/** Joins fragments or values with `separator`, by default a comma. */
sql.join = (items: readonly unknown[], separator: Sql = sql`, `): Sql =>
  new Sql(items.flatMap((item, index) => (index === 0 ? [partOf(item)] : [{ sql: separator }, partOf(item)])))

/** Writes a whole number of the program's own into the text. @throws TypeError for any other value */
sql.lit = (value: number): Sql => {
  if (!Number.isSafeInteger(value)) throw new TypeError(`${value} is no whole number`)
  return new Sql([{ sql: String(value) }])
}

/** Writes text of the program's own. Never pass text that came from outside. */
sql.raw = (text: string): Sql => new Sql([{ sql: text }])

const partOf = (value: unknown): Part => (value instanceof Sql ? { sql: value } : { value })
