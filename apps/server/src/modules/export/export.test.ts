import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { readWorkbook } from './testing-workbook.ts'

describe('on SQLite', () => exportTests(() => makeTestSite()))
onPostgres((_open, address) => exportTests(async () => makeTestSite({ database: address })))

const fields = [
  { fieldname: 'name', label: 'Name', fieldtype: 'Data' },
  { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nDone' },
  { fieldname: 'customer', label: 'Customer', fieldtype: 'Link', options: 'Export Buyer' },
  { fieldname: 'amount', label: 'Amount', fieldtype: 'Currency' },
  { fieldname: 'pieces', label: 'Pieces', fieldtype: 'Int' },
  { fieldname: 'urgent', label: 'Urgent', fieldtype: 'Check' },
  { fieldname: 'day', label: 'Day', fieldtype: 'Date' },
  { fieldname: 'at', label: 'At', fieldtype: 'Datetime' },
  { fieldname: 'hour', label: 'Hour', fieldtype: 'Time' },
  { fieldname: 'note', label: 'Note', fieldtype: 'Text' },
  { fieldname: 'data', label: 'Data', fieldtype: 'JSON' },
  { fieldname: 'code', label: 'Code', fieldtype: 'Password' },
  { fieldname: 'margin', label: 'Margin', fieldtype: 'Float', permlevel: 1 },
  { fieldname: 'steps', label: 'Steps', fieldtype: 'Table', options: 'Task Item' },
]

const permissions = [
  { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
  { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
  { role: 'Staff', read: 1, create: 1, write: 1 },
]

const sales = [
  {
    ...{ id: 'S-1', name: 'Ladder, "tall"', status: 'Open', customer: 'b1', amount: 1499.9, pieces: 3, urgent: 1 },
    ...{ day: '2026-02-28', at: '2026-02-28 23:30:15', hour: '08:30:00', note: 'first\nsecond <b>&amp; _x0041_' },
    ...{ data: { a: [1, 'ג'] }, code: 'top-secret', margin: 0.25 },
    steps: [{ title: 'Measure' }, { title: 'Cut', done: 1 }],
  },
  { id: 'S-2', name: '=1+1', status: 'Done', amount: -0.1, pieces: -7, day: '1899-12-31', note: '-5', margin: 0.5 },
  { id: 'S-3', name: 'שולחן', customer: 'b2', note: '@cmd\ttab', steps: [{ title: 'לצבוע' }] },
]

function exportTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let manager: string
  let staff: string

  beforeAll(async () => {
    site = await open()
    manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const make = async (entity: string, body: object) =>
      expect((await site.call('POST', `/api/entity/${entity}`, { body, as: manager })).json.message).toBeUndefined()
    const buyer = { id: 'Export Buyer', module: 'Test', naming_rule: 'Prompt', title_field: 'title', permissions }
    await make('Entity', { ...buyer, fields: [{ fieldname: 'title', label: 'Title', fieldtype: 'Data' }] })
    await make('Entity', {
      ...{ id: 'Export Sale', module: 'Test', naming_rule: 'Prompt', title_field: 'name', permissions, fields },
      ...{ sort_field: 'id', sort_order: 'ASC' },
    })
    await make('Export Buyer', { id: 'b1', title: 'Noa Bar' })
    await make('Export Buyer', { id: 'b2', title: 'נועה' })
    for (const sale of sales) await make('Export Sale', sale)
  })

  const ask = async (query: string, as = staff, entity = 'Export Sale') => {
    const answer = await site.inject({
      method: 'GET',
      url: `/api/entity/${encodeURIComponent(entity)}/export?${query}`,
      headers: { cookie: as },
    })
    return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload, text: answer.payload }
  }
  const messageOf = ({ text }: { text: string }) => (JSON.parse(text) as { message: string }).message
  const sheetsOf = async (query: string, as = staff) => readWorkbook((await ask(query, as)).bytes)
  const valuesOf = async (query: string, as = staff) =>
    (await sheetsOf(query, as)).map(({ rows }) => rows.map((row) => Array.from(row, (cell) => cell?.value ?? null)))
  const linesOf = async (query: string, as = staff) =>
    (await ask(`format=ndjson&${query}`, as)).text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)

  test('a workbook holds real numbers, days and flags, titles of links, and texts as they are', async () => {
    const { status, headers } = await ask('')
    expect([status, headers['content-type']]).toEqual([
      200,
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    ])
    expect(headers['content-disposition']).toMatch(
      /^attachment; filename="Export Sale \d{4}-\d\d-\d\d\.xlsx"; filename\*=/,
    )
    const [sheet, ...others] = await sheetsOf('')
    expect(others).toEqual([])
    expect(sheet).toMatchObject({ name: 'Export Sale', isRightToLeft: false, hasFrozenHead: true })
    const [[head, first, second, third] = []] = await valuesOf('')
    expect(head).toEqual('Name,Status,Customer,Amount,Pieces,Urgent,Day,At,Hour,Note,Data'.split(','))
    expect(first).toEqual([
      ...['Ladder, "tall"', 'Open', 'Noa Bar', 1499.9, 3, true, 46081, 46081 + (23.5 * 3600 + 15) / 86_400],
      ...[8.5 / 24, 'first\nsecond <b>&amp; _x0041_', '{"a":[1,"ג"]}'],
    ])
    expect(second).toEqual(['=1+1', 'Done', null, -0.1, -7, false, '1899-12-31', null, null, '-5'])
    expect(third?.slice(0, 3)).toEqual(['שולחן', null, 'נועה'])
    expect(sheet?.rows[1]?.slice(6, 9).map(({ style }) => style)).toEqual([2, 3, 4])
  })

  test('a Hebrew reader gets heads, states and the file’s name in Hebrew, from right to left', async () => {
    const body = { email: 'he@example.com', full_name: 'H', language: 'he', new_password: 'Kettle-9-brown-sky' }
    await site.call('POST', '/api/user', { body, as: await site.signIn('Administrator') })
    const reader = await site.signIn(body.email, body.new_password)
    const [sheet] = await sheetsOf('fields=status,id', reader)
    expect(sheet).toMatchObject({ isRightToLeft: true })
    expect(sheet?.rows.map(([cell]) => cell?.value)).toEqual(['סטטוס', 'פתוח', 'בוצע', undefined])
    const { headers } = await ask('', reader, 'Task')
    expect(decodeURIComponent(String(headers['content-disposition']))).toMatch(/UTF-8''[א-ת]+ \d{4}-\d\d-\d\d\.xlsx$/)
  })

  test('rows of tables stand on a sheet of their own, with their record', async () => {
    const [, steps] = await valuesOf('fields=name&children=1')
    expect(steps?.map((row) => row.slice(0, 3))).toEqual([
      ['ID', 'Name', 'Title'],
      ['S-1', 'Ladder, "tall"', 'Measure'],
      ['S-1', 'Ladder, "tall"', 'Cut'],
      ['S-3', 'שולחן', 'לצבוע'],
    ])
    expect((await sheetsOf('children=1')).map(({ name }) => name)).toEqual(['Export Sale', 'Steps'])
  })

  test('CSV has a mark, quotes what needs it, and holds no formula', async () => {
    const { bytes, headers, text } = await ask('format=csv&fields=id,name,amount,note,day,urgent')
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(text.replace('\ufeff', '')).toBe(
      [
        'ID,Name,Amount,Note,Day,Urgent',
        'S-1,"Ladder, ""tall""",1499.9,"first\nsecond <b>&amp; _x0041_",2026-02-28,1',
        "S-2,'=1+1,-0.1,-5,1899-12-31,0",
        "S-3,שולחן,0,'@cmd\ttab,,0",
        '',
      ].join('\r\n'),
    )
    expect((await ask('format=csv&fields=id,day&delimiter=;')).text).toContain('S-1;2026-02-28\r\n')
  })

  test('lines of JSON have the id and every value, links as ids where raw is asked for', async () => {
    const [first] = await linesOf('fields=customer,data,at')
    expect(first).toEqual({
      ...{ id: 'S-1', customer: 'Noa Bar', data: { a: [1, 'ג'] }, at: '2026-02-28 23:30:15.000000' },
    })
    const [raw] = await linesOf('fields=customer,steps&raw=1&children=1')
    expect(raw).toMatchObject({ customer: 'b1', steps: [{ title: 'Measure' }, { title: 'Cut', done: 1 }] })
    expect((await ask('format=csv&fields=customer&raw=1')).text).toBe('\ufeffCustomer\r\nb1\r\n\r\nb2\r\n')
  })

  test('the filters, the search, the order and the ids of a call choose the records', async () => {
    const ids = async (query: string) => (await linesOf(`fields=id&${query}`)).map(({ id }) => id)
    const filters = (value: object) => `filters=${encodeURIComponent(JSON.stringify(value))}`
    expect(await ids('order_by=amount desc')).toEqual(['S-1', 'S-3', 'S-2'])
    expect(await ids('order_by=name')).toEqual(['S-2', 'S-1', 'S-3'])
    expect(
      await ids(
        filters({
          or: [
            ['status', '=', 'Done'],
            ['customer', '=', 'b2'],
          ],
        }),
      ),
    ).toEqual(['S-2', 'S-3'])
    expect(await ids(`search=${encodeURIComponent('שולחנ')}`)).toEqual(['S-3'])
    expect(await ids('ids=S-3,S-1,gone')).toEqual(['S-1', 'S-3'])
    const body = { call: 'export', format: 'csv', fields: ['id'], ids: ['S-2'] }
    const posted = await site.call('POST', '/api/entity/Export Sale/query', { body, as: staff })
    expect(posted.text).toBe('\ufeffID\r\nS-2\r\n')
    expect((await ask(`format=csv&fields=id&${filters({ status: 'None' })}`)).text).toBe('\ufeffID\r\n')
  })

  test('secrets never go out, and fields that one may not read neither', async () => {
    const everything = await linesOf('fields=*&children=1', manager)
    expect(Object.keys(everything[0] ?? {})).not.toContain('code')
    expect(everything[0]).toMatchObject({ margin: 0.25 })
    expect(Object.keys((await linesOf('fields=*'))[0] ?? {})).not.toContain('margin')
    for (const name of ['margin', 'code', 'nothing']) {
      const refused = await ask(`fields=${name}`)
      expect([refused.status, messageOf(refused)]).toEqual([417, `Unknown field: ${name}`])
    }
  })

  test('own records only are exported by who sees no others', async () => {
    const own = [{ role: 'Staff', read: 1, create: 1, if_owner: 1 }, permissions[0]]
    const body = { id: 'Export Diary', module: 'Test', permissions: own, fields: [fields[0]] }
    await site.call('POST', '/api/entity/Entity', { body, as: manager })
    await site.call('POST', '/api/entity/Export Diary', { body: { name: 'hers' }, as: manager })
    await site.call('POST', '/api/entity/Export Diary', { body: { name: 'mine' }, as: staff })
    expect((await ask('format=csv&fields=name', staff, 'Export Diary')).text).toBe('\ufeffName\r\nmine\r\n')
  })

  test('each export and each refused one stands in the security log', async () => {
    const settings = (allow: string) =>
      site.call('PUT', '/api/entity/System Settings', { body: { allow_export: allow }, as: manager })
    await settings('Managers')
    const refused = await ask('format=csv')
    expect([refused.status, messageOf(refused)]).toEqual([403, 'Export is for managers only.'])
    expect((await ask('format=csv', manager)).status).toBe(200)
    await settings('Everybody')
    expect((await ask('format=csv', staff, 'Security Event')).status).toBe(403)
    const path = '/api/entity/Security Event?filters={"event":"Export"}&fields=user,outcome,detail&limit_page_length=3'
    const newest = async () => (await site.call('GET', path, { as: manager })).json.data
    await expect.poll(newest).toMatchObject([
      { user: 'staff@example.com', outcome: 'Refused', detail: 'Security Event' },
      { user: 'manager@example.com', outcome: 'Allowed', detail: 'Export Sale: 3 records, CSV' },
      { user: 'staff@example.com', outcome: 'Refused', detail: 'Export Sale' },
    ])
  })

  test('wrong keys are refused with a sentence', async () => {
    for (const query of ['format=pdf', 'delimiter=x', 'ids=[1]', 'filters={"nothing":1}', 'order_by=code']) {
      const { status, text } = await ask(query)
      expect([query, status]).toEqual([query, 417])
      expect(JSON.parse(text).message).toBeTruthy()
    }
    expect((await ask('', staff, 'Task Item')).status).toBe(417)
    expect((await ask('', staff, 'No Such')).status).toBe(404)
    expect((await site.inject({ method: 'GET', url: '/api/entity/Task/export' })).statusCode).toBe(401)
  })
}
