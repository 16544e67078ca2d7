/** The id that an address names. The router reads `%2F`, which an id may hold, as a slash, which none may (contract 1.1). */
export const idOf = (param: string | undefined): string | undefined => param?.replaceAll('/', '%2F')
