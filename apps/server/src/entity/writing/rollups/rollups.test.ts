import { describe, expect, it } from 'vitest'
import { eachStore } from '../../../store/testing.ts'
import { renameRecord } from '../../definitions/rename-record.ts'
import { definitionTests, type FieldRow, type Row } from '../../definitions/testing.ts'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  findOne,
  getRecord,
  type RecordEvent,
  updateRecord,
} from '../../index.ts'
import { restoreFromTrash } from '../../trash/restore.ts'
import { runAction } from '../actions.ts'

eachStore((open) => {
  const { site, define, reshape } = definitionTests(open)
  const make = (entity: string, body: object) => createRecord(site.engine, site.staff, entity, body) as Promise<Row>
  const change = (entity: string, id: string, body: object) =>
    updateRecord(site.engine, site.staff, entity, id, body) as Promise<Row>
  const read = (entity: string, id: string) => getRecord(site.engine, site.staff, entity, id) as Promise<Row>
  const add = (id: string, ...fields: FieldRow[]) => reshape(id, (known) => [...known, ...fields])

  /** Customers with roll-ups over their orders. */
  const makeShop = async (kinds: (order: string) => FieldRow[]) => {
    const customer = await define([{ fieldname: 'name' }, { fieldname: 'limit', fieldtype: 'Float' }], {
      allow_rename: 1,
    })
    const product = await define([{ fieldname: 'name' }])
    const line = await define(
      [
        { fieldname: 'item', fieldtype: 'Link', options: product },
        { fieldname: 'amount', fieldtype: 'Currency' },
      ],
      { type: 'Table' },
    )
    const order = await define([
      { fieldname: 'customer', fieldtype: 'Link', options: customer, in_standard_filter: 1 },
      { fieldname: 'status', fieldtype: 'Select', options: 'Open\nDone', default: 'Open' },
      { fieldname: 'total', fieldtype: 'Currency' },
      { fieldname: 'weight', fieldtype: 'Float' },
      { fieldname: 'day', fieldtype: 'Date' },
      { fieldname: 'at', fieldtype: 'Datetime' },
      { fieldname: 'lines', fieldtype: 'Table', options: line },
    ])
    await add(customer, ...kinds(order))
    return { customer, order, product, line }
  }
  const count = (entity: string, more: object = {}) => ({
    ...{ fieldname: 'orders', fieldtype: 'Int' },
    rollup: { entity, link: 'customer', kind: 'count', ...more },
  })
  const owed = (entity: string, more: object = {}) => ({
    ...{ fieldname: 'owed', fieldtype: 'Currency' },
    rollup: { entity, link: 'customer', kind: 'sum', field: 'total', ...more },
  })

  describe('a roll-up', () => {
    it('is of each kind', async () => {
      const over = (entity: string, fieldname: string, fieldtype: string, kind: string, field: string) => ({
        ...{ fieldname, fieldtype },
        rollup: { entity, link: 'customer', kind, field },
      })
      const { customer, order } = await makeShop((id) => [
        count(id),
        owed(id),
        over(id, 'least', 'Float', 'lowest', 'weight'),
        over(id, 'most', 'Float', 'highest', 'weight'),
        over(id, 'last', 'Currency', 'latest', 'total'),
        over(id, 'first_day', 'Date', 'lowest', 'day'),
        over(id, 'last_at', 'Datetime', 'highest', 'at'),
        over(id, 'last_day', 'Date', 'latest', 'day'),
        over(id, 'last_made', 'Datetime', 'highest', 'creation'),
      ])
      const ann = await make(customer, { name: 'Ann', owed: 5 })
      const nothing = { orders: 0, owed: 0, least: 0, most: 0, last: 0 }
      expect(ann).toMatchObject({ ...nothing, first_day: null, last_at: null, last_day: null, last_made: null })
      const of = { customer: ann.id }
      await make(order, { ...of, total: 0.335, weight: -2, day: '2026-03-01', at: '2026-03-01 10:00:00' })
      await make(order, { ...of, total: 0.67, weight: 4.5, day: '2026-02-01', at: '2026-04-01 10:00:00' })
      const made = await make(order, of)
      const now = await read(customer, ann.id)
      expect(now).toMatchObject({ orders: 3, owed: 1.01, least: -2, most: 4.5, last: 0 })
      expect(now).toMatchObject({ first_day: '2026-02-01', last_day: null, last_made: made.creation })
      expect(String(now.last_at)).toMatch(/^2026-04-01 10:00:00/)
      expect([now.modified, now.modified_by]).toEqual([ann.modified, ann.modified_by])
      const history = (await runAction(site.engine, site.staff, customer, ann.id, 'get_history', {})) as unknown[]
      expect(history).toHaveLength(1)
    })

    it('follows records that are changed, moved, deleted and brought back', async () => {
      const { customer, order } = await makeShop((id) => [count(id), owed(id, { filters: { status: 'Open' } })])
      const [ann, bob] = [await make(customer, { name: 'Ann' }), await make(customer, { name: 'Bob' })]
      const now = async () =>
        Promise.all([ann, bob].map(async ({ id }) => Object.values(await pick(customer, id, ['orders', 'owed']))))
      const one = await make(order, { customer: ann.id, total: 10 })
      const two = await make(order, { customer: ann.id, total: 5 })
      expect(await now()).toEqual([
        [2, 15],
        [0, 0],
      ])
      await change(order, one.id, { total: 12 })
      await change(order, two.id, { customer: bob.id })
      expect(await now()).toEqual([
        [1, 12],
        [1, 5],
      ])
      await change(order, one.id, { status: 'Done' })
      expect(await now()).toEqual([
        [1, 0],
        [1, 5],
      ])
      await bulkUpdate(site.engine, site.staff, order, {
        entities: [
          { id: one.id, status: 'Open', customer: bob.id },
          { id: two.id, customer: null },
        ],
      })
      expect(await now()).toEqual([
        [0, 0],
        [1, 12],
      ])
      await deleteRecord(site.engine, site.staff, order, one.id)
      expect(await now()).toEqual([
        [0, 0],
        [0, 0],
      ])
      await bringBack(order, one.id)
      expect(await now()).toEqual([
        [0, 0],
        [1, 12],
      ])
    })

    it('of a record that comes back, or is called otherwise, stays right', async () => {
      const { customer, order } = await makeShop((id) => [count(id), owed(id)])
      const back = await define([{ fieldname: 'up', fieldtype: 'Link', options: customer }])
      await add(customer, { fieldname: 'twice', fieldtype: 'Float', formula: 'owed * 2' })
      const ann = await make(customer, { name: 'Ann' })
      await make(order, { customer: ann.id, total: 3 })
      await renameRecord(site.engine, site.manager, customer, ann.id, 'Anna')
      expect(await pick(customer, 'Anna', ['orders', 'owed', 'twice'])).toEqual({ orders: 1, owed: 3, twice: 6 })
      await make(back, { up: 'Anna' })
      await make(order, { customer: 'Anna', total: 4 })
      expect(await pick(customer, 'Anna', ['orders', 'owed', 'twice'])).toEqual({ orders: 2, owed: 7, twice: 14 })
    })

    it('goes through the rows of a table: each record counts once, its rows one by one', async () => {
      const { product, order } = await makeShop(() => [])
      const through = (fieldname: string, fieldtype: string, more: object) => ({
        ...{ fieldname, fieldtype },
        rollup: { entity: order, link: 'lines.item', filters: { status: 'Open' }, ...more },
      })
      await add(
        product,
        through('orders', 'Int', { kind: 'count' }),
        through('worth', 'Currency', { kind: 'sum', field: 'total' }),
        through('sold', 'Currency', { kind: 'sum', field: 'lines.amount' }),
        through('dearest', 'Currency', { kind: 'highest', field: 'lines.amount', filters: null }),
        through('last', 'Currency', { kind: 'latest', field: 'lines.amount' }),
      )
      const [tea, rice] = [await make(product, { name: 'Tea' }), await make(product, { name: 'Rice' })]
      const now = async ({ id }: Row) => {
        const record = await read(product, id)
        return ['orders', 'worth', 'sold', 'dearest', 'last'].map((name) => record[name])
      }
      const item = ({ id }: Row, amount: number) => ({ item: id, amount })
      const one = await make(order, { total: 10, lines: [item(tea, 1), item(tea, 2.5), item(rice, 4)] })
      await make(order, { total: 20, lines: [item(tea, 8)] })
      expect(await now(tea)).toEqual([2, 30, 11.5, 8, 8])
      expect(await now(rice)).toEqual([1, 10, 4, 4, 4])
      const [first, , third] = one.lines as Row[]
      await change(order, one.id, { total: 11, lines: [{ id: first?.id, item: rice.id }, { id: third?.id }] })
      expect(await now(tea)).toEqual([1, 20, 8, 8, 8])
      expect(await now(rice)).toEqual([1, 11, 5, 4, 4])
      await change(order, one.id, { status: 'Done' })
      expect(await now(rice)).toEqual([0, 0, 0, 4, 0])
      await deleteRecord(site.engine, site.staff, order, one.id)
      expect(await now(rice)).toEqual([0, 0, 0, 0, 0])
      await bringBack(order, one.id)
      expect(await now(rice)).toEqual([0, 0, 0, 4, 0])
    })

    it('over roll-ups and formulas follows at once, and is told as derived', async () => {
      const region = await define([{ fieldname: 'name' }])
      const { customer, order } = await makeShop((id) => [
        owed(id),
        { fieldname: 'left', fieldtype: 'Float', formula: 'limit - owed' },
        { fieldname: 'region', fieldtype: 'Link', options: region },
      ])
      const rollup = { entity: customer, link: 'region', kind: 'sum', field: 'left' }
      await add(
        region,
        { fieldname: 'room', fieldtype: 'Float', rollup },
        { fieldname: 'half', fieldtype: 'Int', formula: 'room / 2' },
      )
      const north = await make(region, { name: 'North' })
      const ann = await make(customer, { limit: 100, region: north.id })
      const events: RecordEvent[] = []
      const stop = site.engine.listen((event) => events.push(event))
      const made = await make(order, { customer: ann.id, total: 30 })
      stop()
      expect(await pick(customer, ann.id, ['owed', 'left'])).toEqual({ owed: 30, left: 70 })
      expect(await pick(region, north.id, ['room', 'half'])).toEqual({ room: 70, half: 35 })
      const told = events.filter(({ entity }) => entity !== 'Operation Log')
      expect(told.map(({ entity, id, action, changed }) => [entity, id, action, changed])).toEqual([
        [order, made.id, 'created', ['customer', 'status', 'total', 'weight']],
        [customer, ann.id, 'derived', ['owed', 'left']],
        [region, north.id, 'derived', ['room', 'half']],
      ])
      await change(customer, ann.id, { limit: 50 })
      expect(await pick(region, north.id, ['room', 'half'])).toEqual({ room: 20, half: 10 })
    })

    it('has the digits of the currency that its record names', async () => {
      const { customer, order } = await makeShop((id) => [
        { fieldname: 'currency' },
        { ...owed(id), options: 'currency' },
      ])
      const ann = await make(customer, { currency: 'EUR' })
      await make(order, { customer: ann.id, total: 10.256 })
      expect(await pick(customer, ann.id, ['owed'])).toEqual({ owed: 10.26 })
      await change(customer, ann.id, { currency: 'JPY' })
      expect(await pick(customer, ann.id, ['owed'])).toEqual({ owed: 10 })
    })

    it('is left out of a past state, as are formulas over it', async () => {
      const { customer, order } = await makeShop((id) => [
        owed(id),
        { fieldname: 'twice', fieldtype: 'Float', formula: 'owed * 2' },
        { fieldname: 'much', fieldtype: 'Float', formula: 'limit * 2' },
      ])
      const ann = await make(customer, { limit: 1 })
      await make(order, { customer: ann.id, total: 3 })
      const [version] = (await runAction(site.engine, site.staff, customer, ann.id, 'get_history', {})) as {
        id: string
      }[]
      const state = await runAction(site.engine, site.staff, customer, ann.id, 'get_state', { version: version?.id })
      const { entity } = state as { entity: Row }
      expect([entity.limit, entity.much, 'owed' in entity, 'twice' in entity]).toEqual([1, 2, false, false])
    })
  })

  const pick = async (entity: string, id: string, names: readonly string[]) => {
    const record = await read(entity, id)
    return Object.fromEntries(names.map((name) => [name, record[name]]))
  }
  const bringBack = async (entity: string, id: string) => {
    const item = await findOne(site.engine, 'Trash Item', { where: { ref_entity: entity, ref_id: id } })
    await site.engine.store.write((tx) => restoreFromTrash(site.engine, site.staff, tx, String(item?.id)))
  }
})
