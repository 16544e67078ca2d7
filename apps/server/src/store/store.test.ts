import { beforeAll, describe, expect, it } from 'vitest'
import { UniqueViolation } from './errors.ts'
import { sql } from './sql.ts'
import type { Store, TableSpec, Tx } from './store.ts'
import { eachWayToWrite, textStatement } from './testing.ts'

const note: TableSpec = {
  name: 'note',
  columns: [
    { name: 'id', kind: 'text', notNull: true },
    { name: 'n', kind: 'integer' },
    { name: 'amount', kind: 'decimal' },
  ],
  indexes: [{ name: 'id', columns: [{ name: 'id' }], unique: true }],
  search: [],
}

const add =
  (id: string, n = 0) =>
  (tx: Tx) =>
    tx.run(sql`insert into note (id, n) values (${id}, ${n})`)

describe('a store', () => {
  eachWayToWrite((open) => {
    let store: Store
    beforeAll(async () => {
      store = await open()
      await store.writeAlone((tx) => store.dialect.syncTable(tx, note))
    })

    it('keeps written rows and returns text, integers, decimals and nulls unchanged', async () => {
      await store.write((tx) =>
        tx.run(sql`insert into note (id, n, amount) values (${'שלום "עולם"'}, ${9_007_000_000_000_000}, ${0.1})`),
      )
      const row = await store.get(sql`select id, n, amount from note where id = ${'שלום "עולם"'}`)
      expect(row).toEqual({ id: 'שלום "עולם"', n: 9_007_000_000_000_000, amount: 0.1 })
      expect(await store.get(sql`select id from note where id = ${'nobody'}`)).toBeUndefined()
      expect(await store.all(sql`select id from note where id = ${'nobody'}`)).toEqual([])
    })

    it('tells how many rows a statement changed, and returns rows of an insert', async () => {
      await store.write(async (tx) => {
        const { rid } = (await tx.get<{ rid: number }>(sql`insert into note (id) values (${'c1'}) returning rid`)) ?? {}
        expect(typeof rid).toBe('number')
        await add('c2')(tx)
        expect(await tx.run(sql`update note set n = ${5} where id in (${'c1'}, ${'c2'})`)).toBe(2)
      })
    })

    it('returns counts and sums as numbers', async () => {
      await store.write(add('s1', 2))
      const row = await store.get(sql`select count(*) as n, sum(n) as total from note where id = 's1'`)
      expect(row).toEqual({ n: 1, total: 2 })
    })

    it('reads an integer too large for a number as the nearest number', async () => {
      await store.write((tx) => tx.run(sql`insert into note (id, n) values ('large', 9223372036854775807)`))
      const nearest = { n: 2 ** 63 }
      expect(await store.get(sql`select n from note where id = 'large'`)).toEqual(nearest)
      expect(await store.all(sql`select n from note where id = 'large'`)).toEqual([nearest])
      expect(await store.heavy.get(sql`select n from note where id = 'large'`)).toEqual(nearest)
      const returned = await store.write((tx) => tx.all(sql`update note set amount = 1 where id = 'large' returning n`))
      expect(returned).toEqual([nearest])
    })

    it('a text with a NUL finds nothing and is stored with U+FFFD in its place, on either database', async () => {
      const text = 'nul\0inside'
      const isText = sql<{ id: string }>`select id from note where id = ${text}`
      const isListed = store.dialect.isOneOf(sql`id`, store.dialect.listParam(['other', text]), 'text')
      const listed = sql<{ id: string }>`select id from note where ${isListed}`
      expect(
        await Promise.all([store.all(isText), store.get(isText), store.heavy.all(isText), store.all(listed)]),
      ).toEqual([[], undefined, [], []])
      await store.write(add(text))
      expect(await store.get(sql`select id from note where id = 'nul\ufffdinside'`)).toEqual({ id: 'nul\ufffdinside' })
    })

    it('a write sees its own rows, which others see only after the commit', async () => {
      await store.write(async (tx) => {
        await add('own')(tx)
        expect(await tx.get(sql`select id from note where id = 'own'`)).toEqual({ id: 'own' })
        expect(await store.get(sql`select id from note where id = 'own'`)).toBeUndefined()
      })
      expect(await store.get(sql`select id from note where id = 'own'`)).toEqual({ id: 'own' })
    })

    it('a write that throws leaves nothing and rejects with the same error', async () => {
      const refusal = new Error('No')
      const failing = store.write(async (tx) => {
        await add('half')(tx)
        throw refusal
      })
      await expect(failing).rejects.toBe(refusal)
      expect(await store.get(sql`select id from note where id = 'half'`)).toBeUndefined()
    })

    it('saves many writes at once, and a failing one among them fails alone', async () => {
      const ids = Array.from({ length: 200 }, (_, index) => `many ${index}`)
      const outcomes = await Promise.allSettled(
        ids.map((id, index) =>
          store.write(async (tx) => {
            await add(id)(tx)
            if (index === 77) throw new Error('Only this one')
          }),
        ),
      )
      expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toHaveLength(1)
      const rows = await store.all<{ id: string }>(sql`select id from note where id like 'many %'`)
      expect(new Set(rows.map((row) => row.id))).toEqual(new Set(ids.filter((_, index) => index !== 77)))
    })

    it('no increment is lost among concurrent writes of one row', async () => {
      await store.write(add('counter'))
      const increment = () => store.write((tx) => tx.run(sql`update note set n = n + 1 where id = 'counter'`))
      await Promise.all(Array.from({ length: 100 }, increment))
      expect(await store.get(sql`select n from note where id = 'counter'`)).toEqual({ n: 100 })
    })

    it('callbacks run after the commit, in commit order, before the writer goes on', async () => {
      const order: string[] = []
      const one = async (name: string) => {
        await store.write(async (tx) => {
          await add(name)(tx)
          tx.afterCommit(() => order.push(`told ${name}`))
        })
        order.push(`done ${name}`)
      }
      await one('first')
      await one('second')
      expect(order).toEqual(['told first', 'done first', 'told second', 'done second'])
      const refused = store.write(async (tx) => {
        tx.afterCommit(() => order.push('never'))
        throw new Error('No')
      })
      await expect(refused).rejects.toThrow('No')
      expect(order).not.toContain('never')
    })

    it('names the columns of a unique index that refuses a row', async () => {
      await store.write(add('taken'))
      const again = store.write(add('taken'))
      await expect(again).rejects.toThrow(UniqueViolation)
      await expect(again).rejects.toMatchObject({ columns: ['id'] })
    })

    it('a write cannot go on after a failed statement, even if it hides the failure', async () => {
      const hiding = store.write(async (tx) => {
        await add('hidden')(tx)
        await add('hidden')(tx).catch(() => {})
        return 'fine'
      })
      await expect(hiding).rejects.toThrow(UniqueViolation)
      expect(await store.get(sql`select id from note where id = 'hidden'`)).toBeUndefined()
    })

    it('a transaction cannot be used after its change has ended', async () => {
      let kept: Tx | undefined
      await store.write(async (tx) => {
        kept = tx
      })
      await expect(kept?.run(sql`insert into note (id) values ('late')`)).rejects.toThrow('after its change had ended')
      expect(() => kept?.afterCommit(() => {})).toThrow('after its change had ended')
    })

    it('work on definitions overlaps no other write', async () => {
      let inside = 0
      let overlaps = 0
      const alone = async () => {
        overlaps += inside
        inside++
      }
      const leave = () => {
        inside--
      }
      const work = Array.from({ length: 12 }, (_, index) => {
        const change = async (tx: Tx) => {
          if (index % 3 === 0) await alone()
          await tx.get(sql`select count(*) as n from note`)
          if (index % 3 === 0) leave()
        }
        return index % 3 === 0 ? store.writeAlone(change) : store.write(change)
      })
      await Promise.all(work)
      expect(overlaps).toBe(0)
    })

    it('refuses values that a driver would convert', async () => {
      const wrong: unknown[] = [new Date(0), { a: 1 }, true, undefined, Number.NaN, Number.POSITIVE_INFINITY, 1n]
      for (const value of wrong) {
        await expect(store.get(textStatement('select id from note where id = ?', [value]))).rejects.toThrow(
          'cannot be bound',
        )
      }
      await expect(store.get(textStatement('select id from note where id = ?'))).rejects.toThrow(
        'takes 1 values, not 0',
      )
      await expect(store.get(textStatement('select id from note', ['x']))).rejects.toThrow('takes 0 values, not 1')
    })

    it('reads the same through `heavy`', async () => {
      await store.write(add('long read'))
      expect(await store.heavy.all(sql`select id from note where id = ${'long read'}`)).toEqual([{ id: 'long read' }])
      expect(await store.heavy.get(sql`select id from note where id = ${'no such'}`)).toBeUndefined()
      await expect(store.heavy.all(sql`select a from nowhere`)).rejects.toThrow('nowhere')
      const queries = [
        { kind: 'all', statement: sql`select id from note where id = ${'long read'}` },
        { kind: 'get', statement: sql`select 1 as one` },
      ] as const
      expect(await store.heavy.each(queries)).toEqual([[{ id: 'long read' }], [{ one: 1 }]])
    })

    it('saves nothing through a read', async () => {
      const sneaky = sql`insert into note (id) values ('sneaky') returning id`
      await expect(store.get(sneaky)).rejects.toThrow()
      await expect(store.heavy.get(sneaky)).rejects.toThrow()
      expect(await store.get(sql`select id from note where id = 'sneaky'`)).toBeUndefined()
    })

    it('runs statements of one write that are not awaited one by one', async () => {
      await store.write(async (tx) => {
        await Promise.all([add('p1')(tx), add('p2')(tx), tx.get(sql`select count(*) as n from note`)])
      })
      expect(await store.all(sql`select id from note where id in ('p1', 'p2')`)).toHaveLength(2)
    })

    it('reads and writes again after a wrong statement', async () => {
      await expect(store.all(sql`select a from nowhere`)).rejects.toThrow('nowhere')
      await expect(store.write((tx) => tx.run(sql`selec`))).rejects.toThrow('selec')
      await store.write(add('after'))
      expect(await store.get(sql`select id from note where id = 'after'`)).toEqual({ id: 'after' })
    })
  })
})
