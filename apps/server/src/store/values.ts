/** What a column holds and a row brings back. Integers beyond 2^53 arrive as the nearest number. */
export type SqlValue = string | number | null | Uint8Array
/** What can be bound: never a Date, a plain object, a boolean or a number that is not finite (`Dialect.listParam` makes the lists). */
export type SqlParam = SqlValue | readonly (string | number)[]
export type Row = Record<string, SqlValue>
export type Params = readonly SqlParam[]
