import type { EntityRecord, ListQuery } from '@tavla/contract'
import { fold } from '@tavla/fields/server'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../store/testing.ts'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  linkSuggestions,
  listRecords,
  renameRecord,
  systemContext,
  updateRecord,
} from './index.ts'
import { openTestEngine, refusal, type TestEngine } from './testing.ts'

eachStore((open) => {
  let site: TestEngine

  const list = (entity: string, query: ListQuery = {}, ctx = site.staff) => listRecords(site.engine, ctx, entity, query)
  const create = (entity: string, body: object) =>
    createRecord(site.engine, systemContext(site.engine), entity, body) as Promise<EntityRecord>
  const define = (id: string, fields: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', {
      ...{ id, module: 'Test', naming_rule: 'Prompt', allow_rename: 1, fields, sort_field: 'id', sort_order: 'ASC' },
      ...more,
    })
  const idsOf = async (entity: string, query: ListQuery) => (await list(entity, query)).data.map((row) => row.id)
  const found = (filters: unknown, more: ListQuery = {}) => idsOf('Thing', { filters, ...more })

  beforeAll(async () => {
    site = await openTestEngine(await open())
    await define('Thing', [
      { fieldname: 'name', in_list_view: 1 },
      { fieldname: 'status', fieldtype: 'Select', options: 'Open\nDone', in_standard_filter: 1 },
      { fieldname: 'n', fieldtype: 'Int' },
      { fieldname: 'f', fieldtype: 'Float' },
      { fieldname: 'ok', fieldtype: 'Check' },
      { fieldname: 'day', fieldtype: 'Date' },
      { fieldname: 'at', fieldtype: 'Datetime' },
      { fieldname: 'words', fieldtype: 'Text' },
      { fieldname: 'to', fieldtype: 'Link', options: 'Thing' },
      { fieldname: 'code', fieldtype: 'Password' },
      { fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' },
      { fieldname: 'data', fieldtype: 'JSON' },
    ])
    for (const body of [
      { id: 'a', name: 'Münster', status: 'Open', n: 1, f: 1.5, ok: 1, day: '2026-01-05', at: '2026-01-05 23:30:00' },
      { id: 'b', name: 'MÜNSTER West', status: 'Done', n: 2, f: -2, day: '2026-01-06', at: '2026-01-06 00:00:00' },
      { id: 'C', name: 'שלום עולם', n: -3, f: 0.25, words: '100% sure_thing \\ here', to: 'a' },
      { id: 'd', status: 'Open', n: 10, words: 'x' },
    ]) {
      await create('Thing', body)
    }
  })

  describe('filters', () => {
    const cases: [string, unknown, string[]][] = [
      ['equality', { status: 'Open' }, ['a', 'd']],
      ['equality is exact about case', { name: 'MÜNSTER' }, []],
      ['an operator and a value', { n: ['>', 1] }, ['b', 'd']],
      [
        'two conditions on one field',
        {
          n: [
            ['>=', 1],
            ['<', 10],
          ],
        },
        ['a', 'b'],
      ],
      [
        'the list form, with and without the entity',
        [
          ['n', '>=', 1],
          ['Thing', 'status', '=', 'Open'],
        ],
        ['a', 'd'],
      ],
      ['operators in any case and spacing', [['name', ' NOT   Like ', '%ünster%']], ['C', 'd']],
      ['!= lets rows without a value through', { status: ['!=', 'Open'] }, ['b', 'C']],
      ['equal to nothing', { status: null }, ['C']],
      ['equal to blank', { status: '' }, ['C']],
      ['not equal to nothing', { status: ['!=', ''] }, ['a', 'b', 'd']],
      ['set', { status: ['is', 'set'] }, ['a', 'b', 'd']],
      ['not set', { status: ['IS', 'not set'] }, ['C']],
      ['like ignores case', { name: ['like', '%münster%'] }, ['a', 'b']],
      ['like without % is the whole text', { name: ['like', 'MÜNSTER'] }, ['a']],
      ['one character', { name: ['like', 'm_nster'] }, ['a']],
      ['Hebrew', { name: ['like', '%עול%'] }, ['C']],
      ['an escaped percent sign', { words: ['like', '%100\\% s%'] }, ['C']],
      ['an escaped underscore', { words: ['like', '%e\\_t%'] }, ['C']],
      ['an escaped underscore is no wildcard', { words: ['like', '%0\\_%'] }, []],
      ['an escaped backslash', { words: ['like', '%\\\\ he%'] }, ['C']],
      ['a pattern that ends in a backslash', { words: ['like', '%here\\'] }, []],
      ['not like lets rows without a value through', { name: ['not like', '%West'] }, ['a', 'C', 'd']],
      ['nothing is like blank', { name: ['like', ''] }, []],
      ['the id, ignoring case', { id: ['like', 'c'] }, ['C']],
      ['a number', { n: ['like', '1%'] }, ['a', 'd']],
      ['one of a list', { status: ['in', ['Open', 'Never']] }, ['a', 'd']],
      ['one of comma text', { status: ['in', 'Open, Done'] }, ['a', 'b', 'd']],
      ['one of a list with a blank', { status: ['in', ['Done', '']] }, ['b', 'C']],
      ['one of none is nothing', { status: ['in', []] }, []],
      ['one of blank comma text is nothing', { status: ['in', ''] }, []],
      ['one of the number none is nothing', { n: ['in', []] }, []],
      ['none of a list', { status: ['not in', ['Open']] }, ['b', 'C']],
      ['none of a list with a blank', { status: ['not in', ['Open', null]] }, ['b']],
      ['none of none is everything', { status: ['not in', []] }, ['a', 'b', 'C', 'd']],
      ['numbers of a list', { n: ['in', ['1', 10]] }, ['a', 'd']],
      ['decimals of a list', { f: ['in', [1.5, '-2']] }, ['a', 'b']],
      ['between', { n: ['between', [1, 2]] }, ['a', 'b']],
      ['between fractions', { n: ['between', [0.5, 2.5]] }, ['a', 'b']],
      ['above a fraction', { n: ['>', 1.5] }, ['b', 'd']],
      ['at least a fraction', { n: ['>=', 1.5] }, ['b', 'd']],
      ['below a fraction', { n: ['<', 1.5] }, ['a', 'C']],
      ['at most a fraction', { n: ['<=', -2.5] }, ['C']],
      ['above every number', { n: ['>', 1e300] }, []],
      ['below one greater than every number', { n: ['<', '1e300'] }, ['a', 'b', 'C', 'd']],
      ['other than what no number is', { n: ['!=', 1e19] }, ['a', 'b', 'C', 'd']],
      ['a decimal', { f: ['<', 0.3] }, ['b', 'C', 'd']],
      ['a flag', { ok: true }, ['a']],
      ['a flag that is not', { ok: '0' }, ['b', 'C', 'd']],
      ['a date', { day: '2026-01-05' }, ['a']],
      ['rows without a date are neither before nor after', { day: ['<', '9999-12-31'] }, ['a', 'b']],
      ['days to the end of the last', { at: ['between', ['2026-01-05', '2026-01-05']] }, ['a']],
      ['datetimes as entered', { at: ['>=', '2026-01-06T00:00'] }, ['b']],
      ['datetimes with an offset', { at: '2026-01-05T21:30:00Z' }, ['a']],
      ['text in order of its folding', { name: ['>', 'münster'] }, ['b', 'C']],
      ['a link', { to: 'a' }, ['C']],
      ['system names', { owner: 'Administrator', modified: ['>', '2020-01-01'] }, ['a', 'b', 'C', 'd']],
      ['a NUL matches nothing harmful', { name: ['like', '%\0West%'] }, ['b']],
      ['half a surrogate pair', { name: ['=', '\ud800'] }, []],
      ['nothing asked', {}, ['a', 'b', 'C', 'd']],
    ]

    it.each(cases)('%s', async (_, filters, expected) => {
      expect(await found(filters)).toEqual(expected)
      expect((await list('Thing', { filters })).count).toBe(expected.length)
    })

    it('or_filters are joined with OR, and with the filters by AND', async () => {
      const or_filters = { name: ['like', '%west%'], n: -3 }
      expect(await found({}, { or_filters })).toEqual(['b', 'C'])
      expect(await found({ status: 'Done' }, { or_filters })).toEqual(['b'])
      expect(await found({ status: 'Done' }, { or_filters: {} })).toEqual(['b'])
      expect(await found({}, { or_filters: { status: ['in', []] } })).toEqual([])
      expect(await found({}, { or_filters: { name: ['like', '%nster%'], words: ['like', '%sure%'] } })).toEqual([
        ...['a', 'b', 'C'],
      ])
    })

    const many = (n: number) => Array.from({ length: n }, () => ['n', '=', 1])
    const refused: [string, unknown, string][] = [
      ['an unknown field', { nope: 1 }, 'Unknown field: {0}'],
      ['a key of every object', { constructor: 1 }, 'Unknown field: {0}'],
      ['a column', { c_name: 1 }, 'Unknown field: {0}'],
      ['SQL', { 'name = 1 or 1': 1 }, 'Unknown field: {0}'],
      ['a field of a linked record', { 'to.name': 1 }, 'Unknown field: {0}'],
      ['a secret', { code: ['is', 'set'] }, 'Unknown field: {0}'],
      ['a table', { rows: ['is', 'set'] }, 'Unknown field: {0}'],
      ['badges where there are none', { open_communications: ['>', 0] }, 'Unknown field: {0}'],
      ['an unknown operator', { n: ['regexp', 1] }, 'Unknown filter operator: {0}'],
      ['an operator of SQL', [['n', '= 1 or', 1]], 'Unknown filter operator: {0}'],
      ['a value that is no number', { n: 'many' }, 'The filter value for {0} is not valid'],
      ['a fraction that no whole number equals', { n: 1.5 }, 'The filter value for {0} is not valid'],
      ['infinity', { n: ['<', Number.POSITIVE_INFINITY] }, 'The filter value for {0} is not valid'],
      ['a value that is no date', { day: ['>', '2026-02-30'] }, 'The filter value for {0} is not valid'],
      ['an object', { name: { $ne: null } }, 'The filter value for {0} is not valid'],
      ['an object in a pair', { name: ['=', { a: 1 }] }, 'The filter value for {0} is not valid'],
      ['a list where one value belongs', { name: ['=', ['a', 'b']] }, 'The filter value for {0} is not valid'],
      ['a list of three', { n: ['>', 1, 2] }, 'The filter value for {0} is not valid'],
      ['between one', { n: ['between', [1]] }, 'The filter value for {0} is not valid'],
      ['between nothing', { n: ['between', [null, 1]] }, 'The filter value for {0} is not valid'],
      ['is perhaps', { n: ['is', 'perhaps'] }, 'The filter value for {0} is not valid'],
      ['one of a number', { n: ['in', 5] }, 'The filter value for {0} is not valid'],
      ['one of nested lists', { name: ['in', [['a']]] }, 'The filter value for {0} is not valid'],
      ['text', 'name = 1', 'The filter value for {0} is not valid'],
      ['a flat triple', ['n', '=', 1], 'The filter value for {0} is not valid'],
      ['a mixture of forms', [['n', '=', 1], { n: 1 }], 'The filter value for {0} is not valid'],
      ['another entity', [['Task', 'n', '=', 1]], 'The filter value for {0} is not valid'],
      ['51 conditions', many(51), 'The filter value for {0} is not valid'],
      ['501 items', { n: ['in', Array(501).fill(1)] }, 'The filter value for {0} is not valid'],
      ['an endless pattern', { name: ['like', 'x'.repeat(60_000)] }, 'The filter value for {0} is not valid'],
    ]

    it.each(refused)('refuses %s', async (_, filters, message) => {
      for (const query of [{ filters }, { or_filters: filters }]) {
        const problem = await refusal(list('Thing', query))
        expect([problem.status, problem.type, problem.detail.text]).toEqual([417, 'InvalidFilterError', message])
      }
    })

    it('takes 50 conditions and 500 items', async () => {
      expect(await found(many(50))).toEqual(['a'])
      expect(await found({ n: ['in', Array(500).fill(2)] })).toEqual(['b'])
    })
  })

  describe('fields', () => {
    it('are those of the list unless others are named, and always hold the id', async () => {
      const plain = await list('Thing', { filters: { id: 'a' } })
      expect(Object.keys(plain.data[0] as object).toSorted()).toEqual(['id', 'modified', 'name'])
      expect(plain.field_info.map((field) => field.fieldname)).toEqual(['name'])
      expect(plain.title_field).toBe('id')
      for (const fields of [['n', 'owner'], 'n , owner']) {
        const answer = await list('Thing', { fields })
        expect(Object.keys(answer.data[0] as object).toSorted()).toEqual(['_link_titles', 'id', 'n', 'owner'])
        expect(answer.field_info.map((field) => field.fieldname)).toEqual(['n', 'owner'])
      }
      expect((await list('Thing', { fields: ['id', 'n'] })).field_info.map((field) => field.fieldname)).toEqual([
        ...['id', 'n'],
      ])
    })

    it('all of them means all but secrets and tables', async () => {
      const [row] = (await list('Thing', { fields: ['*'] })).data
      expect(row).toHaveProperty('words')
      expect(row).not.toHaveProperty('code')
      expect(row).not.toHaveProperty('rows')
    })

    it.each([['code'], ['rows'], ['nope'], ['n as m'], ['count(*)'], ['to.name'], ['"n"'], [{ n: 1 }], [[{}]], [5]])(
      'refuses %j',
      async (fields) => {
        expect((await refusal(list('Thing', { fields: fields as string }))).status).toBe(417)
      },
    )
  })

  describe('order', () => {
    const ordered = (order_by: string) => idsOf('Thing', { order_by })

    it('puts blanks first when ascending and last when descending', async () => {
      expect(await ordered('status')).toEqual(['C', 'b', 'a', 'd'])
      expect(await ordered('status desc')).toEqual(['a', 'd', 'b', 'C'])
      expect(await ordered('name')).toEqual(['d', 'a', 'b', 'C'])
      expect(await ordered('at desc')).toEqual(['b', 'a', 'C', 'd'])
    })

    it('sorts numbers and dates by value, text by its folding, and by several names', async () => {
      expect(await ordered('n')).toEqual(['C', 'a', 'b', 'd'])
      expect(await ordered('f desc')).toEqual(['a', 'C', 'd', 'b'])
      expect(await ordered('id desc')).toEqual(['d', 'C', 'b', 'a'])
      expect(await ordered('day DESC , n Asc')).toEqual(['b', 'a', 'C', 'd'])
      expect(await ordered('status,n desc')).toEqual(['C', 'b', 'd', 'a'])
    })

    it.each([
      ['nope'],
      ['name;drop table x'],
      ['name desc nulls last'],
      ['name,'],
      ['1'],
      ['c_name'],
      ['code'],
      ['rows'],
      ['open_communications'],
      ['n,f,ok,day,at'],
      ['lower(name)'],
      ['"name"'],
      ['name -- x'],
    ])('refuses %s', async (order_by) => {
      const problem = await refusal(list('Thing', { order_by }))
      expect([problem.status, problem.detail.text]).toEqual([417, 'Sorting by {0} is not allowed'])
    })
  })

  describe('pages', () => {
    beforeAll(async () => {
      await define('Page', [{ fieldname: 'n', fieldtype: 'Int' }], { sort_field: 'n' })
      for (let i = 0; i < 60; i++) await create('Page', { id: `p${i}`, n: i % 3 })
    })

    it('never overlap and miss nothing, whatever they are sorted by', async () => {
      for (const order_by of ['n', 'n desc', 'modified', 'owner', 'id desc']) {
        const seen: string[] = []
        for (let limit_start = 0; limit_start < 60; limit_start += 7) {
          seen.push(...(await idsOf('Page', { order_by, limit_start, limit_page_length: 7 })))
        }
        expect([order_by, new Set(seen).size, seen.length]).toEqual([order_by, 60, 60])
      }
    })

    it('are of 20, of 500 at most, and say so', async () => {
      const length = async (limit_page_length: unknown) =>
        (await list('Page', { limit_page_length: limit_page_length as number })).limit_page_length
      expect([
        await length(undefined),
        await length(''),
        await length(0),
        await length('7'),
        await length(501),
      ]).toEqual([...[20, 20, 500, 7, 500]])
      const beyond = await list('Page', { limit_start: 1000 })
      expect([beyond.data, beyond.count, beyond.limit_start]).toEqual([[], 60, 1000])
      expect((await list('Page', { limit_start: 9e15 })).data).toEqual([])
    })

    it.each([[-1], ['x'], [1.5], [[1]], [true], [1e300], ['1;2'], [{}]])('refuse %j', async (value) => {
      for (const name of ['limit_start', 'limit_page_length']) {
        expect((await refusal(list('Page', { [name]: value }))).status).toBe(417)
      }
    })
  })

  describe('counts', () => {
    it('are exact after every kind of write', async () => {
      const { engine, staff, manager } = site
      await define('Tally', [{ fieldname: 'a' }, { fieldname: 'to', fieldtype: 'Link', options: 'Thing' }])
      const counts = async () => [
        (await list('Tally')).count,
        (await list('Tally', { filters: { a: 'x' } })).count,
        (await list('Tally', { filters: { a: ['like', '%xyz%'] } })).count,
      ]
      expect(await counts()).toEqual([0, 0, 0])
      await create('Tally', { id: '1', a: 'x' })
      await create('Tally', { id: '2', a: 'wxyz' })
      expect(await counts()).toEqual([2, 1, 1])
      await updateRecord(engine, staff, 'Tally', '1', { a: 'XYZ' })
      expect(await counts()).toEqual([2, 0, 2])
      await bulkUpdate(engine, staff, 'Tally', { entities: ['1', '2'].map((id) => ({ id, a: 'x' })) })
      expect(await counts()).toEqual([2, 2, 0])
      await refusal(bulkUpdate(engine, staff, 'Tally', { entities: [{ id: '1', a: 'y' }, { id: 'no' }] }))
      expect(await counts()).toEqual([2, 2, 0])
      await renameRecord(engine, staff, 'Tally', '1', 'xyz')
      expect((await list('Tally', { filters: { id: ['like', '%xyz%'] } })).count).toBe(1)
      await deleteRecord(engine, staff, 'Tally', 'xyz')
      expect(await counts()).toEqual([1, 1, 0])
      await createRecord(engine, manager, 'Thing', { id: 'gone', name: 'g' })
      await updateRecord(engine, staff, 'Tally', '2', { to: 'gone' })
      expect((await list('Tally', { filters: { to: 'gone' } })).count).toBe(1)
    })

    it('of open communications come with the records, can be filtered by, and add up', async () => {
      await define('Client', [{ fieldname: 'name' }], { has_communication: 1 })
      for (const id of ['k', 'l', 'm']) await create('Client', { id, name: id })
      const mail = { subject: 's', communication_date: '2026-01-05 10:00:00', reference_entity: 'Client' }
      const send = (reference_id: string, more: object) =>
        create('Communication', {
          ...{ ...mail, reference_id, communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
          ...more,
        })
      const [first] = [await send('k', {}), await send('k', { communication_medium: 'WhatsApp' }), await send('l', {})]
      await send('l', { status: 'Closed' })
      await send('m', { sent_or_received: 'Sent' })
      const answer = await list('Client', { filters: { open_communications: ['>', 0] } })
      expect(answer.data.map((row) => [row.id, row.open_communications])).toEqual([
        ['k', { email: 1, whatsapp: 1, total: 2 }],
        ['l', { email: 1, whatsapp: 0, total: 1 }],
      ])
      expect([answer.count, answer.open_count]).toEqual([2, 3])
      expect((await list('Client')).open_count).toBe(3)
      expect((await list('Client', { filters: { id: 'l' } })).open_count).toBe(1)
      expect((await list('Client', { filters: { id: 'm' } })).open_count).toBe(0)
      expect(await idsOf('Client', { filters: { open_communications: ['>', 0.5] } })).toEqual(['k', 'l'])
      expect(await idsOf('Client', { filters: { open_communications: ['in', [0]] } })).toEqual(['m'])
      await updateRecord(site.engine, site.staff, 'Communication', first?.id as string, { status: 'Closed' })
      expect((await list('Client')).open_count).toBe(2)
      expect(await idsOf('Client', { filters: { open_communications: 1 } })).toEqual(['k', 'l'])
    })
  })

  it('a list of settings holds their one record', async () => {
    const answer = await list('System Settings', { fields: ['time_zone'] }, site.manager)
    expect([answer.count, answer.data]).toMatchObject([1, [{ id: 'System Settings', time_zone: expect.anything() }]])
  })

  describe('system times', () => {
    beforeAll(async () => {
      // In Jerusalem the hour from 1:00 to 2:00 comes twice on 25 October 2026.
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

    it('of an hour that came twice equal both', async () => {
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

  describe('searching', () => {
    const random = seeded(20_260_105)
    const pick = <T>(items: readonly T[]) => items[Math.floor(random() * items.length)] as T
    const letters = [...'אבגדהולםן abAB ÄäßİıΣςσ %_\\\'"*-'.split(''), '😀', 'e\u0301', '\u200f']
    const word = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, () => pick(letters)).join('')
    const rows = Array.from({ length: 150 }, (_, index) => ({
      id: `r${index}`,
      title: word(10).trim() || 'x',
      note: random() < 0.2 ? null : word(30),
    }))
    const terms = Array.from({ length: 120 }, (_, index) => {
      const [row] = [pick(rows)]
      const text = [...(index % 2 === 0 ? (row.note ?? row.title) : row.title)]
      const start = Math.floor(random() * text.length)
      const from = text.slice(start, start + 1 + Math.floor(random() * 8)).join('')
      return index % 5 === 0 ? word(4) : from
    })
    const escaped = (term: string) => term.replace(/[\\%_]/g, '\\$&')

    beforeAll(async () => {
      await define('Indexed', [{ fieldname: 'title' }, { fieldname: 'note', fieldtype: 'Text' }])
      await define('Plain', [{ fieldname: 'title' }, { fieldname: 'note', fieldtype: 'Long Text' }])
      for (const row of rows) for (const entity of ['Indexed', 'Plain']) await create(entity, row)
    })

    it('with the index and without it finds what holds the text, and nothing else', async () => {
      for (const term of terms) {
        const needle = fold(term)
        const holds = (text: string | null) => text !== null && fold(text).includes(needle)
        const pattern = ['like', `%${escaped(term)}%`]
        const byNote = rows.filter((row) => holds(row.note?.trim() ? row.note : null)).map((row) => row.id)
        const byBoth = rows.filter((row) => holds(row.title) || byNote.includes(row.id)).map((row) => row.id)
        for (const entity of ['Indexed', 'Plain']) {
          const one = await list(entity, { filters: { note: pattern }, limit_page_length: 500 })
          expect([term, entity, one.data.map((row) => row.id).toSorted()]).toEqual([term, entity, byNote.toSorted()])
          expect([term, entity, one.count]).toEqual([term, entity, byNote.length])
          const any = { title: pattern, note: pattern }
          const both = await idsOf(entity, { or_filters: any, limit_page_length: 500 })
          expect([term, entity, both.toSorted()]).toEqual([term, entity, byBoth.toSorted()])
          const narrowed = { or_filters: any, filters: { id: ['like', 'r1%'] }, limit_page_length: 500 }
          const some = byBoth.filter((id) => id.startsWith('r1')).toSorted()
          expect([term, entity, (await idsOf(entity, narrowed)).toSorted()]).toEqual([term, entity, some])
        }
      }
    })

    it('follows changes and deletions', async () => {
      const found = () => idsOf('Indexed', { filters: { note: ['like', '%needle here%'] } })
      const { id } = await create('Indexed', { id: 'new', title: 'x', note: 'a NEEDLE here' })
      expect(await found()).toEqual([id])
      await updateRecord(site.engine, site.staff, 'Indexed', id, { note: 'gone' })
      expect(await found()).toEqual([])
      await updateRecord(site.engine, site.staff, 'Indexed', id, { note: 'needle HERE' })
      expect(await found()).toEqual([id])
      await deleteRecord(site.engine, site.staff, 'Indexed', id)
      expect(await found()).toEqual([])
    })

    it('for something to link to puts what is meant first', async () => {
      await define('Person', [{ fieldname: 'name' }, { fieldname: 'disabled', fieldtype: 'Check' }], {
        title_field: 'name',
        search_fields: 'name',
      })
      for (const [id, name, disabled] of [
        ['p1', 'Big Dan', 0],
        ['p2', 'Daniel', 0],
        ['p3', 'DAN', 0],
        ['p4', 'Dan gone', 1],
        ['p5', '100% Dan_iel', 0],
      ] as const) {
        await create('Person', { id, name, disabled })
      }
      const search = async (txt: unknown) =>
        (await linkSuggestions(site.engine, site.staff, { entity: 'Person', txt })).map((one) => one.value)
      expect(await search(' dan ')).toEqual(['p3', 'p2', 'p5', 'p1'])
      expect(await search('')).toEqual(['p5', 'p3', 'p2', 'p1'])
      expect(await search('0%')).toEqual(['p5'])
      expect(await search('n_i')).toEqual(['p5'])
      expect(await search('x\0')).toEqual([])
      expect(await search({ $ne: 1 })).toHaveLength(4)
    })
  })
})

/** Numbers from 0 to 1, the same on each run. */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}
