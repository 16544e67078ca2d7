import { fork } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import { dealDefinition, makeDeal } from './deal.ts'

export interface BareServer {
  pid: number
  port: number
  stop(): void
}

/** Starts bare `node:http` in a process of its own, with the bytes of the answer of `url` as its fixed answer. */
export async function startBareServer(url: string, cookie: string): Promise<BareServer> {
  const response = await fetch(url, { headers: { cookie, 'accept-encoding': 'identity' } })
  if (!response.ok) throw new Error(`${url} answered ${response.status}`)
  // Headers that Node sends by itself.
  const own = new Set(['date', 'connection', 'keep-alive', 'transfer-encoding'])
  const headers = [...response.headers].filter(([name]) => !own.has(name)).flat()
  const child = fork(path.join(import.meta.dirname, 'bare-server.ts'))
  child.send({ headers, body: await response.text() })
  const [port] = (await once(child, 'message')) as [number]
  return { pid: child.pid as number, port, stop: () => child.disconnect() }
}

/** The site's own database file, read without any code of the product. */
export class BareSql {
  readonly #db: DatabaseSync
  /** Table of the deals. */
  readonly table: string

  constructor(dir: string) {
    this.#db = new DatabaseSync(path.join(dir, 'store/data.sqlite'), { readOnly: true })
    this.#db.exec('pragma cache_size=-32768')
    const found = this.#db.prepare('select table_name from entity_table where entity = ?').get(dealDefinition.id)
    this.table = String(found?.table_name)
  }

  /** Ids from all over the table. */
  ids(wanted: number): string[] {
    const rows = this.#db
      .prepare(`select id from ${this.table} where rid % max(1, (select max(rid) / ? from ${this.table})) = 0 limit ?`)
      .all(wanted, wanted)
    return rows.map(({ id }) => String(id))
  }

  /** Reads each row of each table, one by one. Resolves to their number. */
  readEverything(): number {
    const tables = this.#db
      .prepare(
        `select name from pragma_table_list where schema = 'main' and type = 'table' and name not like 'sqlite_%'`,
      )
      .all()
    let rows = 0
    for (const { name } of tables) {
      for (const _row of this.#db.prepare(`select * from "${String(name)}"`).iterate()) rows++
    }
    return rows
  }

  /** All deals as lines of text, by nothing but a statement and a join: lines in a second. */
  linesPerSecond(): number {
    const names = Object.keys(makeDeal(0)).map((name) => `c_${name}`)
    const statement = this.#db.prepare(`select ${names.join()} from ${this.table}`)
    statement.setReturnArrays(true)
    const began = performance.now()
    let [lines, bytes] = [0, 0]
    for (const values of statement.iterate() as Iterable<unknown>) {
      bytes += (values as unknown[]).join().length
      lines++
    }
    if (bytes === 0) throw new Error('There are no deals')
    return (lines * 1000) / (performance.now() - began)
  }

  /** Runs of the statement in a second, with all its rows, with other values each time. */
  perSecond(sql: string, values: readonly SQLInputValue[][], seconds: number): number {
    const statement = this.#db.prepare(sql)
    return countFor(seconds, (index) => statement.all(...(values[index % values.length] as SQLInputValue[])))
  }

  /** Bytes of the pages that hold data, those of the log included. */
  usedBytes(): number {
    const pragma = (name: string) => Number(Object.values(this.#db.prepare(`pragma ${name}`).get() ?? {})[0])
    return (pragma('page_count') - pragma('freelist_count')) * pragma('page_size')
  }

  close(): void {
    this.#db.close()
  }
}

/** Commits of one row each, one fsync each, on the disk of `dir`: the disk's speed for a single writer. */
export class BareCommits {
  readonly #db: DatabaseSync
  readonly #rows = Array.from({ length: 1000 }, (_, number) => Object.values(makeDeal(number)))

  constructor(dir: string) {
    this.#db = new DatabaseSync(path.join(dir, 'bare-commits.sqlite'))
    this.#db.exec('pragma journal_mode=wal; pragma synchronous=full')
    this.#db.exec(`create table if not exists deal (id integer primary key, ${Object.keys(makeDeal(0)).join()})`)
  }

  perSecond(seconds: number): number {
    const slots = (this.#rows[0] as unknown[]).map(() => '?')
    const insert = this.#db.prepare(`insert into deal values (null, ${slots.join()})`)
    return countFor(seconds, (index) => insert.run(...(this.#rows[index % 1000] as SQLInputValue[])))
  }

  close(): void {
    this.#db.close()
  }
}

function countFor(seconds: number, run: (index: number) => unknown): number {
  const began = performance.now()
  let count = 0
  while (performance.now() - began < seconds * 1000) run(count++)
  return count / ((performance.now() - began) / 1000)
}
