import pg from 'pg'
import { afterAll, describe, expect, inject, it } from 'vitest'
import { StoreUnavailable } from './errors.ts'
import { openPostgres } from './postgres.ts'
import { sql } from './sql.ts'
import type { Store, TableSpec, Tx } from './store.ts'
import { onPostgres } from './testing.ts'

describe('PostgreSQL', () => {
  it('names a server that cannot be reached in one sentence, without the password', async () => {
    const failing = openPostgres('postgres://dana:s3cret@127.0.0.1:1/site?password=other')
    await expect(failing).rejects.toThrow(
      'The database postgres://127.0.0.1:1/site cannot be reached: connect ECONNREFUSED',
    )
    await expect(failing).rejects.not.toThrow(/s3cret|other/)
    await expect(openPostgres('not an address')).rejects.toThrow('is not a URL')
  })

  onPostgres((open, address) => {
    const kill = async (store: Store, where: string) => {
      await store.heavy.all(
        sql`select pg_terminate_backend(pid) as done from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid() and ${sql.raw(where)}`,
      )
    }
    const others: Store[] = []
    afterAll(() => Promise.all(others.map((store) => store.close())))

    it('a lost connection rejects the call under way, and the next call gets a new one', async () => {
      const store = await open()
      await store.writeAlone((tx) => tx.run(sql`create table t (n integer)`))
      const cut = store.write(async (tx) => {
        await tx.run(sql`insert into t values (1)`)
        await kill(store, "state = 'idle in transaction'")
        await tx.run(sql`insert into t values (2)`)
      })
      await expect(cut).rejects.toThrow(StoreUnavailable)
      await store.write((tx) => tx.run(sql`insert into t values (3)`))
      expect(await store.all(sql`select n from t`)).toEqual([{ n: 3 }])
    })

    it('losing idle connections harms nothing', async () => {
      const store = await open()
      await Promise.all([store.get(sql`select 1 as one`), store.get(sql`select 1 as one`)])
      await kill(store, "state = 'idle'")
      // The first reads may get a connection that is closing; none may end the process.
      await Promise.allSettled(Array.from({ length: 6 }, () => store.get(sql`select 1 as one`)))
      expect(await store.get(sql`select 1 as one`)).toEqual({ one: 1 })
    })

    it('retries a write that loses a race', async () => {
      const store = await open()
      await store.writeAlone(async (tx) => {
        await tx.run(sql`create table t (id integer primary key, n integer)`)
        await tx.run(sql`insert into t values (1, 0), (2, 0)`)
      })
      // Each write takes its first row, then waits for the other's: a deadlock, which the server breaks.
      const first = Promise.withResolvers<void>()
      const second = Promise.withResolvers<void>()
      const cross = (mine: number, theirs: number, done: () => void, other: Promise<void>) =>
        store.write(async (tx: Tx) => {
          await tx.run(sql`update t set n = n + 1 where id = ${mine}`)
          done()
          await other
          await tx.run(sql`update t set n = n + 1 where id = ${theirs}`)
        })
      await Promise.all([cross(1, 2, first.resolve, second.promise), cross(2, 1, second.resolve, first.promise)])
      expect(await store.all(sql`select n from t order by id`)).toEqual([{ n: 2 }, { n: 2 }])
    })

    it('prepares statements again after another process has changed a table', async () => {
      const url = await address()
      const [store, other] = [await openPostgres(url), await openPostgres(url)]
      others.push(store, other)
      await store.writeAlone((tx) => tx.run(sql`create table t (a integer, b text); insert into t values (1, 'x')`))
      for (let i = 0; i < 12; i++) await store.all(sql`select * from t`)
      const update = (tx: Tx) => tx.get(sql`update t set a = a + 1 returning *`)
      for (let i = 0; i < 12; i++) await store.write(update)
      await other.writeAlone((tx) => tx.run(sql`alter table t add column c integer`))
      expect(await store.all(sql`select * from t`)).toEqual([{ a: 13, b: 'x', c: null }])
      expect(await store.write(update)).toEqual({ a: 14, b: 'x', c: null })
    })

    it('ends a long read that exceeds its time limit', async () => {
      const store = await openPostgres(await address(), { heavyTimeout: 50 })
      others.push(store)
      await expect(store.heavy.get(sql`select pg_sleep(20) as done`)).rejects.toThrow('The query took too long.')
      expect(await store.heavy.get(sql`select 1 as one`)).toEqual({ one: 1 })
    })

    describe('a large table', () => {
      const large: TableSpec = {
        name: 'large',
        columns: [
          { name: 'id', kind: 'text' },
          { name: 'city', kind: 'text' },
        ],
        indexes: [{ name: 'city', columns: [{ name: 'city' }] }],
        search: ['id', 'city'],
      }
      const fill = sql`insert into large (id, city) select 'n' || n, 'חיפה' from generate_series(1, 6000) as s (n)`
      const make = async () => {
        const store = await open()
        await store.writeAlone(async (tx) => {
          await store.dialect.syncTable(tx, { ...large, indexes: [], search: [] })
          await tx.run(fill)
        })
        return store
      }
      const indexes = async (store: Store) => {
        const rows = await store.all<{ name: string }>(
          sql`select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
            where i.indrelid = 'large'::regclass and i.indisvalid and c.relname ~ '^[ig]_'`,
        )
        return rows.length
      }

      it('gets its indexes after the change that needs them', async () => {
        const store = await make()
        await store.writeAlone((tx) => store.dialect.syncTable(tx, large))
        await expect.poll(() => indexes(store)).toBe(3)
      })

      it('gets at the next start the indexes that a process could not finish', async () => {
        const store = await make()
        const half = sql`create index i_large_half on large (city)`
        await store.writeAlone((tx) => tx.run(half))
        await store.dialect.resumeIndexes?.(store, [large])
        await expect.poll(() => indexes(store)).toBe(4)
      })

      it('is changed as soon as a long read ends, and short reads do not wait for that', async () => {
        const store = await make()
        const order: string[] = []
        const note = (what: string) => () => order.push(what)
        const long = store.heavy.all(sql`select pg_sleep(1) as done from (select * from large limit 1) as one`)
        const reading = long.then(note('long read'))
        // The reader holds the table once it is seen sleeping.
        const asleep = sql<{
          n: number
        }>`select count(*) as n from pg_stat_activity where wait_event = 'PgSleep' and datname = current_database()`
        await expect.poll(async () => (await store.get(asleep))?.n).toBe(1)
        const changing = store
          .writeAlone((tx) => tx.run(sql`alter table large add column more text`))
          .then(note('change'))
        await store.get(sql`select count(*) as n from large`)
        order.push('short read')
        await Promise.all([reading, changing])
        expect(order).toEqual(['short read', 'long read', 'change'])
      })
    })

    // On a server that the tests did not start, creating roles may be forbidden, or the roles may outlive the test.
    const named = process.env.TEST_DATABASE_URL !== undefined
    it.skipIf(named)('answers a search even where the trigram extension may not be created', async () => {
      const url = await address()
      const server = inject('postgres')
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      const role = new URL(url).pathname.slice(1)
      await client.query(`create role ${role} login password 'x'; grant create, usage on schema public to ${role}`)
      await client.end()
      const asRole = new URL(url)
      asRole.username = role
      asRole.password = 'x'
      const store = await openPostgres(asRole.href)
      const { dialect } = store
      await store.writeAlone(async (tx) => {
        await dialect.syncTable(tx, {
          name: 'word',
          columns: [{ name: 'text', kind: 'text' }],
          indexes: [],
          search: ['text'],
        })
        await tx.run(sql`insert into word (text) values ('שלום')`)
      })
      expect(await store.all(sql`select extname from pg_extension where extname = 'pg_trgm'`)).toEqual([])
      const found = dialect.contains('word', ['text'], dialect.searchParam(['text'], 'לומ'))
      expect(await store.all(sql`select text from word where ${found}`)).toHaveLength(1)
      await store.close()
      const admin = new pg.Client({ connectionString: 'url' in server ? server.url : url })
      await admin.connect()
      await admin.query(`drop database ${role} with (force)`)
      await admin.query(`drop role ${role}`)
      await admin.end()
    })
  })
})
