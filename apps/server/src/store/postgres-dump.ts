import { execFile, spawn } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Message } from '@tavla/contract'
import pg from 'pg'
import { connectionSettings, firstSettings } from './postgres-pool.ts'
import type { TableSum } from './table-sums.ts'

const run = promisify(execFile)

/** Rows that are read at a time. */
const page = 1000
/** Milliseconds. */
const connectTimeout = 10_000
const noLimits = 'set statement_timeout = 0; set idle_in_transaction_session_timeout = 0'
/** The same text of a value on every server. */
const sameTexts =
  "set datestyle = 'ISO'; set intervalstyle = 'postgres'; set timezone = 'UTC'; set bytea_output = 'hex'"

/** A tool of PostgreSQL is missing, too old, or failed; `detail` is a sentence for operators. */
export class PostgresToolFault extends Error {
  override name = 'PostgresToolFault'
  readonly detail: Message

  constructor(detail: Message, cause?: unknown) {
    super(detail.text, cause === undefined ? undefined : { cause })
    this.detail = detail
  }
}

/**
 * Dumps the database at `url` by `pg_dump` of `PG_BIN` or `PATH`, and sums its tables in the same view of the data.
 * @throws PostgresToolFault
 */
export async function dumpPostgres(url: string, target: string): Promise<TableSum[]> {
  return withClient(url, async (client) => {
    await requireTool('pg_dump', client)
    await client.query('begin isolation level repeatable read read only')
    const { rows } = await client.query<{ id: string }>('select pg_export_snapshot() as id')
    const view = ['--snapshot', String(rows[0]?.id)]
    await useTool('pg_dump', ['--format=custom', '--no-owner', '--no-acl', ...view, '--file', target], url)
    return sumTables(client)
  })
}

/** Sums the tables of the database at `url`. @throws PostgresToolFault */
export function sumPostgresTables(url: string): Promise<TableSum[]> {
  return withClient(url, async (client) => {
    await client.query('begin isolation level repeatable read read only')
    return sumTables(client)
  })
}

/**
 * Reads a dump back into the empty database at `url` by `pg_restore`, in one transaction; `signal` ends it.
 * @throws PostgresToolFault
 */
export async function restorePostgres(url: string, dump: string, signal?: AbortSignal): Promise<void> {
  await withClient(url, (client) => requireTool('pg_restore', client))
  await useTool('pg_restore', ['--no-owner', '--no-acl', '--single-transaction', dump], url, signal)
}

/** Removes the tables and functions that reading a dump back made in the database at `url`. @throws PostgresToolFault */
export async function emptyPostgres(url: string): Promise<void> {
  const made = `select format('drop table %s cascade', c.oid::regclass) as statement from pg_class c
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace
    union all select format('drop function %s cascade', p.oid::regprocedure) from pg_proc p
    where p.pronamespace = current_schema()::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')`
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ statement: string }>(made)
    for (const { statement } of rows) await client.query(statement)
  })
}

/**
 * Makes a throw-away database beside the one at `url` on the same server, and tells its address; one of this name is gone.
 * @throws PostgresToolFault where the user of the database may not
 */
export async function createDatabaseBeside(url: string, name: string): Promise<string> {
  const address = addressBeside(url, name)
  await dropDatabase(address, { force: true })
  await createDatabase(address, url)
  return address
}

/** Drops a database beside the one at `url`, whoever is connected to it. */
export async function dropDatabaseBeside(url: string, name: string): Promise<void> {
  await dropDatabase(addressBeside(url, name), { force: true })
}

/** The address of a database beside the one at `url` that is not there yet, of this name or of one that begins with it. */
export async function freeAddressBeside(url: string, name: string): Promise<string> {
  const taken = await onServer(url, (client) => client.query('select from pg_database where datname = $1', [name]))
  return addressBeside(url, taken.rowCount === 0 ? name : `${name}_${randomBytes(4).toString('hex')}`)
}

/**
 * Makes the empty database that `address` names, with the encoding and the locale of the one at `like`.
 * @throws PostgresToolFault where the user of the address may not
 */
export async function createDatabase(address: string, like: string): Promise<void> {
  try {
    await onServer(like, async (client) => {
      const { rows } = await client.query<Record<'encoding' | 'lc_collate' | 'lc_ctype', string>>(
        `select pg_encoding_to_char(encoding) as encoding, datcollate as lc_collate, datctype as lc_ctype
         from pg_database where datname = current_database()`,
      )
      const alike = Object.entries(rows[0] ?? {}).map(([name, value]) => `${name} ${pg.escapeLiteral(value)}`)
      await client.query(`create database ${nameIn(address)} template template0 ${alike.join(' ')}`)
    })
  } catch (error) {
    throw codeOf(error) === refused ? new PostgresToolFault(noNewDatabase, error) : error
  }
}

/** @throws PostgresToolFault where the user of the database at `url` may not make another one, or it does not answer */
export async function requireNewDatabases(url: string): Promise<void> {
  const right = 'select rolcreatedb or rolsuper as may from pg_roles where rolname = current_user'
  const { rows } = await onServer(url, (client) => client.query<{ may: boolean }>(right))
  if (!rows[0]?.may) throw new PostgresToolFault(noNewDatabase)
}

/**
 * Drops the database at `url`, if it is there. Without `force`, one that somebody is connected to, or that is not its
 * user's, stays.
 * @throws PostgresToolFault when its server does not answer
 */
export async function dropDatabase(url: string, { force }: { force: boolean }): Promise<void> {
  try {
    await onServer(
      url,
      (client) => client.query(`drop database if exists ${nameIn(url)}${force ? ' with (force)' : ''}`),
      {
        besides: true,
      },
    )
  } catch (error) {
    if (force || ![inUse, refused].includes(codeOf(error) ?? '')) throw error
  }
}

const noNewDatabase: Message = { text: 'The database does not let its user make a new database.' }
const [refused, inUse, noDatabase] = ['42501', '55006', '3D000']
/** Databases that a server has for those who have none of their own. */
const everywhere = ['postgres', 'template1']

const codeOf = (error: unknown): string | undefined => (error as { code?: string }).code
const nameIn = (url: string): string => pg.escapeIdentifier(decodeURIComponent(new URL(url).pathname.slice(1)))

/** The address of a database of this name on the server of the one at `url`. */
export function addressBeside(url: string, name: string): string {
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

/** As `withClient`, also where the database itself is gone; with `besides` never connected to that one. */
async function onServer<T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  { besides = false }: { besides?: boolean } = {},
): Promise<T> {
  let missing: unknown
  for (const address of [...(besides ? [] : [url]), ...everywhere.map((name) => addressBeside(url, name))]) {
    try {
      return await withClient(address, work)
    } catch (error) {
      const { cause } = error as { cause?: { code?: string } }
      if (cause?.code !== noDatabase) throw error
      missing = error
    }
  }
  throw missing
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...connectionSettings(url), connectionTimeoutMillis: connectTimeout })
  try {
    await client.connect().catch((error: unknown) => {
      throw new PostgresToolFault({ text: 'The database cannot be reached.' }, error)
    })
    await client.query(firstSettings(`${noLimits}; ${sameTexts}`))
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function sumTables(client: pg.Client): Promise<TableSum[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relkind = 'r' and c.relpersistence = 'p'
     and c.relnamespace = current_schema()::regnamespace order by c.relname collate "C"`,
  )
  const sums: TableSum[] = []
  for (const { name } of rows) sums.push(await sumTable(client, name))
  return sums
}

async function sumTable(client: pg.Client, table: string): Promise<TableSum> {
  const name = pg.escapeIdentifier(table)
  await client.query(
    `declare sums no scroll cursor for select t::text as row from ${name} t order by t::text collate "C"`,
  )
  const hash = createHash('sha256')
  let rows = 0
  for (;;) {
    const found = await client.query<{ row: string }>(`fetch ${page} from sums`)
    for (const { row } of found.rows) hash.update(`t${row.length}:${row}`)
    rows += found.rows.length
    if (found.rows.length < page) break
  }
  await client.query('close sums')
  return { table, rows, sha256: hash.digest('hex') }
}

/** @throws PostgresToolFault when no tool as new as the server is found */
async function requireTool(tool: string, client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ major: number }>(
    "select current_setting('server_version_num')::int / 10000 as major",
  )
  const needed = Number(rows[0]?.major)
  const version = await run(pathOf(tool), ['--version']).catch(() => undefined)
  const major = Number(/\s(\d+)/.exec(version?.stdout ?? '')?.[1] ?? 0)
  const text =
    tool === 'pg_dump' ? 'pg_dump of version {0} or newer is needed.' : 'pg_restore of version {0} or newer is needed.'
  if (major < needed) throw new PostgresToolFault({ text, args: [String(needed)] })
}

const pathOf = (tool: string) => (process.env.PG_BIN ? join(process.env.PG_BIN, tool) : tool)

/** The password goes by the environment: the arguments of a process can be seen by everybody on the machine. */
function useTool(tool: string, args: readonly string[], url: string, signal?: AbortSignal): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
  const child = spawn(pathOf(tool), [...args, '--dbname', address.href], {
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
    ...(signal ? { signal } : {}),
  })
  let words = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    words = (words + text).slice(0, 10_000)
  })
  return new Promise((resolve, reject) => {
    child.once('error', (error) => reject(failed(error)))
    child.once('close', (code) => (code === 0 ? resolve() : reject(failed(new Error(words)))))
  })
  function failed(cause: Error): PostgresToolFault {
    return new PostgresToolFault({ text: '{0} ended with an error.', args: [tool] }, cause)
  }
}
