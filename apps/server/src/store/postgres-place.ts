import type pg from 'pg'

/** Scheme, host and database: the parts of an address that may be shown. @throws Error when it is no address */
export function placeOf(url: string): string {
  try {
    const { protocol, host, pathname } = new URL(url)
    return `${protocol}//${host}${pathname}`
  } catch {
    throw new Error('The address of the database is not a URL such as postgres://user@host/name.')
  }
}

/** The schema of pg_trgm; undefined where it is missing. */
export async function trigramsOf(client: pg.ClientBase): Promise<string | undefined> {
  const found = await client.query(
    "select n.nspname as name from pg_extension e join pg_namespace n on n.oid = e.extnamespace where e.extname = 'pg_trgm'",
  )
  return found.rows[0]?.name
}
