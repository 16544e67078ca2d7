/** The kinds of value that expressions know. */
export type ValueKind = 'number' | 'text' | 'bool' | 'date'

/** The columns of a Table field by their names. */
export interface Rows {
  columns: ReadonlyMap<string, ValueKind>
}

/** The values that the fields of a record hold, by their names. */
export type Fields = ReadonlyMap<string, ValueKind | Rows>

/** The names that the expressions of one entity may use (reference: expressions, Names). */
export interface Names {
  /** Stored fields by name, `id` and `owner` among them. */
  fields: Fields
  /** In a child entity: the fields of the record that the row belongs to. */
  parent?: Fields
  /** Conditions know who asks and when. */
  hasContext?: boolean
  /** Transitions know the record as it was. */
  hasOld?: boolean
}

/** The person who asks, and the time, for conditions. */
export interface ExpressionContext {
  user: string
  roles: readonly string[]
  /** Texts as Date and Datetime fields have them. */
  today: string
  now: string
  isNew: boolean
}

/** A record or a row as the API gives it: values by fieldname, Table fields as lists of rows. */
export type Values = Readonly<Record<string, unknown>>

/** The values that an expression is worked out on. */
export interface ExpressionInput {
  values: Values
  parent?: Values
  old?: Values
  context?: ExpressionContext
}

/** False for a fieldname that JavaScript needs itself: expressions do not know it. */
export const isUsable = (name: string): boolean => name !== 'constructor'

export const isRows = (kind: ValueKind | Rows): kind is Rows => typeof kind === 'object'

/** Words that expressions need for themselves: a field of such a name is unknown to them. */
export const reservedNames: ReadonlySet<string> = new Set([
  ...['ctx', 'old', 'parent', 'true', 'false', 'null', 'in', 'as', 'break', 'const', 'continue', 'else', 'for'],
  ...['function', 'if', 'import', 'let', 'loop', 'package', 'namespace', 'return', 'var', 'void', 'while'],
])
