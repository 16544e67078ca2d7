import { copyFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { sql } from './sql.ts'
import { openSqlite } from './sqlite.ts'
import type { Store } from './store.ts'
import { folderForTests } from './testing.ts'

const never = 1_000_000

describe('SQLite: an idle data file', () => {
  const folder = folderForTests()
  const newFile = async () => path.join(await folder(), 'data.sqlite')
  const fill = (store: Store, rows: number, size: number) =>
    store.write(async (tx) => {
      const bytes = new Uint8Array(size)
      for (let n = 0; n < rows; n++) await tx.run(sql`insert into t (n, bytes) values (${n % 7}, ${bytes})`)
    })
  const makeTable = (store: Store) =>
    store.writeAlone(async (tx) => {
      await tx.run(sql`create table t (rid integer primary key, n integer, bytes blob)`)
      await tx.run(sql`create index t_n on t (n)`)
    })
  const count = async (store: Store) => (await store.get<{ n: number }>(sql`select count(*) as n from t`))?.n

  it('contains by itself everything in its log', async () => {
    const store = await openSqlite(await newFile(), { restAfter: 20, tidyAfter: never })
    await makeTable(store)
    await fill(store, 50, 100)
    const copy = `${store.place}.copy`
    const inCopy = () => {
      copyFileSync(store.place, copy)
      const file = new DatabaseSync(copy, { readOnly: true })
      try {
        return { ...file.prepare('select count(*) as n from t').get() }
      } catch (error) {
        return String(error)
      } finally {
        file.close()
      }
    }
    await expect.poll(inCopy).toEqual({ n: 50 })
    await store.close()
  })

  it('is maintained: the planner gets its statistics, and freed space goes back to the disk', async () => {
    const store = await openSqlite(await newFile(), { restAfter: 20, tidyAfter: 50, tidyEvery: 50 })
    await makeTable(store)
    await fill(store, 500, 64_000)
    await expect.poll(() => statSync(store.place).size).toBeGreaterThan(30_000_000)
    const numbers = () =>
      store.all(sql`select tbl from sqlite_stat1 where tbl = 't'`).then(
        (rows) => rows.length,
        () => 0,
      )
    await expect.poll(numbers).toBeGreaterThan(0)
    await store.write((tx) => tx.run(sql`delete from t where rid > 3`))
    await expect.poll(() => statSync(store.place).size).toBeLessThan(20_000_000)
    await fill(store, 2, 100)
    expect(await count(store)).toBe(5)
    await store.close()
    const file = new DatabaseSync(store.place, { readOnly: true })
    expect({ ...file.prepare('pragma integrity_check').get() }).toEqual({ integrity_check: 'ok' })
    file.close()
  })

  it('of an earlier version releases freed space from now on, too, and keeps its rows', async () => {
    const place = await newFile()
    const before = new DatabaseSync(place)
    before.exec('create table t (rid integer primary key, n integer, bytes blob)')
    before.exec('insert into t (rid, n) values (3, 1), (8, 2)')
    before.close()
    const store = await openSqlite(place, { restAfter: never, tidyAfter: never })
    expect(await store.get(sql`pragma auto_vacuum`)).toEqual({ auto_vacuum: 2 })
    expect(await store.all(sql`select rid, n from t`)).toEqual([
      { rid: 3, n: 1 },
      { rid: 8, n: 2 },
    ])
    await store.close()
  })
})
