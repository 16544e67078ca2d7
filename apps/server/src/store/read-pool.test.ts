import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { StoreUnavailable } from './errors.ts'
import { ReadPool } from './read-pool.ts'
import { sql } from './sql.ts'
import { folderForTests } from './testing.ts'

const slow = (rows: number) =>
  sql`with recursive n (i) as (select 1 union all select i + 1 from n where i < ${rows}) select count(*) as n from n`

describe('reading in threads', () => {
  const folder = folderForTests()
  const pools: ReadPool[] = []
  afterAll(() => Promise.all(pools.map((pool) => pool.close())))

  const openPool = (file: string, idleTime = 60_000, size = 2) => {
    const pool = new ReadPool(file, size, idleTime)
    pools.push(pool)
    return pool
  }
  const makeFile = (file: string) => {
    const db = new DatabaseSync(file)
    db.exec("pragma journal_mode=wal; create table word (text text); insert into word values ('שלום'), ('peace')")
    db.close()
    return file
  }
  const newFile = async () => path.join(await folder(), 'data.sqlite')

  it('starts no thread before the first query, and at most two', async () => {
    const pool = openPool(makeFile(await newFile()))
    expect(pool.threads).toBe(0)
    const reads = Array.from({ length: 20 }, () => pool.all(sql`select text from word order by text`))
    expect(pool.threads).toBe(2)
    for (const rows of await Promise.all(reads)) expect(rows).toEqual([{ text: 'peace' }, { text: 'שלום' }])
  })

  it('keeps the event loop free while a long query runs, and answers short ones beside it', async () => {
    const pool = openPool(makeFile(await newFile()))
    await Promise.all([pool.all(sql`select 1 as one`), pool.all(sql`select 1 as one`)])
    let finished = false
    let turns = 0
    const long = pool.get(slow(3_000_000)).then((row) => {
      finished = true
      return row
    })
    expect(await pool.get(sql`select text from word`)).toEqual({ text: 'שלום' })
    expect(finished).toBe(false)
    while (!finished) {
      turns++
      await nextTurn()
    }
    expect(await long).toEqual({ n: 3_000_000 })
    expect(turns).toBeGreaterThan(1)
  })

  it('starts tasks in the order in which they came', async () => {
    const pool = openPool(makeFile(await newFile()), 60_000, 1)
    const order: number[] = []
    const reads = [100_000, 1, 100_000, 1, 1].map((rows, index) => pool.get(slow(rows)).then(() => order.push(index)))
    await Promise.all(reads)
    expect(order).toEqual([0, 1, 2, 3, 4])
  })

  it('runs the queries of one call in parallel while threads are free, and otherwise one after the other', async () => {
    const pool = openPool(makeFile(await newFile()))
    const order: string[] = []
    const queries = [
      { kind: 'get', statement: slow(100_000) },
      { kind: 'all', statement: sql`select text from word order by text` },
    ] as const
    const expected = [[{ n: 100_000 }], [{ text: 'peace' }, { text: 'שלום' }]]
    expect(await pool.each(queries)).toEqual(expected)
    const before = pool.get(slow(3_000_000)).then(() => order.push('the query before'))
    // One thread is free: it takes both queries of the call before the one that is added later.
    const pair = pool.each(queries).then((answers) => {
      order.push('the call')
      return answers
    })
    const after = pool.get(slow(1)).then(() => order.push('the query after'))
    expect(await pair).toEqual(expected)
    await Promise.all([before, after])
    expect(order).toEqual(['the call', 'the query after', 'the query before'])
  })

  it('rejects all queries of a call with one failure, and goes on', async () => {
    const pool = openPool(makeFile(await newFile()), 60_000, 1)
    const queries = [
      { kind: 'all', statement: sql`select 1 as one` },
      { kind: 'all', statement: sql`select a from nowhere` },
    ] as const
    await expect(pool.each(queries)).rejects.toThrow('nowhere')
    expect(await pool.all(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('refuses to write', async () => {
    const pool = openPool(makeFile(await newFile()))
    await expect(pool.all(sql`insert into word values ('no')`)).rejects.toThrow(StoreUnavailable)
  })

  it('a thread that dies fails only its own query, and the next query gets a new thread', async () => {
    const file = await newFile()
    const pool = openPool(file)
    // There is no file yet, so a thread dies as it starts.
    const lost = await Promise.allSettled([
      pool.all(sql`select 1 as one`),
      pool.all(sql`select 1 as one`),
      pool.all(sql`select 1 as one`),
    ])
    for (const outcome of lost) expect(outcome).toMatchObject({ reason: expect.any(StoreUnavailable) })
    makeFile(file)
    expect(await pool.all(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('ends idle threads', async () => {
    const pool = openPool(makeFile(await newFile()), 1)
    await pool.all(sql`select 1 as one`)
    while (pool.threads > 0) await nextTurn()
    expect(await pool.all(sql`select 1 as one`)).toEqual([{ one: 1 }])
  })

  it('rejects unfinished queries when it is closed', async () => {
    const pool = openPool(makeFile(await newFile()))
    const reads = Array.from({ length: 4 }, () => pool.get(slow(300_000)))
    const outcomes = Promise.allSettled(reads)
    await pool.close()
    for (const outcome of await outcomes)
      expect(outcome).toMatchObject({ reason: { message: 'The database is closed.' } })
  })
})
