import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { type Migration, migrate, runMigrations } from './migrations.ts'
import { sql } from './sql.ts'
import { eachStore, folderForTests, sqliteForTests } from './testing.ts'

const makeThing: Migration = async (tx) => {
  await tx.run(sql`create table thing (a integer)`)
}
const widenThing: Migration = async (tx) => {
  await tx.run(sql`alter table thing add column b integer`)
}
const fail: Migration = async (tx) => {
  await tx.run(sql`alter table thing add column c integer`)
  throw new Error('Half way')
}

describe('migrating', () => {
  eachStore((open) => {
    it('creates the system tables once', async () => {
      const store = await open()
      await migrate(store)
      await migrate(store)
      await store.write((tx) => tx.run(sql`insert into credential ("user", hash) values ('dana', 'x')`))
      await store.write((tx) => tx.run(sql`insert into outbox (kind, state) values ('Email', 'Waiting')`))
      expect(await store.get(sql`select rid, attempts from outbox`)).toEqual({ rid: 1, attempts: 0 })
    })

    it('runs once when two processes start at the same time', async () => {
      const store = await open()
      await Promise.all([migrate(store), migrate(store)])
      expect(await store.dialect.hasTable(store, 'outbox')).toBe(true)
    })

    it('runs only the steps that an older version lacks', async () => {
      const store = await open()
      await runMigrations(store, [makeThing])
      await store.write((tx) => tx.run(sql`insert into thing (a) values (1)`))
      await runMigrations(store, [makeThing, widenThing])
      expect(await store.all(sql`select a, b from thing`)).toEqual([{ a: 1, b: null }])
    })

    it('is all or nothing', async () => {
      const store = await open()
      await runMigrations(store, [makeThing])
      await expect(runMigrations(store, [makeThing, widenThing, fail])).rejects.toThrow('Half way')
      await expect(store.all(sql`select b from thing`)).rejects.toThrow()
      await runMigrations(store, [makeThing, widenThing])
      expect(await store.all(sql`select a, b from thing`)).toEqual([])
    })

    it('refuses data of a newer version in one sentence', async () => {
      const store = await open()
      await runMigrations(store, [makeThing, widenThing])
      const older = runMigrations(store, [makeThing])
      await expect(older).rejects.toThrow(`The data in ${store.place} was written by a newer version`)
    })
  })

  const open = sqliteForTests()
  const folder = folderForTests()

  it('copies an existing file before changing it', async () => {
    const store = await open()
    const copy = path.join(await folder(), 'before.sqlite')
    await runMigrations(store, [makeThing], { backup: copy })
    await store.write((tx) => tx.run(sql`insert into thing (a) values (1)`))
    await runMigrations(store, [makeThing, widenThing], { backup: copy })
    const before = new DatabaseSync(copy, { readOnly: true })
    expect({ ...before.prepare('select * from thing').get() }).toEqual({ a: 1 })
    before.close()
  })
})
