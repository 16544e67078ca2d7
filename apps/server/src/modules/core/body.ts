/** A request body that is not validated yet. */
export type Body = Readonly<Record<string, unknown>>
