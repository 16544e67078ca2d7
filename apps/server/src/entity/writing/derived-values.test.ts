import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { definitionTests, type FieldRow, type Row } from '../definitions/testing.ts'
import { bulkUpdate, createRecord, deleteRecord, entityMeta, getRecord, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'

eachStore((open) => {
  const { site, define, create } = definitionTests(open)
  const as = (entity: string) => ({
    create: (body: object) => createRecord(site.engine, site.staff, entity, body) as Promise<Row>,
    update: (id: string, body: object) => updateRecord(site.engine, site.staff, entity, id, body) as Promise<Row>,
    get: (id: string) => getRecord(site.engine, site.staff, entity, id) as Promise<Row>,
  })
  const rowsOf = (record: Row) => record.lines as Row[]

  /** An order with rows of products, whose prices come along. */
  const makeShop = async (more: FieldRow[] = [], columns: FieldRow[] = []) => {
    const product = await define([
      { fieldname: 'price', fieldtype: 'Currency' },
      { fieldname: 'grade', default: 'A' },
    ])
    const line = await define(
      [
        { fieldname: 'item', fieldtype: 'Link', options: product },
        { fieldname: 'quantity', fieldtype: 'Float', default: '1' },
        { fieldname: 'price', fieldtype: 'Currency', fetch_from: 'item.price' },
        { fieldname: 'grade', read_only: 1, fetch_from: 'item.grade' },
        { fieldname: 'amount', fieldtype: 'Currency', formula: 'quantity * price' },
        ...columns,
      ],
      { type: 'Table' },
    )
    const order = await define([
      { fieldname: 'subject' },
      { fieldname: 'lines', fieldtype: 'Table', options: line },
      { fieldname: 'discount', fieldtype: 'Float' },
      { fieldname: 'total', fieldtype: 'Currency', formula: 'sum(lines.map(l, l.amount)) * (1 - discount / 100)' },
      { fieldname: 'size', fieldtype: 'Int', formula: 'size(lines) * 1.5' },
      { fieldname: 'is_large', fieldtype: 'Check', formula: 'total > 1000' },
      ...more,
    ])
    const tea = await create(product, { price: 18 })
    const rice = await create(product, { price: 0.335, grade: 'B' })
    return { product, line, order: as(order), orderId: order, tea: tea.id, rice: rice.id }
  }

  describe('a formula', () => {
    it('follows each write of the record and its rows, whatever was sent for it', async () => {
      const { order, tea, rice } = await makeShop()
      const made = await order.create({
        total: 5,
        lines: [
          { item: tea, quantity: 2, amount: 1 },
          { item: rice, quantity: 3 },
        ],
      })
      expect(rowsOf(made).map(({ price, amount }) => [price, amount])).toEqual([
        [18, 36],
        [0.335, 1.01],
      ])
      expect(made).toMatchObject({ total: 37.01, size: 3, is_large: 0 })
      const cheaper = await order.update(made.id, { discount: 50 })
      expect([cheaper.total, (await order.get(made.id)).total]).toEqual([18.51, 18.51])
      const [first] = rowsOf(cheaper)
      const larger = await order.update(made.id, { lines: [{ id: first?.id, quantity: 200 }], is_large: 0 })
      expect(larger).toMatchObject({ total: 1800, size: 1, is_large: 1 })
      const empty = await order.update(made.id, { lines: [] })
      expect(empty).toMatchObject({ total: 0, size: 0, is_large: 0 })
    })

    it('is worked out by a bulk update, too', async () => {
      const { order, orderId, tea } = await makeShop()
      const made = await order.create({ lines: [{ item: tea }] })
      await bulkUpdate(site.engine, site.staff, orderId, { entities: [{ id: made.id, discount: 10, total: 3 }] })
      expect((await order.get(made.id)).total).toBe(16.2)
    })

    it('of a row may name the record that it belongs to', async () => {
      const { order, tea, line } = await makeShop([{ fieldname: 'rate', fieldtype: 'Float' }])
      const share = { fieldname: 'share', fieldtype: 'Float', formula: 'amount * parent.rate / 3' }
      const { fields } = await getRecord(site.engine, site.manager, 'Entity', line)
      await updateRecord(site.engine, site.manager, 'Entity', line, { fields: [...(fields as FieldRow[]), share] })
      const made = await order.create({ rate: 2, lines: [{ item: tea }] })
      expect(rowsOf(made)[0]?.share).toBe(12)
      expect(rowsOf(await order.update(made.id, { rate: 1 / 18 }))[0]?.share).toBe(0.333333333)
    })

    it('names the id, and gives dates, texts and blanks', async () => {
      const shape = as(
        await define(
          [
            { fieldname: 'start', fieldtype: 'Date' },
            { fieldname: 'end', fieldtype: 'Date', formula: 'add_months(start, 1)' },
            { fieldname: 'name', formula: 'id + " " + upper(owner)' },
            { fieldname: 'half', fieldtype: 'Int', formula: '7 / 2' },
            { fieldname: 'odd', fieldtype: 'Float', formula: '1 / 0' },
            { fieldname: 'yen', fieldtype: 'Currency', options: 'JPY', formula: '2.5' },
            { fieldname: 'bad', fieldtype: 'Float', formula: 'double(name)' },
          ],
          { naming_rule: 'Series', naming_value: 'SH-.##' },
        ),
      )
      const made = await shape.create({ start: '2026-01-31' })
      expect(made).toMatchObject({
        end: '2026-02-28',
        name: `${made.id} DANA@EXAMPLE.COM`,
        half: 3,
        odd: 0,
        yen: 3,
        bad: 0,
      })
      expect(await shape.update(made.id, { start: null })).toMatchObject({ start: null, end: null })
    })

    it('that fails is told once a day, and the record is saved', async () => {
      const failures: object[] = []
      const before = site.engine.expressionFailed
      site.engine.expressionFailed = (failure) => failures.push(failure)
      const id = await define([{ fieldname: 'text' }, { fieldname: 'n', fieldtype: 'Float', formula: 'double(text)' }])
      await as(id).create({ text: 'x' })
      await as(id).create({ text: 'y' })
      site.engine.expressionFailed = before
      expect(failures).toEqual([{ entity: id, fieldname: 'n', property: 'formula', reason: expect.any(String) }])
      expect(await as(id).create({ text: '2.5' })).toMatchObject({ n: 2.5 })
    })
  })

  describe('a fetched value', () => {
    it('comes along when its link is set, unless the writer sets it', async () => {
      const { order, tea, rice, product } = await makeShop()
      const made = await order.create({
        lines: [
          { item: tea },
          { item: tea, price: 10 },
          { item: tea, price: 0 },
          { item: tea, price: 0, _set: ['price'] },
        ],
      })
      expect(rowsOf(made).map(({ price }) => price)).toEqual([18, 10, 18, 0])
      const [first, second] = rowsOf(made)
      // A changed price changes no order; a changed link does.
      await updateRecord(site.engine, site.staff, product, tea, { price: 20 })
      const kept = await order.update(made.id, { subject: 'x', lines: [first, second] as object[] })
      expect(rowsOf(kept).map(({ price }) => price)).toEqual([18, 10])
      const moved = await order.update(made.id, {
        lines: [
          { id: first?.id, item: rice },
          { id: second?.id, item: rice, price: 7 },
        ],
      })
      expect(rowsOf(moved).map(({ price, grade }) => [price, grade])).toEqual(
        [
          [0.34, 'B'],
          [7, 'B'],
        ].map(([price, grade]) => [price === 0.34 ? 0.335 : price, grade]),
      )
      const blank = await order.update(made.id, { lines: [{ id: first?.id, item: null }] })
      expect(rowsOf(blank)[0]).toMatchObject({ item: null, price: 0.335, grade: 'B' })
    })

    it('that nobody may write is always taken', async () => {
      const { order, rice } = await makeShop()
      const made = await order.create({ lines: [{ item: rice, grade: 'Best' }] })
      expect(rowsOf(made)[0]?.grade).toBe('B')
    })

    it('goes on along a second link, and through a link of the record', async () => {
      const country = await define([{ fieldname: 'tax', fieldtype: 'Float' }])
      const customer = await define([{ fieldname: 'country', fieldtype: 'Link', options: country }])
      const line = await define([{ fieldname: 'tax', fieldtype: 'Float' }], { type: 'Table' })
      const order = await define([
        { fieldname: 'customer', fieldtype: 'Link', options: customer },
        { fieldname: 'country', fieldtype: 'Link', options: country, fetch_from: 'customer.country' },
        { fieldname: 'tax', fieldtype: 'Float', fetch_from: 'country.tax' },
        { fieldname: 'lines', fieldtype: 'Table', options: line },
      ])
      const { fields } = await getRecord(site.engine, site.manager, 'Entity', line)
      const [field] = fields as FieldRow[]
      await updateRecord(site.engine, site.manager, 'Entity', line, {
        fields: [{ ...field, fetch_from: 'parent.country.tax' }],
      })
      const [here, there] = [await create(country, { tax: 18 }), await create(country, { tax: 5 })]
      const ours = await create(customer, { country: here.id })
      const made = await as(order).create({ customer: ours.id, lines: [{}, { tax: 1 }] })
      expect([made.tax, ...rowsOf(made).map(({ tax }) => tax)]).toEqual([18, 18, 1])
      const moved = await as(order).update(made.id, { country: there.id })
      expect([moved.tax, ...rowsOf(moved).map(({ tax }) => tax)]).toEqual([5, 5, 5])
    })

    it('does not come from a record to which its writer may not link', async () => {
      const rules = [{ role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 }]
      const others = { role: 'Operator', read: 1 }
      const closed = await define([{ fieldname: 'price', fieldtype: 'Float' }], { permissions: [...rules, others] })
      const staff = { role: 'Staff', if_owner: 1, read: 1 }
      const own = await define([{ fieldname: 'price', fieldtype: 'Float' }], { permissions: [...rules, staff] })
      const [ofClosed, ofOwn] = [await create(closed, { price: 4 }), await create(own, { price: 5 })]
      const order = as(
        await define([
          { fieldname: 'a', fieldtype: 'Link', options: closed },
          { fieldname: 'b', fieldtype: 'Link', options: own },
          { fieldname: 'price', fieldtype: 'Float', fetch_from: 'a.price' },
          { fieldname: 'other', fieldtype: 'Float', fetch_from: 'b.price' },
        ]),
      )
      // Titles of what the caller's links name are open, so that the price comes along though the list is closed.
      expect(await order.create({ a: ofClosed.id })).toMatchObject({ price: 4 })
      expect(await refusal(order.create({ b: ofOwn.id }))).toMatchObject({ status: 417, type: 'LinkValidationError' })
    })
  })

  describe('a condition', () => {
    const makeTask = (more: object = {}) =>
      define([
        { fieldname: 'status', default: 'Open' },
        { fieldname: 'reason', mandatory_depends_on: 'status == "Closed"' },
        { fieldname: 'hours', reqd: 1, depends_on: 'status != "Draft"' },
        { fieldname: 'budget', fieldtype: 'Float', read_only_depends_on: 'status == "Closed" && !ctx.is_new', ...more },
      ])

    it('requires a field, and frees one that is not drawn', async () => {
      const task = as(await makeTask())
      const closed = await refusal(task.create({ status: 'Closed', hours: '1' }))
      expect(closed).toMatchObject({ type: 'MandatoryError', errors: [{ fieldname: 'reason' }] })
      expect(await refusal(task.create({}))).toMatchObject({ errors: [{ fieldname: 'hours' }] })
      const draft = await task.create({ status: 'Draft', reason: 'kept' })
      expect(draft).toMatchObject({ hours: null, reason: 'kept' })
      expect(await refusal(task.update(draft.id, { status: 'Open' }))).toMatchObject({
        errors: [{ fieldname: 'hours' }],
      })
    })

    it('locks a field of the record as it is stored, for managers as well', async () => {
      const id = await makeTask({ mandatory_depends_on: 'status == "Closed"' })
      const task = as(id)
      const made = await task.create({ status: 'Closed', reason: 'x', hours: '1', budget: 5 })
      expect([made._locked, made.budget]).toEqual([['budget'], 5])
      const changed = await updateRecord(site.engine, site.manager, id, made.id, { budget: 9, reason: 'y' })
      expect(changed).toMatchObject({ budget: 5, reason: 'y', _locked: ['budget'], _rights: { read: 1, write: 1 } })
      // In the write that opens it, it is still closed; a locked field is never required.
      const opened = await task.update(made.id, { status: 'Open', budget: 9 })
      expect([opened.budget, opened._locked]).toEqual([5, []])
      expect((await task.update(made.id, { budget: 9 })).budget).toBe(9)
      expect((await task.get(made.id))._locked).toEqual([])
    })

    it('holds in rows, each for itself', async () => {
      const line = await define(
        [
          { fieldname: 'done', fieldtype: 'Check' },
          { fieldname: 'note', mandatory_depends_on: 'done && parent.is_strict' },
          { fieldname: 'count', fieldtype: 'Int', read_only_depends_on: 'done' },
        ],
        { type: 'Table' },
      )
      const list = as(
        await define([
          { fieldname: 'is_strict', fieldtype: 'Check' },
          { fieldname: 'lines', fieldtype: 'Table', options: line },
        ]),
      )
      const lines = [{ done: 1, count: 1 }, { count: 2 }]
      expect(await refusal(list.create({ is_strict: 1, lines }))).toMatchObject({
        errors: [{ fieldname: 'lines', row: 1, row_fieldname: 'note' }],
      })
      const made = await list.create({ lines })
      const sent = rowsOf(made).map(({ id }) => ({ id, count: 7 }))
      expect(rowsOf(await list.update(made.id, { lines: sent })).map(({ count }) => count)).toEqual([1, 7])
    })

    it('knows who asks', async () => {
      const own = as(await define([{ fieldname: 'a', read_only_depends_on: '!("System Manager" in ctx.roles)' }]))
      const made = await own.create({ a: 'x' })
      expect(made._locked).toEqual(['a'])
      expect((await own.update(made.id, { a: 'y' })).a).toBe('x')
    })
  })

  it('a record says what its reader may do with it', async () => {
    const rules = [
      { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
      { role: 'Staff', read: 1, create: 1 },
      { role: 'Staff', if_owner: 1, write: 1 },
    ]
    const id = await define([{ fieldname: 'a' }], { permissions: rules })
    const [mine, other] = [await as(id).create({}), await create(id, {})]
    expect((await as(id).get(mine.id))._rights).toEqual({ read: 1, write: 1, delete: 0 })
    expect((await as(id).get(other.id))._rights).toEqual({ read: 1, write: 0, delete: 0 })
    expect(entityMeta(site.engine, site.staff, id).meta.doc_meta.permissions).toMatchObject({ write: 1, delete: 0 })
    await deleteRecord(site.engine, site.manager, id, mine.id)
  })
})
