import { createHash } from 'node:crypto'
import { describe, expect, it, test } from 'vitest'
import type { Dialect } from './dialect.ts'
import { migrate, migrations } from './migrations.ts'
import { postgresDialect } from './postgres-dialect.ts'
import { PostgresIndexer } from './postgres-indexer.ts'
import { type Statement, sql } from './sql.ts'
import { sqliteDialect } from './sqlite-dialect.ts'
import type { Store, Tx } from './store.ts'
import { checkSystemTables, systemColumns } from './system-columns.ts'
import { eachStore } from './testing.ts'

/**
 * Hashes of the statements that each landed migration sends to the two databases. Data that these migrations upgraded
 * already exists, so a line here is never changed: a table that needs another form gets a new migration.
 */
const landed: readonly (readonly [name: string, sqlite: string, postgres: string])[] = [
  ['createSystemTables', 'd51ea9f19a7c6a73', '8dde6c143ce42c5e'],
  ['addReplyTo', 'b694425086aba654', 'cf0e6ef9c4f559e9'],
  ['addHqEndings', 'f9db429f9842e71b', '8456b7aa79dd459f'],
  ['addFieldNotes', '5c0a3319e8f6ab56', 'd52ba9607f3016b4'],
  ['addTrash', '0214c21b4bee9e90', '3fa01decfd1173b2'],
  ['addFieldReturns', 'bd08bcde7623dffd', '803a42818f256c4d'],
  ['dropRepeats', '06e347d44824de56', '06e347d44824de56'],
  ['addJobTasks', 'd7547a61519e9f57', 'db75da391def9ddb'],
  ['addImports', '3bc8326c8138f7e6', '4a807014bf6acf7e'],
  ['addJobStates', '6f7cf6f4c236294f', 'cae493004a1de5c1'],
  ['addToldPeople', '39055606734179bc', '5d0bf305db66cdde'],
]

const noIndexer = new PostgresIndexer(() => Promise.reject(new Error('Nothing is run')))
const dialects = [sqliteDialect, postgresDialect(undefined, noIndexer)]

test('a migration that has landed is never edited', async () => {
  const now = await Promise.all(
    migrations.map(async (step) => [step.name, ...(await Promise.all(dialects.map((one) => hashOf(step, one))))]),
  )
  expect(now).toEqual(landed)
})

async function hashOf(step: (typeof migrations)[number], dialect: Dialect): Promise<string> {
  const said: string[] = []
  const note = async <T>(statement: Statement, answer: T) => {
    const { sql: text, parameters } = statement.print()
    said.push(parameters.length > 0 ? `${text} ${JSON.stringify(parameters)}` : text)
    return answer
  }
  const tx: Tx = {
    all: (statement) => note(statement, []),
    get: (statement) => note(statement, undefined),
    run: (statement) => note(statement, 0),
    insert: (statement) => note(statement, 1),
    attempt: (part) => part(),
    beforeCommit: () => undefined,
    afterCommit: () => undefined,
  }
  await step(tx, dialect)
  return createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 16)
}

describe('the system tables', () => {
  eachStore((open) => {
    const columns = async (store: Store, table: string) => {
      const [row] = await store.all(
        store.dialect.name === 'sqlite'
          ? sql`select json_group_array(name) as names from pragma_table_info(${table})`
          : sql`select json_agg(column_name)::text as names from information_schema.columns where table_name = ${table}`,
      )
      return (JSON.parse(String(row?.names)) as string[]).toSorted()
    }

    it('match the columns that the program expects', async () => {
      const store = await open()
      await migrate(store)
      await checkSystemTables(store, store.place)
      for (const [table, names] of Object.entries(systemColumns)) {
        expect([table, await columns(store, table)]).toEqual([table, names.toSorted()])
      }
      const tables = await store.all<{ name: string }>(
        store.dialect.name === 'sqlite'
          ? sql`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`
          : sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
      )
      const known = [...Object.keys(systemColumns), 'migration'].toSorted()
      expect(tables.map(({ name }) => name).toSorted()).toEqual(known)
    })

    it.each([
      ['a table', 'drop table inbox', 'inbox'],
      ['a column', 'alter table outbox drop column lane', 'lane'],
    ])('that lack %s are reported in one sentence', async (_what, change, name) => {
      const store = await open()
      await migrate(store)
      await store.writeAlone((tx) => tx.run(sql.raw(change)))
      const check = checkSystemTables(store, store.place)
      await expect(check).rejects.toThrow(/^The data in .* was made by a version of Tavla that was never released/)
      await expect(check).rejects.toThrow(name)
    })
  })
})
