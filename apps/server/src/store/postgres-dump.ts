import { execFile, spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Message } from '@tavla/contract'
import pg from 'pg'
import { connectionSettings, firstSettings } from './postgres-pool.ts'
import type { TableSum } from './table-sums.ts'

const run = promisify(execFile)

/** Rows that are read at a time. */
const page = 1000
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

/** Reads a dump back into the empty database at `url` by `pg_restore`. @throws PostgresToolFault */
export async function restorePostgres(url: string, dump: string): Promise<void> {
  await withClient(url, (client) => requireTool('pg_restore', client))
  await useTool('pg_restore', ['--no-owner', '--no-acl', '--exit-on-error', dump], url)
}

/**
 * Makes a database beside the one at `url` on the same server, and tells its address.
 * @throws PostgresToolFault where the user of the database may not
 */
export async function createDatabaseBeside(url: string, name: string): Promise<string> {
  try {
    await withClient(url, async (client) => {
      await client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`)
      await client.query(`create database ${pg.escapeIdentifier(name)} template template0`)
    })
  } catch (error) {
    const { code } = error as { code?: string }
    if (code !== '42501') throw error
    throw new PostgresToolFault({ text: 'The database does not let its user make a new database.' }, error)
  }
  const address = new URL(url)
  address.pathname = `/${encodeURIComponent(name)}`
  return address.href
}

/** Drops a database beside the one at `url`, whoever is connected to it. */
export async function dropDatabaseBeside(url: string, name: string): Promise<void> {
  await withClient(url, (client) => client.query(`drop database if exists ${pg.escapeIdentifier(name)} with (force)`))
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionSettings(url))
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
function useTool(tool: string, args: readonly string[], url: string): Promise<void> {
  const address = new URL(url)
  const password = decodeURIComponent(address.password)
  address.password = ''
  const env = { ...process.env, ...(password === '' ? {} : { PGPASSWORD: password }) }
  const child = spawn(pathOf(tool), [...args, '--dbname', address.href], { env, stdio: ['ignore', 'ignore', 'pipe'] })
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
