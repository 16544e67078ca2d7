/**
 * The id that an address names. The router reads `%2F`, which an id may hold, as a slash, which none may
 * (reference: metadata, Ids and names).
 */
export const idOf = (param: string | undefined): string | undefined => param?.replaceAll('/', '%2F')
