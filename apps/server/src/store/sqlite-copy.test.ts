import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { StoreUnavailable } from './errors.ts'
import { sql } from './sql.ts'
import { sumSqliteTables } from './sqlite-table-sums.ts'
import { folderForTests, sqliteForTests } from './testing.ts'

const open = sqliteForTests()
const folder = folderForTests()

test('a copy made under steady writes ends, and shows one moment', async () => {
  const store = await open()
  await store.writeAlone((tx) => tx.run(sql`create table numbers (n integer, pair integer, filler text)`))
  const add = (n: number) =>
    store.write(async (tx) => {
      await tx.run(sql`insert into numbers values (${n}, 1, ${'x'.repeat(20_000)})`)
      await tx.run(sql`insert into numbers values (${n}, 2, ${'x'.repeat(20_000)})`)
    })
  for (let n = 0; n < 100; n++) await add(n)
  let written = 100
  let isDone = false
  const writer = async () => {
    while (!isDone) await add(written++)
  }
  const writing = writer()
  const target = path.join(await folder(), 'copy.sqlite')
  await store.backup?.(target)
  isDone = true
  await writing
  const copy = new DatabaseSync(target, { readOnly: true })
  const row = copy.prepare('select count(*) as rows, count(distinct n) as numbers, max(n) as last from numbers').get()
  copy.close()
  const [rows, numbers, last] = Object.values(row ?? {}).map(Number) as [number, number, number]
  expect([rows, last]).toEqual([numbers * 2, numbers - 1])
  expect(numbers).toBeGreaterThanOrEqual(100)
  expect(numbers).toBeLessThanOrEqual(written)
  expect(statSync(target).mode & 0o077).toBe(0)
})

test('equal tables have equal sums, and a changed value changes those of its table alone', async () => {
  const store = await open()
  await store.writeAlone(async (tx) => {
    await tx.run(sql`create table one (a text, b integer, c real)`)
    await tx.run(sql`create table other (a text)`)
    await tx.run(sql`insert into one values ('12', 9007199254740993, 1.5), (null, 12, 2)`)
    await tx.run(sql`insert into other values ('שלום')`)
  })
  const sumsNow = async (name: string) => {
    const target = path.join(await folder(), name)
    await store.backup?.(target)
    return sumSqliteTables(target)
  }
  const before = await sumsNow('before.sqlite')
  expect(before.map(({ table, rows }) => [table, rows])).toEqual([
    ['one', 2],
    ['other', 1],
  ])
  expect(await sumsNow('again.sqlite')).toEqual(before)
  await store.writeAlone((tx) => tx.run(sql`update one set b = 9007199254740992 where b > 100`))
  const after = await sumsNow('after.sqlite')
  expect(after[0]).not.toEqual(before[0])
  expect(after[1]).toEqual(before[1])
})

test('a file that is no database is refused by name of the fault', async () => {
  const file = path.join(await folder(), 'other')
  writeFileSync(file, 'no database at all, but long enough to have a header of a hundred bytes'.repeat(10))
  expect(() => sumSqliteTables(file)).toThrow(StoreUnavailable)
})
