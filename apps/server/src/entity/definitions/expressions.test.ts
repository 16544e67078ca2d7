import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { entityMeta, getRecord, runAction, updateRecord } from '../index.ts'
import { personContext, refusal } from '../testing.ts'
import { altered, definitionTests, type FieldRow, renamed, without } from './testing.ts'

const price = { fieldname: 'price', fieldtype: 'Currency' }
const quantity = { fieldname: 'quantity', fieldtype: 'Float' }
const amount = { fieldname: 'amount', fieldtype: 'Currency', formula: 'quantity * price' }

eachStore((open) => {
  const { site, define, fieldsOf, reshape } = definitionTests(open)
  const faultsOf = async (fields: FieldRow[], more: object = {}) => (await refusal(define(fields, more))).errors ?? []
  const checked = async (id: string, fields: FieldRow[]) =>
    (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', { fields })) as {
      expressions: object[]
      used_by: object[]
      refused: string[]
    }
  /** An entity with rows of a child entity, and the ids of both. */
  const withRows = async (columns: FieldRow[], fields: FieldRow[]) => {
    const child = await define(columns, { type: 'Table' })
    const lines = { fieldname: 'lines', fieldtype: 'Table', options: child }
    return { child, parent: await define([lines, ...fields]) }
  }

  describe('a save', () => {
    it('keeps expressions, and the meta of a formula says that nobody writes it', async () => {
      const id = await define([price, quantity, { ...amount, depends_on: 'price > 0' }])
      const [, , field] = entityMeta(site.engine, site.manager, id).meta.doc_meta.fields
      expect(field).toMatchObject({
        formula: 'quantity * price',
        depends_on: 'price > 0',
        read_only: 1,
        fetch_from: null,
      })
    })

    it('names the place of each fault, and the name that may be meant', async () => {
      const [fault, ...more] = await faultsOf([
        price,
        quantity,
        { ...amount, formula: 'quantity * prise' },
        { fieldname: 'note', mandatory_depends_on: 'price' },
        { fieldname: 'last', fieldtype: 'Date', formula: 'quantity' },
      ])
      expect(fault).toEqual({
        fieldname: 'amount',
        property: 'formula',
        start: 11,
        end: 16,
        message: { text: 'Unknown name: {0}', args: ['prise'] },
        suggestion: 'price',
      })
      expect(more).toMatchObject([
        { fieldname: 'note', property: 'mandatory_depends_on', message: { text: 'This must be true or false.' } },
        { fieldname: 'last', property: 'formula', message: { text: 'This must be a date.' } },
      ])
    })

    it.each<[string, FieldRow, string]>([
      ['a secret', { fieldname: 'a', depends_on: 'key == ""' }, 'Unknown name: {0}'],
      ['JSON', { fieldname: 'a', depends_on: 'data == ""' }, 'Unknown name: {0}'],
      ['a field of level 1', { fieldname: 'a', depends_on: 'margin > 0' }, 'Unknown name: {0}'],
      ['a word of the language', { fieldname: 'a', depends_on: 'if > 0' }, 'Unknown name: {0}'],
      ['who asks, in a formula', { fieldname: 'a', formula: 'ctx.user' }, 'Unknown name: {0}'],
      ['a field that only has the name of who asks', { fieldname: 'a', depends_on: 'ctx == ""' }, 'Unknown name: {0}'],
      ['an inherited name', { fieldname: 'a', depends_on: 'constructor == ""' }, 'Unknown name: {0}'],
      ['itself', { fieldname: 'a', formula: 'a + "x"' }, '{0} depends on itself.'],
      ['a type without formulas', { fieldname: 'a', fieldtype: 'Text', formula: '"x"' }, '{0} cannot be used here.'],
    ])('refuses %s', async (_, field, text) => {
      const others = [
        { fieldname: 'key', fieldtype: 'Password' },
        { fieldname: 'data', fieldtype: 'JSON' },
        { fieldname: 'margin', fieldtype: 'Float', permlevel: 1 },
        { fieldname: 'if', fieldtype: 'Float' },
        { fieldname: 'ctx' },
      ]
      expect(await faultsOf([...others, field])).toMatchObject([{ fieldname: 'a', message: { text } }])
    })

    it('a field of level 1 may name others of its level', async () => {
      const margin = { fieldname: 'margin', fieldtype: 'Float', permlevel: 1 }
      expect(await define([margin, { fieldname: 'a', permlevel: 1, depends_on: 'margin > 0' }])).toBeTruthy()
    })

    it('refuses a circle of formulas, and a row that names a formula over rows', async () => {
      const circle = await faultsOf([
        { fieldname: 'a', fieldtype: 'Float', formula: 'b + 1' },
        { fieldname: 'b', fieldtype: 'Float', formula: 'a + 1' },
      ])
      expect(circle).toMatchObject([{ property: 'formula', message: { text: '{0} depends on itself.' } }])
      const { child } = await withRows(
        [quantity, price],
        [
          { fieldname: 'total', fieldtype: 'Float', formula: 'sum(lines.map(l, l.price))' },
          { fieldname: 'rate', fieldtype: 'Float' },
          { fieldname: 'half', fieldtype: 'Float', formula: 'rate / 2' },
        ],
      )
      const share = (formula: string) => ({ fieldname: 'share', fieldtype: 'Float', formula })
      const refused = await refusal(reshape(child, (fields) => [...fields, share('price / parent.total')]))
      expect(refused.errors).toMatchObject([{ message: { text: '{0} depends on itself.' } }])
      // Each row would go through all of them.
      const others = await refusal(reshape(child, (fields) => [...fields, share('sum(parent.lines.map(l, l.price))')]))
      expect(others.detail).toEqual({ text: 'Unknown name: {0}', args: ['lines'] })
      await reshape(child, (fields) => [...fields, share('price * parent.half')])
      expect(await fieldsOf(child)).toHaveLength(3)
    })

    it('refuses more than 60 expressions, those of its rows included', async () => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, n) => ({ fieldname: `f${n}`, fieldtype: 'Float', formula: '1 + 1' }))
      const child = await define(many(20), { type: 'Table' })
      const lines = { fieldname: 'lines', fieldtype: 'Table', options: child }
      expect(await define([lines, ...many(40)])).toBeTruthy()
      const [fault] = await faultsOf([lines, ...many(41)])
      expect(fault).toMatchObject({ message: { text: 'There are too many already (maximum {0}).', args: [60] } })
    })

    it('lets nobody write the expressions of the product', async () => {
      const admin = await personContext(site.engine, 'Administrator')
      const { fields } = await getRecord(site.engine, admin, 'Entity', 'Role')
      const mine = { fieldname: 'mine', depends_on: 'id != ""' }
      const saved = updateRecord(site.engine, admin, 'Entity', 'Role', { fields: [...(fields as FieldRow[]), mine] })
      expect(await refusal(saved)).toMatchObject({ status: 417, detail: { text: '{0} cannot be used here.' } })
    })
  })

  describe('a check', () => {
    it('answers the same faults, and refuses nothing for them', async () => {
      const id = await define([price, quantity, amount])
      const answer = await checked(id, altered('amount', { formula: 'quantity * prise' })(await fieldsOf(id)))
      expect(answer.expressions).toEqual([
        {
          fieldname: 'amount',
          property: 'formula',
          start: 11,
          end: 16,
          message: 'Unknown name: {0}',
          suggestion: 'price',
        },
      ])
      expect([answer.refused, answer.used_by]).toEqual([[], []])
    })
  })

  describe('a field that is named', () => {
    it('is renamed in every expression of the site, and texts stay', async () => {
      const { child, parent } = await withRows(
        [quantity, price, { ...amount, formula: 'quantity * price * parent.rate' }],
        [
          { fieldname: 'rate', fieldtype: 'Float' },
          { fieldname: 'total', fieldtype: 'Currency', formula: 'sum(lines.map(price, price.price)) + rate' },
          { fieldname: 'note', depends_on: 'string(rate) != "rate"' },
        ],
      )
      const version = async (id: string) => entityMeta(site.engine, site.manager, id).meta.schema_version
      const before = await version(child)
      await reshape(parent, renamed('rate', 'factor'))
      await reshape(child, renamed('price', 'cost'))
      const [ofChild, ofParent] = [await fieldsOf(child), await fieldsOf(parent)]
      expect(ofChild.at(-1)?.formula).toBe('quantity * cost * parent.factor')
      expect(ofParent.slice(-2).map(({ formula, depends_on }) => formula ?? depends_on)).toEqual([
        'sum(lines.map(price, price.cost)) + factor',
        'string(factor) != "rate"',
      ])
      expect(await version(child)).toBe(before + 2)
    })

    it('is renamed where another entity fetches it', async () => {
      const product = await define([price])
      const link = { fieldname: 'item', fieldtype: 'Link', options: product }
      const order = await define([link, { fieldname: 'cost', fieldtype: 'Currency', fetch_from: 'item.price' }])
      await reshape(product, renamed('price', 'list_price'))
      await reshape(order, renamed('item', 'product'))
      expect((await fieldsOf(order)).at(-1)?.fetch_from).toBe('product.list_price')
    })

    it('is not removed, whoever names it', async () => {
      const { child, parent } = await withRows(
        [quantity, price, amount],
        [{ fieldname: 'total', fieldtype: 'Currency', formula: 'sum(lines.map(l, l.amount))' }],
      )
      const problem = await refusal(reshape(child, without('price')))
      expect(problem).toMatchObject({
        status: 417,
        detail: { text: '{0} is used by {1}.', args: [{ translate: 'Price' }, { translate: 'Amount' }] },
        errors: [{ fieldname: 'price', used_by: 'amount', property: 'formula', entity: child }],
      })
      const answer = await checked(child, without('amount')(await fieldsOf(child)))
      expect(answer).toMatchObject({
        expressions: [],
        used_by: [{ fieldname: 'amount', used_by: 'total', entity: parent }],
      })
      // With the expression goes the reason.
      await reshape(child, (fields) => without('price')(altered('amount', { formula: 'quantity' })(fields)))
      expect(await fieldsOf(child)).toHaveLength(2)
    })
  })

  describe('a fetched field', () => {
    it.each<[string, string]>([
      ['item.nothing', 'Unknown name: {0}'],
      ['nothing.price', 'Unknown name: {0}'],
      ['parent.item.price', 'Unknown name: {0}'],
      ['item', '{0} cannot be used here.'],
      ['item.name', '{0} cannot be used here.'],
      ['item.secret', '{0} cannot be used here.'],
      ['item.margin', '{0} cannot be used here.'],
      ['cost.price', '{0} cannot be used here.'],
    ])('of %s is refused', async (fetch_from, text) => {
      const product = await define([
        price,
        { fieldname: 'name' },
        { fieldname: 'secret', fieldtype: 'Password' },
        { fieldname: 'margin', fieldtype: 'Currency', permlevel: 1 },
      ])
      const link = { fieldname: 'item', fieldtype: 'Link', options: product }
      const cost = { fieldname: 'cost', fieldtype: 'Currency', fetch_from }
      expect(await faultsOf([link, cost])).toMatchObject([
        { fieldname: 'cost', property: 'fetch_from', message: { text } },
      ])
    })
  })
})
