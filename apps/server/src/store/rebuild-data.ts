import { DatabaseSync } from 'node:sqlite'
import type { Client } from 'pg'
import { connectionSettings } from './postgres-pool.ts'

/**
 * Writes the whole database anew, so that nothing of a row that was changed or deleted stays in it, nor in what the
 * planner noted. No other connection may have it open.
 * @throws the database's own error
 */
export async function rebuildData(where: { file: string; url: string | undefined }): Promise<void> {
  if (where.url === undefined) rebuildFile(where.file)
  else await rebuildDatabase(where.url)
}

function rebuildFile(file: string): void {
  const db = new DatabaseSync(file)
  try {
    const noted = db.prepare("select name from sqlite_master where name in ('sqlite_stat1', 'sqlite_stat4')").all()
    for (const { name } of noted) db.exec(`delete from ${String(name)}`)
    // In a mode without a log, so that the file itself is written.
    db.exec('pragma journal_mode=delete; vacuum; pragma journal_mode=wal')
  } finally {
    db.close()
  }
}

async function rebuildDatabase(url: string): Promise<void> {
  const { default: pg } = await import('pg')
  const client = new pg.Client(connectionSettings(url))
  await client.connect()
  try {
    await client.query('set statement_timeout = 0')
    await forgetEmpty(client)
    await client.query('vacuum (full, analyze)')
  } finally {
    await client.end()
  }
}

/**
 * Takes back what the planner noted of tables that are empty by now: it would note them anew only once they have rows.
 * A change of a column's type, be it to the same one, is what removes its notes in every release.
 */
async function forgetEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ place: string; changes: string }>(`
    select c.oid::regclass::text as place, string_agg(format('alter column %I type %s%s', a.attname,
      format_type(a.atttypid, a.atttypmod),
      case when a.attcollation <> 0 then ' collate ' || a.attcollation::regcollation::text else '' end), ', ') as changes
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    join pg_stats s on s.schemaname = c.relnamespace::regnamespace::text and s.tablename = c.relname and s.attname = a.attname
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace and a.attnum > 0 and not a.attisdropped
    group by c.oid`)
  for (const { place, changes } of rows) {
    const { rowCount } = await client.query(`select 1 from ${place} limit 1`)
    if (rowCount === 0) await client.query(`alter table ${place} ${changes}`)
  }
}
