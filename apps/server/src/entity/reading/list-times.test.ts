import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { listTests } from '../testing-lists.ts'

eachStore((open) => {
  const { list, create, define, idsOf } = listTests(open)

  describe('system times', () => {
    beforeAll(async () => {
      // In Jerusalem the hour from 1:00 to 2:00 occurs twice on 25 October 2026.
      await define('Moment', [{ fieldname: 'a' }])
      const times = ['21:30', '22:10', '22:50', '23:10', '23:50']
      for (const [index, time] of times.entries()) {
        await create('Moment', { id: `${index}`, creation: `2026-10-24 ${time}:00.000000` })
      }
    })
    const between = (...bounds: string[]) => idsOf('Moment', { filters: { creation: ['between', bounds] } })

    it('are read and filtered as the wall clock', async () => {
      const { data } = await list('Moment', { fields: ['creation'] })
      expect(data.map((row) => row.creation?.slice(11, 16))).toEqual(['00:30', '01:10', '01:50', '01:10', '01:50'])
      expect(await between('2026-10-25 01:00', '2026-10-25 01:59')).toEqual(['1', '2', '3', '4'])
      expect(await between('2026-10-25', '2026-10-25')).toEqual(['0', '1', '2', '3', '4'])
      expect(await between('2026-10-24', '2026-10-24')).toEqual([])
    })

    it('in an hour that occurs twice equal both instants', async () => {
      const at = (operator: string, value: unknown) => idsOf('Moment', { filters: { creation: [operator, value] } })
      expect(await at('=', '2026-10-25 01:10')).toEqual(['1', '3'])
      expect(await at('!=', '2026-10-25 01:10')).toEqual(['0', '2', '4'])
      expect(await at('in', ['2026-10-25 01:10', '2026-10-25 00:30'])).toEqual(['0', '1', '3'])
      expect(await at('>=', '2026-10-25 01:00')).toEqual(['1', '2', '3', '4'])
      expect(await at('<', '2026-10-25 01:00')).toEqual(['0'])
      expect(await at('>', '2026-10-25 01:59')).toEqual([])
      expect(await at('<=', '9999-12-31 23:59:59')).toHaveLength(5)
      expect(await at('=', '2026-10-24T23:10:00Z')).toEqual(['1', '3'])
    })
  })
})
