import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { deleteRecord, entityMeta, renameEntity } from '../index.ts'
import { refusal } from '../testing.ts'
import { runAction } from '../writing/actions.ts'
import { altered, definitionTests, type FieldRow, renamed, without } from './testing.ts'

eachStore((open) => {
  const { site, define, reshape, fieldsOf, save } = definitionTests(open)

  /** Customers, and orders that link to them. */
  const makeShop = async () => {
    const customer = await define([{ fieldname: 'name' }, { fieldname: 'score', fieldtype: 'Int' }])
    const line = await define(
      [
        { fieldname: 'buyer', fieldtype: 'Link', options: customer },
        { fieldname: 'amount', fieldtype: 'Currency' },
      ],
      { type: 'Table' },
    )
    const order = await define([
      { fieldname: 'customer', fieldtype: 'Link', options: customer },
      { fieldname: 'other', fieldtype: 'Link', options: 'User' },
      { fieldname: 'status', fieldtype: 'Select', options: 'Open\nDone' },
      { fieldname: 'total', fieldtype: 'Currency' },
      { fieldname: 'secret_total', fieldtype: 'Currency', permlevel: 1 },
      { fieldname: 'currency', fieldtype: 'Data' },
      { fieldname: 'foreign_total', fieldtype: 'Currency', options: 'currency' },
      { fieldname: 'day', fieldtype: 'Date' },
      { fieldname: 'lines', fieldtype: 'Table', options: line },
    ])
    return { customer, line, order }
  }
  const rollupOf = (order: string, more: object = {}) => ({
    ...{ entity: order, link: 'customer', kind: 'sum', field: 'total', filters: null },
    ...more,
  })
  const add = (id: string, field: FieldRow) => reshape(id, (fields) => [...fields, { fieldtype: 'Currency', ...field }])
  /** The text of the first fault, its arguments, and the key of the roll-up in which it stands. */
  const faultOf = async (change: Promise<unknown>) => {
    const { errors } = await refusal(change)
    const [first] = errors ?? []
    return [first?.message.text, Object.values(first?.message.args ?? {})[0], first?.part]
  }

  describe('the definition of a roll-up', () => {
    it('is sent with the meta in one form, and its field is read-only', async () => {
      const { customer, order } = await makeShop()
      await add(customer, {
        fieldname: 'orders',
        fieldtype: 'Int',
        rollup: { entity: order, link: 'customer', kind: 'count' },
      })
      const filters = { status: 'Open' }
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order, { filters }) })
      const { fields } = entityMeta(site.engine, site.staff, customer).meta.doc_meta
      expect(fields.map(({ rollup, read_only }) => [rollup, read_only])).toEqual([
        [null, 0],
        [null, 0],
        [{ entity: order, link: 'customer', kind: 'count', field: null, filters: null }, 1],
        [{ entity: order, link: 'customer', kind: 'sum', field: 'total', filters }, 1],
      ])
    })

    it('is refused where a name is unknown or has no place', async () => {
      const { customer, order, line } = await makeShop()
      const unusable = '{0} cannot be used here.'
      const unknown = 'Unknown name: {0}'
      const cases: [FieldRow, unknown[]][] = [
        [{ rollup: rollupOf('Nowhere') }, [unknown, 'Nowhere', 'entity']],
        [{ rollup: rollupOf(line) }, [unusable, line, 'entity']],
        [{ rollup: rollupOf(order, { link: 'custumer' }) }, [unknown, 'custumer', 'link']],
        [{ rollup: rollupOf(order, { link: 'other' }) }, [unusable, 'other', 'link']],
        [{ rollup: rollupOf(order, { link: 'rows.buyer' }) }, [unknown, 'rows', 'link']],
        [{ rollup: rollupOf(order, { link: 'lines.seller' }) }, [unknown, 'seller', 'link']],
        [{ rollup: rollupOf(order, { kind: 'median' }) }, [unusable, 'median', 'kind']],
        [{ rollup: rollupOf(order, { field: 'totl' }) }, [unknown, 'totl', 'field']],
        [{ rollup: rollupOf(order, { field: null }) }, [unknown, '', 'field']],
        [{ rollup: rollupOf(order, { field: 'day' }) }, [unusable, 'day', 'field']],
        [{ rollup: rollupOf(order, { field: 'lines.amount' }) }, [unusable, 'lines.amount', 'field']],
        [{ rollup: rollupOf(order, { field: 'secret_total' }) }, [unusable, 'secret_total', 'field']],
        [{ rollup: rollupOf(order, { field: 'foreign_total' }) }, [unusable, 'foreign_total', 'field']],
        [{ rollup: rollupOf(order, { filters: { stat: 'Open' } }) }, [unknown, 'stat', 'filters']],
        [{ rollup: rollupOf(order, { filters: { secret_total: 5 } }) }, [unknown, 'secret_total', 'filters']],
        [
          { rollup: rollupOf(order, { filters: { owner: '__user' } }) },
          ['The filter value for {0} is not valid', { translate: 'owner' }, 'filters'],
        ],
        [
          { rollup: rollupOf(order, { filters: [['day', 'in period', 'today']] }) },
          ['The filter value for {0} is not valid', { translate: 'day' }, 'filters'],
        ],
        [{ fieldtype: 'Data', rollup: rollupOf(order) }, [unusable, { translate: 'Data' }, 'fieldtype']],
        [{ fieldtype: 'Date', rollup: rollupOf(order) }, [unusable, 'sum', 'kind']],
        [{ unique: 1, rollup: rollupOf(order) }, [unusable, { translate: 'Unique' }, 'unique']],
        [{ formula: 'score * 2', rollup: rollupOf(order) }, [unusable, 'score * 2', 'formula']],
        [{ rollup: [1] }, [unusable, '', 'kind']],
      ]
      for (const [field, fault] of cases) {
        expect(await faultOf(add(customer, { fieldname: 'owed', ...field }))).toEqual(fault)
      }
      const inRows = add(line, { fieldname: 'owed', rollup: rollupOf(order) })
      expect(await faultOf(inRows)).toEqual([unusable, { translate: 'Rollup' }, 'entity'])
    })

    it('is one of at most ten, and none looks at itself', async () => {
      const { customer, order } = await makeShop()
      const many = Array.from({ length: 11 }, (_, n) => ({
        fieldname: `r${n}`,
        fieldtype: 'Int',
        rollup: rollupOf(order),
      }))
      const more = reshape(customer, (fields) => [...fields, ...many])
      expect(await faultOf(more)).toEqual(['There are too many already (maximum {0}).', 10, undefined])
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order) })
      await add(order, { fieldname: 'back', fieldtype: 'Link', options: order })
      await add(customer, { fieldname: 'order', fieldtype: 'Link', options: order })
      await add(order, { fieldname: 'circle', rollup: rollupOf(customer, { link: 'order', field: 'owed' }) })
      const closing = reshape(order, altered('total', { formula: 'circle + 1' }))
      expect(await faultOf(closing)).toEqual(['{0} depends on itself.', { translate: 'Circle' }, undefined])
      const own = add(order, { fieldname: 'own', rollup: rollupOf(order, { link: 'back', field: 'own' }) })
      expect(await faultOf(own)).toEqual(['{0} depends on itself.', { translate: 'Own' }, undefined])
    })

    it('neither gives an id nor is unique, and no formula over it is', async () => {
      const { customer, order } = await makeShop()
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order) })
      const twice = { fieldname: 'twice', fieldtype: 'Float', formula: 'owed * 2' }
      const unusable = '{0} cannot be used here.'
      expect(await faultOf(add(customer, { ...twice, unique: 1 }))).toEqual([
        unusable,
        { translate: 'Unique' },
        undefined,
      ])
      await add(customer, twice)
      const named = save(customer, { naming_rule: 'Field', naming_value: 'twice' })
      expect(await faultOf(named)).toEqual([unusable, { translate: 'Twice' }, undefined])
    })

    it('goes over five levels of others', async () => {
      const id = await define([{ fieldname: 'n', fieldtype: 'Int' }])
      await add(id, { fieldname: 'up', fieldtype: 'Link', options: id })
      const level = (n: number) =>
        add(id, {
          fieldname: `level_${n}`,
          fieldtype: 'Int',
          rollup: { entity: id, link: 'up', kind: 'sum', field: n === 1 ? 'n' : `level_${n - 1}` },
        })
      for (const n of [1, 2, 3, 4, 5]) await level(n)
      expect(await faultOf(level(6))).toEqual(['There are too many already (maximum {0}).', 5, undefined])
    })

    it('follows new names of fields and of its entity', async () => {
      const { customer, order } = await makeShop()
      const filters = { and: [['status', '=', 'Open'], { not: ['lines.amount', '>', 5] }] }
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order, { filters }) })
      await add(customer, {
        fieldname: 'bought',
        rollup: rollupOf(order, { link: 'lines.buyer', field: 'lines.amount' }),
      })
      const { line } = {
        line: (await fieldsOf(order)).find(({ fieldname }) => fieldname === 'lines')?.options as string,
      }
      await reshape(order, (fields) =>
        renamed('total', 'sum')(renamed('customer', 'who')(renamed('lines', 'rows')(fields))),
      )
      await reshape(order, renamed('status', 'state'))
      await reshape(line, (fields) => renamed('buyer', 'person')(renamed('amount', 'price')(fields)))
      await renameEntity(site.engine, site.manager, order, `${order} New`)
      const rollups = (await fieldsOf(customer)).flatMap(({ rollup }) => (rollup ? [rollup] : []))
      expect(rollups).toEqual([
        {
          ...{ entity: `${order} New`, link: 'who', kind: 'sum', field: 'sum' },
          filters: { and: [['state', '=', 'Open'], { not: ['rows.price', '>', 5] }] },
        },
        { entity: `${order} New`, link: 'rows.person', kind: 'sum', field: 'rows.price', filters: null },
      ])
    })

    it('keeps what it names: fields are not removed, and the entity is not deleted', async () => {
      const { customer, order } = await makeShop()
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order, { filters: { status: 'Open' } }) })
      for (const name of ['customer', 'total', 'status']) {
        const { errors } = await refusal(reshape(order, without(name)))
        expect(errors).toMatchObject([{ fieldname: name, used_by: 'owed', property: 'rollup', entity: customer }])
        expect(errors?.[0]?.message.text).toBe('{0} is used by {1}.')
      }
      const fields = (await fieldsOf(order)).filter(({ fieldname }) => fieldname !== 'total')
      const record = { id: order, _entity: 'Entity' }
      const checked = await runAction(site.engine, site.manager, 'Entity', record.id, 'check_changes', { fields })
      expect(checked).toMatchObject({
        expressions: [],
        used_by: [{ fieldname: 'total', entity: customer, used_by: 'owed' }],
      })
      await reshape(customer, without('owed'))
      await add(customer, {
        fieldname: 'orders',
        fieldtype: 'Int',
        rollup: { entity: order, link: 'customer', kind: 'count' },
      })
      expect(await refusal(deleteRecord(site.engine, site.manager, 'Entity', order))).toMatchObject({
        status: 409,
        extra: { links: [{ entity: 'Entity', id: customer, fieldname: 'rollup' }] },
      })
    })

    it('is served by an index of the link, as long as it stands', async () => {
      const { customer, order } = await makeShop()
      const indexes = async () => {
        const { table } = site.engine.models.require(order)
        const there = (await site.engine.store.dialect.tablesAsTheyAre(site.engine.store)).get(table.name)?.indexes
        return [table.indexes.length, [...(there ?? [])].filter((name) => /^[iu]_/.test(name)).length]
      }
      const [before] = await indexes()
      expect(await indexes()).toEqual([before, before])
      await add(customer, { fieldname: 'owed', rollup: rollupOf(order) })
      expect(await indexes()).toEqual([Number(before) + 1, Number(before) + 1])
      await reshape(order, renamed('total', 'sum'))
      expect(await indexes()).toEqual([Number(before) + 1, Number(before) + 1])
      await save(customer, { fields: without('owed')(await fieldsOf(customer)) })
      expect(await indexes()).toEqual([before, before])
    })
  })
})
