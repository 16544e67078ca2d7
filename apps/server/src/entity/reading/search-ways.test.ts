import type { ListQuery } from '@tavla/contract'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { searchEverywhere, systemContext } from '../index.ts'
import { listTests } from '../testing-lists.ts'

/** More than are fetched and sorted at once. */
const rows = 2_700

eachStore((open) => {
  const { site, list, define } = listTests(open)

  /** An old record that alone begins with a word that half of them contain. */
  const first = 5
  // Words in every row, in half of them, in some, and in one.
  const records = Array.from({ length: rows }, (_, at) => ({
    id: `r${String(at).padStart(4, '0')}`,
    name: [
      ...[
        at === first ? 'halved' : 'common',
        at % 2 === 0 ? 'halved' : 'other',
        at % 100 === 0 ? 'seldom' : 'frequent',
      ],
      ...[`no${at}x`, at % 20 === 0 ? 'זמנים' : 'דף'],
    ].join(' '),
    part: at % 3 === 0 ? 'A' : 'B',
    owner: at % 450 === 0 ? 'dana@example.com' : at % 2 === 1 ? 'noa@example.com' : 'Administrator',
  }))
  const owned = { role: 'Staff', read: 1, write: 1, create: 1, if_owner: 1 }

  beforeAll(async () => {
    await define('Own', [{ fieldname: 'name', reqd: 1 }, { fieldname: 'part' }], {
      title_field: 'name',
      permissions: [{ role: 'System Manager', read: 1, write: 1 }, owned],
    })
    const { engine } = site
    const model = engine.models.require('Own')
    await engine.store.writeAlone(async (tx) => {
      const now = { creation: engine.clock.nowUtc(), modified: engine.clock.nowUtc(), modified_by: 'Administrator' }
      for (const record of records) await engine.rows(model).insert(tx, { ...record, ...now })
    })
    if (engine.store.dialect.name === 'postgres') return
    const waiting = sql`select 1 as n from ${sql.id(`${model.table.name}$backlog`)} limit 1`
    // Not `expect.poll`, which works in no hook.
    await vi.waitFor(async () => expect(await engine.store.get(waiting)).toBe(undefined), { timeout: 60_000 })
  })

  const everybodys = (query: ListQuery) => list('Own', query, systemContext(site.engine))
  const as = (user: string) => ({ ...site.staff, actor: { ...site.staff.actor, user } }) as typeof site.staff

  const expected = (text: string, is: (record: (typeof records)[number]) => boolean = () => true) =>
    records.filter((record) => record.name.includes(text) && is(record)).map(({ id }) => id)

  describe('a search of a list', () => {
    it.each(['common', 'halved', 'seldom', 'seldom no', 'no77x', 'זמנים', 'no', 'o4', 'nothing like it'])(
      'finds %s on each page, in the order of the list, with its exact number',
      async (text) => {
        const ids = expected(text)
        for (const order of ['id asc', 'id desc', 'part asc, id asc']) {
          const sorted = order === 'id desc' ? ids.toReversed() : ids
          const parts = Object.fromEntries(records.map(({ id, part }) => [id, part]))
          const wanted =
            order === 'part asc, id asc' ? ['A', 'B'].flatMap((part) => ids.filter((id) => parts[id] === part)) : sorted
          for (const start of [0, 90, 1_000]) {
            const page = { limit_start: start, limit_page_length: 20 }
            const answer = await everybodys({ search: text, order_by: order, ...page })
            expect([order, start, answer.count]).toEqual([order, start, ids.length])
            expect(answer.data.map(({ id }) => id)).toEqual(wanted.slice(start, start + 20))
          }
        }
      },
    )

    it.each(['common', 'halved', 'seldom', 'no'])('keeps to a filter beside %s', async (text) => {
      const answer = await everybodys({ search: text, filters: { part: 'A' }, limit_page_length: 500 })
      const wanted = expected(text, ({ part }) => part === 'A')
      expect(answer.count).toBe(wanted.length)
      expect(answer.data.map(({ id }) => id)).toEqual(wanted.slice(0, 500))
    })

    it.each(['common', 'halved', 'seldom', 'no77x', 'no'])('finds %s only in records of one’s own', async (text) => {
      for (const user of ['dana@example.com', 'noa@example.com']) {
        const answer = await list('Own', { search: text, limit_page_length: 500 }, as(user))
        const wanted = expected(text, ({ owner }) => owner === user)
        expect([user, answer.count]).toEqual([user, wanted.length])
        expect(answer.data.map(({ id }) => id)).toEqual(wanted.slice(0, 500))
      }
    })
  })

  describe('a search of everything', () => {
    const search = (text: string, ctx = systemContext(site.engine)) =>
      searchEverywhere(site.engine, ctx, { text, entities: ['Own'], limit: 50, recency: () => undefined })

    it.each([
      ['common', 1_000, 0],
      ['halved', 1_000, 0],
      ['seldom', 27, 1],
      ['זמנים', 135, 1],
      ['no77x', 1, 1],
    ] as const)('counts %s up to 1,000', async (text, count, complete) => {
      const answer = await search(text)
      expect([answer.counts.Own, answer.complete]).toEqual([count, complete])
      expect(answer.results.every(({ id }) => expected(text).includes(id))).toBe(true)
    })

    it('finds the whole id first, however many others there are', async () => {
      const answer = await search('r0042')
      expect(answer.results.map(({ id }) => id)).toEqual(['r0042'])
    })

    it('finds first what begins with the text, however old it is', async () => {
      const [best] = (await search('halved')).results
      expect(best?.id).toBe(records[first]?.id)
    })

    it('finds only one’s own, however common the text is', async () => {
      for (const [user, count] of [
        ['dana@example.com', 6],
        ['noa@example.com', 1_000],
      ] as const) {
        const answer = await search('common', as(user))
        expect(answer.counts).toEqual({ Own: count })
        const own = expected('common', ({ owner }) => owner === user)
        expect(answer.results.every(({ id }) => own.includes(id))).toBe(true)
      }
    })
  })
})
