import { afterAll, expect, it, vi } from 'vitest'
import type { FaultyLine } from '../testing/faulty-line.ts'
import { startDatabaseProxy } from '../testing/proxy.ts'
import { StoreUnavailable } from './errors.ts'
import { openPostgres, type PostgresOptions } from './postgres.ts'
import { sql } from './sql.ts'
import type { Store } from './store.ts'
import { onPostgres } from './testing.ts'

// Each test waits for limits of several seconds, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 })

const unreachable = 'The database cannot be reached.'
const slow = 'The database did not answer in time.'

onPostgres((_open, newDatabase) => {
  const stores: Store[] = []
  afterAll(() => Promise.all(stores.map((store) => store.close())))

  async function open(address: string, options?: PostgresOptions): Promise<Store> {
    const store = await openPostgres(address, options)
    stores.push(store)
    return store
  }

  /** Opens a store with a table, connected through a line that can break, and a second store on a line that cannot. */
  async function openOverProxy(options?: PostgresOptions): Promise<{ store: Store; beside: Store; proxy: FaultyLine }> {
    const address = await newDatabase()
    const beside = await open(address)
    await beside.writeAlone((tx) => tx.run(sql`create table t (n integer)`))
    const { url, proxy } = await startDatabaseProxy(address)
    return { store: await open(url, options), beside, proxy }
  }

  const read = (store: Store) => store.get(sql`select 1 as one`)
  const add = (store: Store, n: number) => store.write((tx) => tx.run(sql`insert into t values (${n})`))
  const numbers = async (store: Store) =>
    (await store.all<{ n: number }>(sql`select n from t order by n`)).map(({ n }) => n)
  const many = <T>(call: (n: number) => Promise<T>) => Promise.all(Array.from({ length: 12 }, (_, n) => call(n)))
  const backends = async (store: Store) => {
    const rows = await store.all<{ pid: number }>(
      sql`select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows.map(({ pid }) => pid)
  }

  it('connections whose line swallows everything are closed, and calls get new ones', async () => {
    const { store, beside, proxy } = await openOverProxy()
    await Promise.all([many(() => read(store)), many((n) => add(store, n))])
    proxy.freeze()
    proxy.thaw()
    await many(() => read(store))
    await many((n) => add(store, 100 + n))
    expect(await numbers(beside)).toHaveLength(24)
  })

  it('a write on such a line is refused, leaves nothing, and its locks hold up no other write', async () => {
    const { store, beside, proxy } = await openOverProxy()
    await add(store, 1)
    const cut = store.write(async (tx) => {
      await tx.run(sql`update t set n = 2`)
      proxy.freeze()
      proxy.thaw()
      await tx.run(sql`update t set n = 3`)
    })
    await expect(cut).rejects.toThrow(slow)
    await beside.write((tx) => tx.run(sql`update t set n = 4`))
    expect(await numbers(store)).toEqual([4])
  })

  it('while the server answers no connection, calls are told so; they are served again once it answers', async () => {
    const { store, proxy } = await openOverProxy({ readTimeout: 2_000, writeTimeout: 2_000 })
    await Promise.all([many(() => read(store)), many((n) => add(store, n))])
    expect(await store.isReachable()).toBe(true)
    proxy.freeze()
    const calls = await Promise.allSettled([...Array.from({ length: 8 }, () => read(store)), add(store, 100)])
    for (const call of calls) expect(call).toMatchObject({ reason: { name: 'StoreUnavailable' } })
    expect(await store.isReachable()).toBe(false)
    await expect(read(store)).rejects.toThrow(unreachable)
    proxy.thaw()
    await expect.poll(() => store.isReachable()).toBe(true)
    await many(() => read(store))
    await add(store, 101)
    expect((await numbers(store)).at(-1)).toBe(101)
  })

  const named = process.env.TEST_DATABASE_URL !== undefined
  it.skipIf(named || process.getuid?.() !== 0)('server processes that are suspended are left alone', async () => {
    const { store, beside } = await openOverProxy()
    await Promise.all([many(() => read(store)), many((n) => add(store, n))])
    const standing = await backends(beside)
    for (const pid of standing) process.kill(pid, 'SIGSTOP')
    try {
      await many(() => read(store))
      await add(store, 100)
    } finally {
      for (const pid of standing) process.kill(pid, 'SIGCONT')
    }
    expect((await numbers(store)).at(-1)).toBe(100)
  })

  it('reads and writes that take too long are refused, work on definitions has no time limit', async () => {
    const store = await open(await newDatabase(), { readTimeout: 200, writeTimeout: 200 })
    const sleep = sql`select pg_sleep(2) as done`
    await expect(store.get(sleep)).rejects.toThrow(slow)
    await expect(store.write((tx) => tx.get(sleep))).rejects.toThrow(slow)
    expect(await store.writeAlone((tx) => tx.get(sleep))).toEqual({ done: '' })
    expect(await store.heavy.get(sleep)).toEqual({ done: '' })
    expect(await read(store)).toEqual({ one: 1 })
  })

  it('a write whose answer was lost in the commit reports the actual outcome', async () => {
    const { store, beside, proxy } = await openOverProxy()
    const told: number[] = []
    const write = (n: number) =>
      store.write(async (tx) => {
        await tx.run(sql`insert into t values (${n})`)
        tx.afterCommit(() => told.push(n))
        return n
      })
    proxy.cutAt('commit\0', 'after')
    expect(await write(1)).toBe(1)
    proxy.cutAt('commit\0', 'before')
    await expect(write(2)).rejects.toThrow(StoreUnavailable)
    expect(await write(3)).toBe(3)
    expect(await numbers(beside)).toEqual([1, 3])
    expect(told).toEqual([1, 3])
  })

  it('a write whose outcome cannot be found out is reported as such', async () => {
    const { store, beside, proxy } = await openOverProxy({ writeTimeout: 1_000 })
    const cut = store.write(async (tx) => {
      await tx.run(sql`insert into t values (1)`)
      proxy.freeze()
    })
    await expect(cut).rejects.toMatchObject({ name: 'StoreUnavailable', mayBeCommitted: true })
    proxy.thaw()
    expect(await numbers(beside)).toEqual([])
  })

  it('a database that one process has claimed is refused to a second one until the first is gone', async () => {
    const address = await newDatabase()
    const [first, second] = [await open(address), await open(address)]
    expect(await first.claim?.(() => undefined)).toBeUndefined()
    expect(await second.claim?.(() => undefined)).toContain(`tavla process ${process.pid} on `)
    await first.close()
    expect(await second.claim?.(() => undefined)).toBeUndefined()
  })

  it('a claim whose connection was lost is taken again', async () => {
    const { store, beside, proxy } = await openOverProxy()
    let taken: string | undefined
    await store.claim?.((holder) => {
      taken = holder
    })
    proxy.freeze()
    proxy.thaw()
    await expect.poll(() => add(store, 1).then(() => 'written', String)).toBe('written')
    expect(taken).toBeUndefined()
    expect(await beside.claim?.(() => undefined)).toContain('tavla process')
  })

  it('a claim that another process got meanwhile is lost for good: every further write is refused', async () => {
    const { store, beside, proxy } = await openOverProxy()
    const lost = Promise.withResolvers<string>()
    await store.claim?.(lost.resolve)
    proxy.freeze()
    for (const pid of await backends(beside)) await beside.get(sql`select pg_terminate_backend(${pid}) as done`)
    expect(await beside.claim?.(() => undefined)).toBeUndefined()
    proxy.thaw()
    expect(await lost.promise).toContain('tavla process')
    await expect(add(store, 1)).rejects.toThrow(StoreUnavailable)
    expect(await numbers(beside)).toEqual([])
  })
})
