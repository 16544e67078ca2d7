import { DatabaseSync } from 'node:sqlite'
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
    await client.query('vacuum (full, analyze)')
  } finally {
    await client.end()
  }
}
