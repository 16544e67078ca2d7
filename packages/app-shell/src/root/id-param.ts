/**
 * The id in an address. The router decodes `%2F`, which an id may contain, as a slash, which no id may contain
 * (reference: metadata, Ids and names).
 */
export const idOf = (param: string | undefined): string | undefined => param?.replaceAll('/', '%2F')
