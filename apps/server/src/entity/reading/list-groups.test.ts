import { limits } from '@tavla/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { createRecord, systemContext, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { thingTests } from '../testing-lists.ts'

const leaves = [
  ['n', '>', 1],
  ['n', '<', 2],
  ['status', '=', 'Open'],
  ['status', 'in', ['Done', '']],
  ['name', 'like', '%nster%'],
  ['name', 'not like', '%west%'],
  ['words', 'is', 'set'],
  ['day', '=', '2026-01-05'],
  ['to', '=', 'a'],
  ['ok', '=', 0],
]

const all = ['a', 'b', 'C', 'd']

eachStore((open) => {
  const { site, list, found, define, create } = thingTests(open)

  describe('groups of filters', () => {
    it('hold where their members do, blanks included', async () => {
      expect(
        await found({
          and: [
            ['status', '=', 'Open'],
            ['n', '>', 1],
          ],
        }),
      ).toEqual(['d'])
      expect(
        await found({
          or: [
            ['n', '=', -3],
            {
              and: [
                ['ok', '=', 1],
                ['n', '=', 1],
              ],
            },
          ],
        }),
      ).toEqual(['a', 'C'])
      expect(await found({ not: ['status', '=', 'Open'] })).toEqual(['b', 'C'])
      expect(
        await found({
          not: {
            or: [
              ['status', '=', 'Done'],
              ['name', 'like', '%nster%'],
            ],
          },
        }),
      ).toEqual(['C', 'd'])
      expect(await found({ or: [['n', '=', 1]] }, { or_filters: { not: ['status', 'is', 'set'] } })).toEqual([])
      expect(
        await found(
          {},
          {
            or_filters: {
              and: [
                ['n', '>', 0],
                ['n', '<', 5],
              ],
            },
          },
        ),
      ).toEqual(['a', 'b'])
    })

    it('answer as sets do, however they are joined', async () => {
      const single = await Promise.all(leaves.map(async (leaf) => new Set(await found([leaf]))))
      // A fixed sequence, so that a failure comes again.
      let seed = 7
      const next = (below: number) => {
        seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
        return Math.floor((seed / 2_147_483_648) * below)
      }
      const make = (depth: number): [filter: object, ids: Set<string>] => {
        const kind = depth === 0 ? 3 : next(4)
        if (kind === 3) {
          const at = next(leaves.length)
          return [leaves[at] as object, single[at] as Set<string>]
        }
        if (kind === 2) {
          const [inner, ids] = make(depth - 1)
          return [{ not: inner }, new Set(all).difference(ids)]
        }
        const members = Array.from({ length: 1 + next(3) }, () => make(depth - 1))
        const filters = members.map(([filter]) => filter)
        const sets = members.map(([, ids]) => ids)
        if (kind === 1) return [{ and: filters }, sets.reduce((a, b) => a.intersection(b))]
        return [{ or: filters }, sets.reduce((a, b) => a.union(b))]
      }
      for (let round = 0; round < 150; round++) {
        const [filter, ids] = make(3)
        const group = Array.isArray(filter) ? { and: [filter] } : filter
        const answer = await list('Thing', { filters: group })
        expect(
          answer.data.map(({ id }) => id),
          JSON.stringify(group),
        ).toEqual(all.filter((id) => ids.has(id)))
        expect(answer.count).toBe(ids.size)
      }
    })

    it('are refused with a reason when they are too deep, too long or no groups', async () => {
      const deep = (depth: number): object => (depth === 0 ? ['n', '=', 1] : { and: [deep(depth - 1)] })
      expect(await found(deep(limits.filterDepth))).toEqual(['a'])
      expect(await refusal(found(deep(limits.filterDepth + 1)))).toMatchObject({
        status: 417,
        message: 'The filter is nested too deeply.',
      })
      const many = (n: number) => ({ or: Array.from({ length: n }, () => ['n', '=', 1]) })
      expect(await found(many(limits.filterConditions))).toEqual(['a'])
      const tooMany = { and: [many(limits.filterConditions), ['n', '=', 1]] }
      expect((await refusal(found(tooMany))).message).toBe('The filter has too many conditions.')
      for (const filters of [
        { and: [] },
        { or: 'x' },
        { not: [] },
        { and: [5] },
        { and: [['n', '=', 1, 2]] },
        { not: null },
      ]) {
        expect((await refusal(found(filters))).status, JSON.stringify(filters)).toBe(417)
      }
      expect((await refusal(found({ and: [['code', '=', 1]] }))).detail.args).toEqual(['code'])
      expect((await refusal(found({ and: [['n', '=', 1]], n: 1 }))).status).toBe(417)
    })

    it('keep their joiners from new fields', async () => {
      const field = define('Joiner', [{ fieldname: 'or' }])
      expect((await refusal(field)).detail.args).toEqual(['or'])
    })
  })

  describe('periods', () => {
    const day = (moved: Temporal.DurationLike) =>
      Temporal.PlainDate.from(site.engine.clock.nowWall().slice(0, 10)).add(moved).toString()

    beforeAll(async () => {
      await define('Visit', [
        { fieldname: 'on', fieldtype: 'Date' },
        { fieldname: 'at', fieldtype: 'Datetime' },
      ])
      const days = {
        today: { days: 0 },
        yesterday: { days: -1 },
        tomorrow: { days: 1 },
        longAgo: { years: -3 },
        far: { years: 3 },
      }
      for (const [id, moved] of Object.entries(days)) {
        await create('Visit', { id, on: day(moved), at: `${day(moved)} 12:00:00` })
      }
      await create('Visit', { id: 'never' })
    })
    const visits = async (field: string, operator: string, value: unknown) =>
      (await list('Visit', { filters: [[field, operator, value]] })).data.map(({ id }) => id)

    it.each(['on', 'at'])('of %s are those of the site’s calendar', async (field) => {
      expect(await visits(field, 'in period', 'today')).toEqual(['today'])
      expect(await visits(field, 'IN  Period', 'yesterday')).toEqual(['yesterday'])
      expect(await visits(field, 'in period', 'tomorrow')).toEqual(['tomorrow'])
      expect(await visits(field, 'in period', 'last_2_days')).toEqual(['today', 'yesterday'])
      expect(await visits(field, 'in period', 'next_2_days')).toEqual(['today', 'tomorrow'])
      expect(await visits(field, 'not in period', 'last_2_days')).toEqual(['far', 'longAgo', 'never', 'tomorrow'])
      expect(await visits(field, 'in period', 'last_3650_days')).toEqual(['longAgo', 'today', 'yesterday'])
      expect(await visits(field, 'in period', 'this_year')).toContain('today')
      expect(await visits('on', 'in period', 'past')).toEqual(['longAgo', 'yesterday'])
      expect(await visits('on', 'in period', 'future')).toEqual(['far', 'tomorrow'])
      expect(await visits('at', 'not in period', 'past')).toEqual(expect.arrayContaining(['far', 'never', 'tomorrow']))
      expect(await visits('creation', 'in period', 'today')).toHaveLength(6)
    })

    it.each(['next_week', 'last_0_days', 'last_3651_days', 'this_day', '', null, 5, ['today']])(
      '%j is refused unless it is one',
      async (value) => {
        const asked = visits('on', 'in period', value)
        if (value === 'next_week') expect(await asked).toEqual(expect.any(Array))
        else expect((await refusal(asked)).status).toBe(417)
      },
    )

    it('are of dates alone', async () => {
      expect((await refusal(found([['n', 'in period', 'today']]))).status).toBe(417)
    })

    it('begin their weeks where the site does', async () => {
      const system = systemContext(site.engine)
      for (const [week_start, expected] of [
        ['Sunday', 7],
        ['Monday', 1],
        ['Saturday', 6],
      ] as const) {
        await updateRecord(site.engine, system, 'System Settings', 'System Settings', { week_start })
        const start = Temporal.PlainDate.from(day({ days: 0 }))
        const begin = start.subtract({ days: (start.dayOfWeek - expected + 7) % 7 })
        await createRecord(site.engine, system, 'Visit', { id: `first ${week_start}`, on: begin.toString() })
        await createRecord(site.engine, system, 'Visit', {
          id: `before ${week_start}`,
          on: begin.subtract({ days: 1 }).toString(),
        })
        const found = await visits('on', 'in period', 'this_week')
        expect(found).toContain(`first ${week_start}`)
        expect(found).not.toContain(`before ${week_start}`)
      }
    })
  })

  describe('the session user', () => {
    it('stands for whoever asks', async () => {
      const mine = await list('Thing', { filters: { owner: '__user' } }, systemContext(site.engine))
      expect(mine.count).toBe(4)
      expect((await list('Thing', { filters: { and: [['owner', '=', '__user']] } })).count).toBe(0)
      expect((await list('Thing', { filters: { owner: ['in', ['__user', 'x']] } })).count).toBe(0)
    })
  })
})
