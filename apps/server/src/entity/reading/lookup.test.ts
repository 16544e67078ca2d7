import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { countOf, createRecord, exists, find, findOne, type Lookup, setSilently } from '../index.ts'
import { engineForTests } from '../testing.ts'

describe('a lookup', () => {
  eachStore((open) => {
    const site = engineForTests(open)
    const ids = async (lookup: Lookup<never>) => (await find(site.engine, 'Role', lookup)).map(({ id }) => id)

    beforeAll(async () => {
      for (const role_name of ['Lookup A', 'Lookup_B', 'lookupC']) {
        await createRecord(site.engine, site.admin, 'Role', { role_name })
      }
    })

    it('finds records by equality, blanks, sets, ranges and beginnings', async () => {
      const made = { order: 'made' }
      expect(await ids({ where: { role_name: 'Lookup A' } })).toEqual(['Lookup A'])
      expect(await ids({ where: { role_name: { in: ['lookupC', 'Lookup A'] } }, ...made })).toEqual([
        'Lookup A',
        'lookupC',
      ])
      expect(await ids({ where: { role_name: { folded: ['LOOKUPC', 'lookup a'] } }, ...made })).toEqual([
        'Lookup A',
        'lookupC',
      ])
      expect(await ids({ where: { role_name: { starts: 'Lookup_' } } })).toEqual(['Lookup_B'])
      expect(await ids({ where: { role_name: null } })).toEqual([])
      const lookups = { role_name: { folded: ['lookup a', 'lookup_b', 'lookupc'] } }
      expect(await ids({ where: { ...lookups, disabled: { not: 1 } }, order: 'made desc', limit: 2 })).toEqual([
        'lookupC',
        'Lookup_B',
      ])
      expect(await ids({ where: { ...lookups, disabled: { above: 0 } } })).toEqual([])
      expect(await countOf(site.engine, 'Role', { where: lookups })).toBe(3)
    })

    it('accepts any text from outside, and finds nothing by values that no store can hold', async () => {
      for (const role_name of ['a\0b', { in: ['a\0b'] }, { folded: 'a\0b' }, { starts: 'a\0b' }]) {
        expect(await exists(site.engine, 'Role', { role_name })).toBe(false)
      }
    })

    it('sets values of one record or of many without changing it', async () => {
      const where = { role_name: 'Lookup A' }
      const before = await findOne(site.engine, 'Role', { where, fields: ['modified', 'disabled'] })
      await site.engine.store.write((tx) =>
        setSilently(site.engine, tx, 'Role', ['Lookup A', 'lookupC'], { disabled: 1 }),
      )
      const after = await findOne(site.engine, 'Role', { where, fields: ['modified', 'disabled'] })
      expect(after).toEqual({ ...before, disabled: 1 })
      expect(
        await ids({
          where: { role_name: { folded: ['lookup a', 'lookup_b', 'lookupc'] }, disabled: 1 },
          order: 'made',
        }),
      ).toEqual(['Lookup A', 'lookupC'])
    })

    it('names the unknown field', () => {
      expect(() => find(site.engine, 'Role', { where: { nothing: 1 } })).toThrow('Role stores no field nothing')
    })
  })
})
