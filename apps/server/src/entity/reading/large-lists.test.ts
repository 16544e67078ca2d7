import type { ListQuery } from '@tavla/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { neighbours, searchEverywhere, systemContext } from '../index.ts'
import { listTests } from '../testing-lists.ts'
import { summarise } from './summary/summary.ts'

/** A table of this size is read in a worker. */
const rows = 5_200

eachStore((open) => {
  const { site, list, define } = listTests(open)

  const records = Array.from({ length: rows }, (_, at) => ({
    id: `r${String(at).padStart(4, '0')}`,
    name: at === 0 ? 'Even' : `${at % 2 === 0 ? 'even' : 'odd'} ${at % 1000 === 7 ? 'qz' : 'one'}`,
    stage: at % 3 === 0 ? 'Open' : 'Done',
    amount: (at * 7919) % rows,
    owner: at % 4 === 0 ? 'noa@example.com' : 'Administrator',
  }))
  type Made = (typeof records)[number]

  beforeAll(async () => {
    const owned = { role: 'Staff', read: 1, write: 1, create: 1, if_owner: 1 }
    const fields = [
      { fieldname: 'name', reqd: 1 },
      { fieldname: 'stage', in_standard_filter: 1 },
      { fieldname: 'amount', fieldtype: 'Int' },
    ]
    await define('Large', fields, {
      title_field: 'name',
      permissions: [{ role: 'System Manager', read: 1, write: 1 }, owned],
    })
    const { engine } = site
    const model = engine.models.require('Large')
    const now = { creation: engine.clock.nowUtc(), modified: engine.clock.nowUtc(), modified_by: 'Administrator' }
    await engine.store.writeAlone(async (tx) => {
      for (const record of records) await engine.rows(model).insert(tx, { ...record, ...now })
    })
  })

  const everybodys = (query: ListQuery) => list('Large', query, systemContext(site.engine))
  const owner = (user: string) => ({ ...site.staff, actor: { ...site.staff.actor, user } })
  const noa = () => owner('noa@example.com')
  const own = (query: ListQuery) => list('Large', query, noa())

  const orders: Record<string, (a: Made, b: Made) => number> = {
    'modified desc': (a, b) => (a.id < b.id ? -1 : 1),
    'creation asc': (a, b) => (a.id < b.id ? -1 : 1),
    'amount desc': (a, b) => b.amount - a.amount,
  }

  it.each(['noa@example.com', 'Administrator'])(
    'the own records of %s come by title and in the list’s order, with and without a quick filter',
    async (user) => {
      const title = ({ name }: Made) => name.toLowerCase()
      const byTitle = (a: Made, b: Made) => (title(a) < title(b) ? -1 : title(a) > title(b) ? 1 : a.id < b.id ? -1 : 1)
      const ways = [
        ['name asc', byTitle],
        ['modified desc', orders['modified desc']],
      ] as const
      for (const [order_by, compare] of ways) {
        for (const filters of [{}, { stage: 'Done' }]) {
          const mine = records.filter((one) => one.owner === user && (filters.stage ?? one.stage) === one.stage)
          const answer = await list('Large', { filters, order_by, limit_start: 30, limit_page_length: 20 }, owner(user))
          expect(answer.count).toBe(mine.length)
          const wanted = mine.toSorted(compare).slice(30, 50)
          expect(answer.data.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
        }
      }
    },
  )

  describe('sums of a large table', () => {
    const total = (some: readonly Made[]) => some.reduce((sum, { amount }) => sum + amount, 0)

    it('are those of all records that match and that the user sees, in each group', async () => {
      const query = { filters: { amount: ['>', 100] }, aggregates: ['sum:amount', 'max:amount'], group_by: 'stage' }
      const seen = records.filter(({ amount, owner }) => amount > 100 && owner !== 'Administrator')
      const groups = Map.groupBy(seen, ({ stage }) => stage)
      const shown = (some: readonly Made[]) => ({
        count: some.length,
        'sum:amount': total(some),
        'max:amount': Math.max(...some.map(({ amount }) => amount)),
      })
      expect(await summarise(site.engine, noa(), 'Large', query)).toEqual({
        data: shown(seen),
        groups: ['Done', 'Open'].map((stage) => {
          return { key: [stage], titles: [stage], ...shown(groups.get(stage) ?? []) }
        }),
        complete: 1,
      })
    })

    it('are exact where there are more groups than the answer holds', async () => {
      const query = { aggregates: ['sum:amount'], group_by: 'amount' }
      const { data, groups, complete } = await summarise(site.engine, systemContext(site.engine), 'Large', query)
      expect(data).toEqual({ count: rows, 'sum:amount': total(records) })
      expect(groups).toHaveLength(500)
      expect(complete).toBe(0)
    })
  })

  describe('a filter of a large list', () => {
    it.each<[string, unknown, (record: Made) => boolean]>([
      ['no record', { amount: ['>', rows] }, () => false],
      ['few records', { amount: ['<', 300] }, ({ amount }) => amount < 300],
      ['most records', { amount: ['>', 300] }, ({ amount }) => amount > 300],
      ['a quick filter', { stage: 'Done' }, ({ stage }) => stage === 'Done'],
      ['both', { stage: 'Done', amount: ['>', 100] }, ({ stage, amount }) => stage === 'Done' && amount > 100],
      [
        'any of several',
        {
          or: [
            ['stage', '=', 'Open'],
            ['amount', '<', 2_600],
          ],
        },
        ({ stage, amount }) => stage === 'Open' || amount < 2_600,
      ],
    ])('that holds for %s yields each page in its order, with the exact number', async (_name, filters, is) => {
      for (const [order_by, compare] of Object.entries(orders)) {
        for (const [ask, sees] of [
          [everybodys, () => true],
          [own, ({ owner }: Made) => owner !== 'Administrator'],
        ] as const) {
          const wanted = records.filter((record) => is(record) && sees(record)).toSorted(compare)
          for (const limit_start of [0, 90, 2_000]) {
            const answer = await ask({ filters, order_by, limit_start, limit_page_length: 20 })
            expect([order_by, limit_start, answer.count, answer.complete]).toEqual([
              order_by,
              limit_start,
              wanted.length,
              undefined,
            ])
            expect(answer.data.map(({ id }) => id)).toEqual(
              wanted.slice(limit_start, limit_start + 20).map(({ id }) => id),
            )
          }
        }
      }
    })
  })

  it('a search of everything puts the record of exactly this title first, however old it is', async () => {
    const query = { text: 'even', entities: ['Large'], limit: 20, recency: () => undefined }
    const { results } = await searchEverywhere(site.engine, systemContext(site.engine), query)
    expect(results.slice(0, 2).map(({ title }) => title)).toEqual(['Even', 'even one'])
  })

  describe('a search of a large list for one or two letters', () => {
    const find = (search: string, limit_start = 0) =>
      everybodys({ search, order_by: 'id asc', limit_start, limit_page_length: 20 })

    it('says how many there are, up to some dozens beyond the page, and that there may be more', async () => {
      expect(await find('ev')).toMatchObject({
        count: 80,
        complete: 0,
        data: { 0: { id: 'r0000' }, 19: { id: 'r0038' } },
      })
      expect(await find('ev', 200)).toMatchObject({ count: 280, complete: 0, data: { 0: { id: 'r0400' } } })
      const last = await find('ev', 2_590)
      expect([last.count, last.complete, last.data.length]).toEqual([2_600, undefined, 10])
    })

    it('finds all of a few', async () => {
      const answer = await find('qz')
      expect([answer.count, answer.complete, answer.data.length]).toEqual([6, undefined, 6])
    })

    it('keeps to records of one’s own', async () => {
      const answer = await own({ search: 'od', order_by: 'id asc' })
      expect([answer.count, answer.complete]).toEqual([0, undefined])
      expect(await own({ search: 'ev', order_by: 'id asc', limit_page_length: 20 })).toMatchObject({
        count: 80,
        complete: 0,
        data: { 1: { id: 'r0004' } },
      })
    })
  })

  describe('the records beside one in a large list', () => {
    const queries: ListQuery[] = [
      {},
      { order_by: 'name desc' },
      { order_by: 'amount' },
      { order_by: 'id', filters: { stage: 'Open' } },
      { order_by: 'name', filters: { amount: ['>', 5_000] } },
      { order_by: 'amount desc', filters: { amount: ['<', 4_000] } },
      { order_by: 'id', search: 'odd qz' },
      { order_by: 'name', search: 'odd qz', filters: { stage: 'Done' } },
    ]
    it.each(queries)('are those of %j', async (query) => {
      for (const ctx of [systemContext(site.engine), noa()]) {
        const { count } = await list('Large', query, ctx)
        for (const start of [0, 2, 800, count - 1].filter((one) => one >= 0 && one < count)) {
          const range = { limit_start: Math.max(0, start - 1), limit_page_length: start === 0 ? 2 : 3 }
          const ids = (await list('Large', { ...query, ...range }, ctx)).data.map(({ id }) => id)
          const [previous, id = '', next] = start === 0 ? [undefined, ...ids] : ids
          const expected = { previous: previous ?? null, next: next ?? null, position: start + 1, count }
          expect([start, await neighbours(site.engine, ctx, 'Large', id, query)]).toEqual([start, expected])
        }
      }
    })

    it('are known for a text of two letters, and counted where few records have it', async () => {
      const query = { search: 'qz', order_by: 'id' }
      const found = await neighbours(site.engine, systemContext(site.engine), 'Large', 'r1007', query)
      expect(found).toEqual({ previous: 'r0007', next: 'r2007', position: 2, count: 6 })
    })
  })
})
