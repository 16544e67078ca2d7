/** The value of a column. Integers beyond 2^53 arrive as the nearest number. */
export type SqlValue = string | number | null | Uint8Array
/** A value that can be bound: no Date, plain object, boolean or non-finite number (`Dialect.listParam` creates lists). */
export type SqlParam = SqlValue | readonly (string | number)[]
export type Row = Record<string, SqlValue>
export type Params = readonly SqlParam[]
