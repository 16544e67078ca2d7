import { createHash } from 'node:crypto'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { translateSqliteError } from './sqlite-errors.ts'
import type { TableSum } from './table-sums.ts'

/** A thread that opens the file at the same moment holds its lock for an instant. Milliseconds. */
const busyTimeout = 2_000

/**
 * Reads every table of the database that nobody writes, the search index aside, which is made of the others. Blocks its
 * thread: a gigabyte takes some ten seconds.
 * @throws StoreUnavailable for a file that cannot be read
 */
export function sumSqliteTables(file: string): TableSum[] {
  const db = open(file)
  try {
    const tables = db.prepare(
      `select name from pragma_table_list where schema = 'main' and type = 'table' order by name`,
    )
    const names = tables.all().map(({ name }) => String(name))
    return names.filter((name) => !name.startsWith('sqlite_')).map((name) => sumTable(db, name))
  } catch (error) {
    throw translateSqliteError(error)
  } finally {
    db.close()
  }
}

function open(file: string): DatabaseSync {
  try {
    return new DatabaseSync(file, { readOnly: true, timeout: busyTimeout })
  } catch (error) {
    throw translateSqliteError(error)
  }
}

function sumTable(db: DatabaseSync, table: string): TableSum {
  const quoted = `"${table.replaceAll('"', '""')}"`
  const statement = db.prepare(`select * from ${quoted} order by rowid`)
  statement.setReturnArrays(true)
  statement.setReadBigInts(true)
  const hash = createHash('sha256')
  let rows = 0
  for (const values of statement.iterate() as unknown as Iterable<SQLOutputValue[]>) {
    rows += 1
    // One call for each row: a call costs more than the hashing of a short value.
    hash.update(values.map(textOf).join(''))
  }
  return { table, rows, sha256: hash.digest('hex') }
}

/** A letter for the type, and the value with its length or end: no two rows give the same text. */
function textOf(value: SQLOutputValue): string {
  if (value === null) return 'n'
  if (typeof value === 'string') return `t${value.length}:${value}`
  if (typeof value === 'bigint') return `i${value};`
  if (typeof value === 'number') return `r${value};`
  return `b${Buffer.from(value).toString('hex')};`
}
