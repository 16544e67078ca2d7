import { spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, it } from 'vitest'
import { StoreUnavailable } from './errors.ts'
import { sql } from './sql.ts'
import { openSqlite } from './sqlite.ts'
import type { Store, TableSpec, Tx } from './store.ts'
import { folderForTests, sqliteForTests } from './testing.ts'

const numbers: TableSpec = {
  name: 'numbers',
  columns: [
    { name: 'n', kind: 'integer' },
    { name: 'words', kind: 'text' },
  ],
  indexes: [],
  search: ['words'],
}

const makeTable = (store: Store) => store.writeAlone((tx) => store.dialect.syncTable(tx, numbers))
const add = (n: number) => (tx: Tx) => tx.run(sql`insert into numbers (n) values (${n})`)
const count = async (store: Store) => (await store.get<{ n: number }>(sql`select count(*) as n from numbers`))?.n

describe('SQLite: the search index', () => {
  const folder = folderForTests()
  const search = async (store: Store, needle: string) => {
    const found = store.dialect.contains('numbers', ['words'], store.dialect.searchParam(['words'], needle))
    const rows = await store.all<{ n: number }>(sql`select n from numbers where ${found} order by n`)
    const counted = store.dialect.countContaining('numbers', ['words'], store.dialect.searchParam(['words'], needle))
    const count = await store.get(counted)
    expect(count?.n).toBe(rows.length)
    return rows.map((row) => row.n)
  }
  const backlog = async (store: Store) =>
    (await store.get<{ n: number }>(sql`select count(*) as n from numbers$backlog`))?.n
  const indexed = (store: Store) => expect.poll(() => backlog(store)).toBe(0)
  const insert = (n: number, words: string | null) => (tx: Tx) =>
    tx.run(sql`insert into numbers (n, words) values (${n}, ${words})`)
  const reword = (n: number, words: string | null) => (tx: Tx) =>
    tx.run(sql`update numbers set words = ${words} where n = ${n}`)
  const remove = (n: number) => (tx: Tx) => tx.run(sql`delete from numbers where n = ${n}`)

  it('is right at once, and still right after the changed rows have been indexed', async () => {
    for (const later of [false, true]) {
      const store = await openSqlite(path.join(await folder(), 'data.sqlite'), { indexAfter: later ? 1 : 1_000_000 })
      const settled = () => (later ? indexed(store) : undefined)
      await makeTable(store)
      await Promise.all(
        [insert(1, 'one apple'), insert(2, 'two pears'), insert(3, null)].map((one) => store.write(one)),
      )
      await settled()
      expect(await search(store, 'apple')).toEqual([1])
      await Promise.all([reword(1, 'one pear'), reword(3, 'apple pie'), remove(2)].map((one) => store.write(one)))
      await settled()
      expect([await search(store, 'apple'), await search(store, 'pear')]).toEqual([[3], [1]])
      await Promise.all([reword(3, 'cherry'), reword(3, 'plum tart'), reword(1, null)].map((one) => store.write(one)))
      await store.write(insert(4, 'plum'))
      await store.write(reword(4, 'plum jam'))
      await settled()
      expect([await search(store, 'apple'), await search(store, 'pear'), await search(store, 'plum')]).toEqual([
        [],
        [],
        [3, 4],
      ])
      await store.write(remove(4))
      await store.write(remove(3))
      await settled()
      expect(await search(store, 'plum')).toEqual([])
      await store.write(add(5))
      expect(await count(store)).toBe(2)
      if (later)
        await store.write((tx) => tx.run(sql`insert into numbers$search (numbers$search) values ('integrity-check')`))
      await store.close()
    }
  })

  it('indexes at the next start the rows that it had not indexed before', async () => {
    const file = path.join(await folder(), 'data.sqlite')
    const before = await openSqlite(file, { indexAfter: 1_000_000 })
    await makeTable(before)
    for (let n = 0; n < 5; n++) await before.write(insert(n, `word ${n}`))
    expect(await backlog(before)).toBe(5)
    await before.close()
    const after = await openSqlite(file, { indexBatch: 2, indexAfter: 1 })
    await indexed(after)
    expect(await search(after, 'word')).toEqual([0, 1, 2, 3, 4])
    await after.close()
  })

  it('keeps up with many writes at once', async () => {
    const store = await openSqlite(path.join(await folder(), 'data.sqlite'), { indexBatch: 10, indexAfter: 1 })
    await makeTable(store)
    await Promise.all(Array.from({ length: 300 }, (_, n) => store.write(insert(n, `word ${n % 3}`))))
    await Promise.all(Array.from({ length: 300 }, (_, n) => store.write(reword(n, `term ${n % 2}`))))
    await indexed(store)
    expect(await search(store, 'word')).toEqual([])
    expect(await search(store, 'term 1')).toHaveLength(150)
    await store.close()
  })

  it('merges what its batches left behind, also in a file of a version that left it to the commits', async () => {
    const file = path.join(await folder(), 'data.sqlite')
    const before = await openSqlite(file, { indexAfter: 1_000_000 })
    await makeTable(before)
    await before.write((tx) => tx.run(sql`insert into numbers$search (numbers$search, rank) values ('automerge', 16)`))
    for (let n = 0; n < 200; n++) await before.write(insert(n, `word ${n}`))
    await before.close()
    const after = await openSqlite(file, { indexBatch: 2, indexAfter: 1 })
    const left = sql<{ n: number }>`select count(distinct segid) as n from numbers$search_idx`
    // A hundred batches leave six merged parts and four of their own.
    await expect.poll(async () => [await backlog(after), (await after.get(left))?.n]).toEqual([0, 10])
    const setting = sql<{ v: number }>`select v from numbers$search_config where k = 'automerge'`
    expect(await after.get(setting)).toEqual({ v: 0 })
    expect(await search(after, 'word')).toHaveLength(200)
    await after.close()
  })
})

describe('SQLite: writes that share a commit', () => {
  // A group of these tests ends by its writes, however slow the machine is.
  const open = sqliteForTests({ stuckAfter: 20, groupTime: 60_000 })

  it('all fail together when the shared commit fails, nothing stays, and later writes work', async () => {
    const store = await open()
    await makeTable(store)
    const setPages = (pages: number) => store.write((tx) => tx.get(sql`pragma max_page_count = ${sql.lit(pages)}`))
    await setPages(20)
    // The search index is flushed at the commit, and there the disk runs full.
    const long = Array.from({ length: 4_000 }, (_, index) => `word${index}`).join(' ')
    const fill = (rid: number) => (tx: Tx) =>
      tx.run(sql`insert into numbers$search (rowid, s_words) values (cast(${rid} as integer), ${long})`)
    const outcomes = await Promise.allSettled([store.write(add(1)), store.write(add(2)), store.write(fill(3))])
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
    expect(await count(store)).toBe(0)
    await setPages(1_000_000)
    await Promise.all([store.write(add(1)), store.write(fill(3))])
    expect(await count(store)).toBe(1)
  })

  it('a write that fails after a change leaves the others of its group intact', async () => {
    const store = await open()
    await makeTable(store)
    const told: number[] = []
    const added = (n: number) =>
      store.write(async (tx) => {
        tx.afterCommit(() => told.push(n))
        await add(n)(tx)
        return n
      })
    const failing = (n: number) =>
      store.write(async (tx) => {
        tx.afterCommit(() => told.push(n))
        await add(n)(tx)
        throw new Error(`no ${n}`)
      })
    for (const first of [10, 20]) {
      const group = [added(first), failing(first + 1), added(first + 2), failing(first + 3), added(first + 4)]
      expect(await Promise.allSettled(group)).toMatchObject([
        { value: first },
        { reason: { message: `no ${first + 1}` } },
        { value: first + 2 },
        { reason: { message: `no ${first + 3}` } },
        { value: first + 4 },
      ])
    }
    const kept = [10, 12, 14, 20, 22, 24]
    expect(await store.all(sql`select n from numbers order by rowid`)).toEqual(kept.map((n) => ({ n })))
    expect(told).toEqual(kept)
  })

  it('a full disk fails only the group that meets it: later writes and the store go on', async () => {
    const store = await open()
    await store.writeAlone((tx) => tx.run(sql`create table numbers (n integer, bytes blob)`))
    await store.write((tx) => tx.get(sql`pragma max_page_count = 10`))
    const large = async (tx: Tx) => {
      await tx.run(sql`insert into numbers (bytes) values (${new Uint8Array(100_000)})`)
    }
    const hidden = async (tx: Tx) => {
      await large(tx).catch(() => {})
      // The transaction is gone, so this row must not be saved by itself.
      await add(99)(tx).catch(() => {})
    }
    for (const change of [large, hidden]) {
      const outcomes = await Promise.allSettled([store.write(add(1)), store.write(change), store.write(add(2))])
      const full = { reason: { name: 'StoreUnavailable', message: 'The disk is full.' } }
      expect(outcomes).toMatchObject([full, full, { status: 'fulfilled' }])
    }
    expect(await store.all(sql`select n from numbers`)).toEqual([{ n: 2 }, { n: 2 }])
  })

  it('a short write waits for no long one that came after it, and the long ones go on', async () => {
    const store = await open()
    await makeTable(store)
    const told: string[] = []
    const long = async (tx: Tx) => {
      for (let n = 0; n < 50; n++) await add(n)(tx)
      told.push('long')
    }
    await Promise.all([
      store.write(long, true),
      store.write(add(1)).then(() => told.push('short')),
      store.write(long, true),
      store.write(add(2)).then(() => told.push('short')),
    ])
    expect(told).toEqual(['long', 'short', 'long', 'short'])
    expect(await count(store)).toBe(102)
  })

  it('a burst larger than one group is saved completely', async () => {
    const store = await open()
    await makeTable(store)
    await Promise.all(Array.from({ length: 1_000 }, (_, n) => store.write(add(n))))
    expect(await count(store)).toBe(1_000)
  })

  it('callbacks run in the order of the writes, each before its own caller goes on', async () => {
    const store = await open()
    await makeTable(store)
    const told: number[] = []
    const writes = Array.from({ length: 150 }, (_, n) =>
      store
        .write(async (tx) => {
          await add(n)(tx)
          tx.afterCommit(() => told.push(n))
        })
        .then(() => expect(told).toContain(n)),
    )
    await Promise.all(writes)
    expect(told).toEqual(Array.from({ length: 150 }, (_, n) => n))
  })

  it('a write inside a write is aborted instead of blocking all writes', async () => {
    const store = await open()
    await makeTable(store)
    const nested = store.write(async (tx) => {
      await add(1)(tx)
      await store.write(add(2))
    })
    await expect(nested).rejects.toThrow('waited for something other than its own transaction')
    await store.write(add(3))
    expect(await store.all(sql`select n from numbers order by n`)).toEqual([{ n: 2 }, { n: 3 }])
  })

  it('a reader gets its turn between groups', async () => {
    const store = await open()
    await makeTable(store)
    const seen = new Set<number | undefined>()
    const writes = Array.from({ length: 400 }, (_, n) => store.write(add(n)))
    let ready = false
    const look = async () => {
      while (!ready) {
        seen.add(await count(store))
        await new Promise((resolve) => setImmediate(resolve))
      }
    }
    const looking = look()
    await Promise.all(writes)
    ready = true
    await looking
    expect(seen.size).toBeGreaterThan(2)
  })

  it('a reader gets its turn within a long write, whose statements keep their order', async () => {
    const store = await open()
    await makeTable(store)
    const wanted = 20_000
    const seen: number[] = []
    let isOver = false
    const writing = store
      .write((tx) =>
        Promise.all(Array.from({ length: wanted }, (_, n) => tx.run(sql`insert into numbers (n) values (${n})`))),
      )
      .finally(() => {
        isOver = true
      })
    while (!isOver) {
      seen.push((await count(store)) ?? -1)
      await new Promise((resolve) => setImmediate(resolve))
    }
    await writing
    expect(seen.length).toBeGreaterThan(3)
    expect(new Set(seen)).toEqual(new Set([0]))
    const rows = await store.all<{ n: number }>(sql`select n from numbers order by rowid`)
    expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: wanted }, (_, n) => n))
  })
})

describe('SQLite: definitions of a large file', () => {
  const open = sqliteForTests({ ownThreadFrom: 0, readerIdle: 1 })
  const folder = folderForTests()
  const many = sql`insert into numbers (n)
    with recursive s (n) as (select 1 union all select n + 1 from s where n < 300000) select n from s`

  it('change while reads go on, and later writes follow', async () => {
    const store = await open()
    await makeTable(store)
    const order: string[] = []
    const note = (what: string) => () => order.push(what)
    let begun = () => {}
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve
    })
    const filling = store
      .writeAlone((tx) => {
        begun()
        return tx.run(many)
      })
      .then(note('changed'))
    await isBegun
    const writing = store.write(add(0)).then(note('written'))
    expect(await count(store)).toBe(0)
    order.push('read')
    await Promise.all([filling, writing])
    expect(order).toEqual(['read', 'changed', 'written'])
    expect(await count(store)).toBe(300_001)
  })

  it('stay unchanged after a failed change, and the next one works', async () => {
    const store = await open()
    await makeTable(store)
    const unique = sql`create unique index one_each on numbers (n)`
    await store.writeAlone((tx) => tx.run(unique))
    await store.write(add(1))
    const twice = store.writeAlone(async (tx) => {
      await tx.run(sql`alter table numbers add column more text`)
      await add(1)(tx)
    })
    await expect(twice).rejects.toMatchObject({ name: 'UniqueViolation', columns: ['n'] })
    await store.writeAlone((tx) => tx.run(sql`alter table numbers add column more integer`))
    expect(await store.all(sql`select n, more from numbers`)).toEqual([{ n: 1, more: null }])
  })

  it('stay unchanged when the store is closed during a change', async () => {
    const store = await open()
    await makeTable(store)
    const filling = store.writeAlone(async (tx) => {
      await tx.run(many)
      throw new Error('no')
    })
    await Promise.all([expect(filling).rejects.toThrow('no'), store.close()])
    const file = new DatabaseSync(store.place, { readOnly: true })
    expect({ ...file.prepare('select count(*) as n from numbers').get() }).toEqual({ n: 0 })
    file.close()
  })

  it('a change that waits for another write is aborted, a long one is not', async () => {
    const file = path.join(await folder(), 'data.sqlite')
    const store = await openSqlite(file, { ownThreadFrom: 0, stuckAfter: 20 })
    await makeTable(store)
    const nested = store.writeAlone(async () => {
      await store.write(add(2))
    })
    await expect(nested).rejects.toThrow('waited for something other than its own transaction')
    await store.writeAlone((tx) => tx.run(many))
    expect(await count(store)).toBe(300_001)
    await store.close()
  })
})

describe('SQLite: the file', () => {
  const open = sqliteForTests()
  const folder = folderForTests()

  it('holds every acknowledged write after the process was killed', async () => {
    const file = path.join(await folder(), 'killed.sqlite')
    const code = `
      import { sql } from ${JSON.stringify(new URL('./sql.ts', import.meta.url).href)}
      import { openSqlite } from ${JSON.stringify(new URL('./sqlite.ts', import.meta.url).href)}
      const store = await openSqlite(${JSON.stringify(file)})
      await store.writeAlone((tx) => tx.run(sql\`create table numbers (n integer)\`))
      let next = 0
      const writer = async () => {
        for (;;) {
          const n = next++
          await store.write((tx) => tx.run(sql\`insert into numbers (n) values (\${n})\`))
          process.stdout.write(n + '\\n')
        }
      }
      for (let i = 0; i < 8; i++) writer()`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: ['ignore', 'pipe', 'inherit'] })
    const acknowledged: number[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      if (line !== '') acknowledged.push(Number(line))
      if (acknowledged.length === 500) child.kill('SIGKILL')
    }
    // The kill may have cut the last line short.
    acknowledged.pop()
    const store = await openSqlite(file)
    const rows = await store.all<{ n: number }>(sql`select n from numbers`)
    await store.close()
    const kept = new Set(rows.map((row) => row.n))
    expect(acknowledged.length).toBeGreaterThan(400)
    expect(acknowledged.filter((n) => !kept.has(n))).toEqual([])
  })

  it('is readable by its owner only', async () => {
    const store = await open()
    await makeTable(store)
    for (const suffix of ['', '-wal']) expect(statSync(store.place + suffix).mode & 0o077).toBe(0)
  })

  it('is complete without its log after closing', async () => {
    const store = await open()
    await makeTable(store)
    await store.write(add(1))
    await store.heavy.get(sql`select 1 as one`)
    await store.close()
    expect(statSync(`${store.place}-wal`, { throwIfNoEntry: false })).toBeUndefined()
    await expect(store.write(add(2))).rejects.toThrow(StoreUnavailable)
    await expect(store.heavy.all(sql`select 1 as one`)).rejects.toThrow(StoreUnavailable)
  })

  it('lets accepted writes finish when it is closed', async () => {
    const store = await open()
    await makeTable(store)
    const writes = Promise.all(Array.from({ length: 100 }, (_, n) => store.write(add(n))))
    await store.close()
    await writes
    const file = new DatabaseSync(store.place, { readOnly: true })
    expect({ ...file.prepare('select count(*) as n from numbers').get() }).toEqual({ n: 100 })
    file.close()
  })

  it('has a log that stays bounded under steady writing', async () => {
    const store = await open()
    await store.writeAlone((tx) => tx.run(sql`create table numbers (n integer, bytes blob)`))
    const bytes = new Uint8Array(64_000)
    const write = (n: number) =>
      store.write((tx) =>
        tx.run(sql`insert or replace into numbers (rowid, n, bytes) values (${n % 500}, ${n}, ${bytes})`),
      )
    // 512 MB through a file of 32 MB; the thread that copies the log may start late on a busy machine.
    for (let round = 0; round < 1_000; round++) {
      await Promise.all(Array.from({ length: 8 }, (_, index) => write(round * 8 + index)))
    }
    expect(statSync(`${store.place}-wal`).size).toBeLessThan(256_000_000)
  })

  it('that cannot be opened is named in one sentence', async () => {
    const missing = path.join(await folder(), 'no', 'such', 'folder.sqlite')
    await expect(openSqlite(missing)).rejects.toThrow(`The data file ${missing} cannot be opened: `)
    const store = await open()
    const text = `${store.place}.txt`
    writeFileSync(text, 'This is a letter, not a database. '.repeat(200))
    await expect(openSqlite(text)).rejects.toThrow('The file is not a database.')
  })
})
