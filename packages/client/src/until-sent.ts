const unsent = '~'

/** The id of a new record until the server gives one. */
export const idUntilSent = (operation: string): string => unsent + operation

/** True for a record whose id the server has yet to give. */
export const isUntilSent = (id: string): boolean => id.startsWith(unsent)
