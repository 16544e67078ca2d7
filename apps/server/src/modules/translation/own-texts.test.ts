import { beforeAll, expect, test } from 'vitest'
import { actorOf, contextOf } from '../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('Administrator')
})

interface Field {
  id: string
  fieldname: string
  label: string
  label_he: string | null
  description_he: string | null
}

const entity = (id: string) => `/api/entity/Entity/${id}`

async function define(id: string, fields: object[], more: object = {}): Promise<Field[]> {
  const body = { id, module: 'Test', fields, ...more }
  const { status, json } = await site.call('POST', '/api/entity/Entity', { body, as: manager })
  expect([status, json.message]).toEqual([200, undefined])
  return json.entity.fields
}

const read = async (id: string) => (await site.call('GET', entity(id), { as: manager })).json.entity
const save = (id: string, body: object) => site.call('PUT', entity(id), { body, as: manager })
const hebrewIn = async (context: string) => {
  const filters = JSON.stringify({ context })
  const { json } = await site.call(
    'GET',
    `/api/entity/Translation?filters=${filters}&fields=["source_text","translated_text"]`,
    {
      as: manager,
    },
  )
  return Object.fromEntries(
    (json.data as { source_text: string; translated_text: string }[]).map((one) => [
      one.source_text,
      one.translated_text,
    ]),
  )
}

test('Hebrew of labels is shown as it is now, and kept in the context of the entity when it changes', async () => {
  const [status, subject] = await define(
    'Parcel',
    [
      { fieldname: 'status', label: 'Status' },
      { fieldname: 'subject', label: 'Colour of Box', description: 'Outside', label_he: 'צבע', description_he: 'בחוץ' },
    ],
    { label_he: 'חבילה' },
  )
  expect([status?.label_he, status?.description_he]).toEqual(['סטטוס', null])
  expect([subject?.label_he, subject?.description_he]).toEqual(['צבע', 'בחוץ'])
  expect(await hebrewIn('Parcel')).toEqual({ Parcel: 'חבילה', 'Colour of Box': 'צבע', Outside: 'בחוץ' })

  const { fields, label_he } = await read('Parcel')
  expect(label_he).toBe('חבילה')
  const changed = (fields as Field[]).map((field) =>
    field.label === 'Status' ? { ...field, label_he: ' מצב ' } : field,
  )
  expect((await save('Parcel', { fields: changed })).json.entity.fields[0].label_he).toBe('מצב')
  expect(await hebrewIn('Parcel')).toMatchObject({ Status: 'מצב', 'Colour of Box': 'צבע' })
})

test('sentences name fields, also those of rows, as their labels read in the entity', async () => {
  const amount = { fieldname: 'amount', label: 'Amount of Box', reqd: 1, label_he: 'מספר הקופסאות' }
  await define('Load Row', [amount], { type: 'Table' })
  const weight = { fieldname: 'weight', label: 'Weight of Box', reqd: 1, label_he: 'משקל' }
  const rows = { fieldname: 'rows', label: 'Rows of Load', fieldtype: 'Table', options: 'Load Row' }
  await define('Load', [weight, rows], { label_he: 'מטען' })
  await site.call('PUT', '/api/user/Administrator', { body: { language: 'he' }, as: manager })
  const refused = await site.call('POST', '/api/entity/Load', { body: { rows: [{}] }, as: manager })
  const absent = await site.call('GET', '/api/entity/Load/none', { as: manager })
  await site.call('PUT', '/api/user/Administrator', { body: { language: 'en' }, as: manager })
  expect(refused.json.errors.map((error: { message: string }) => error.message)).toEqual([
    'יש למלא את השדה משקל',
    expect.stringContaining('יש למלא את השדה מספר הקופסאות'),
  ])
  expect(absent.json.message).toContain('מטען')
})

test('a blank one gives the label the Hebrew of all others back', async () => {
  const [status] = await define('Crate', [{ fieldname: 'status', label: 'Status', label_he: 'מצב' }])
  expect(status?.label_he).toBe('מצב')
  const { json } = await save('Crate', { fields: [{ ...status, label_he: '' }] })
  expect(json.entity.fields[0].label_he).toBe('סטטוס')
  expect(await hebrewIn('Crate')).toEqual({})
})

test('a refused definition writes no Hebrew', async () => {
  const fields = [
    { fieldname: 'total', label: 'Total of All', fieldtype: 'Float', formula: 'unknown', label_he: 'הכול' },
  ]
  const body = { id: 'Barrel', module: 'Test', fields }
  expect((await site.call('POST', '/api/entity/Entity', { body, as: manager })).status).toBe(417)
  expect(await hebrewIn('Barrel')).toEqual({})
})

test('a renamed entity keeps its Hebrew', async () => {
  await define('Sack', [{ fieldname: 'weight', label: 'Weight of Sack', label_he: 'משקל' }], { label_he: 'שק' })
  const body = { oldName: 'Sack', newName: 'Bag' }
  const { status } = await site.call('POST', '/api/utils/rename_entity', { body, as: manager })
  expect(status).toBe(200)
  expect(await hebrewIn('Bag')).toEqual({ Bag: 'שק', 'Weight of Sack': 'משקל' })
  expect((await read('Bag')).fields[0].label_he).toBe('משקל')
})

test('a file names its columns and values by the Hebrew of the entity, which an import understands', async () => {
  const choices = [
    { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nDone', label_he: 'מצב החבית' },
    { fieldname: 'subject', label: 'Subject', label_he: 'תווית' },
  ]
  await define('Keg', choices, { label_he: 'חבית' })
  const open = { language: 'he', source_text: 'Open', translated_text: 'פתוחה', context: 'Keg' }
  expect((await site.call('POST', '/api/entity/Translation', { body: open, as: manager })).status).toBe(200)
  const keg = { status: 'Open', subject: 'One' }
  expect((await site.call('POST', '/api/entity/Keg', { body: keg, as: manager })).status).toBe(200)
  const inHebrew = { 'accept-language': 'he' }
  await site.call('PUT', '/api/user/Administrator', { body: { language: 'he' }, as: manager })
  const file = await site.call('GET', '/api/entity/Keg/export?format=csv&fields=["status","subject"]', {
    as: manager,
    headers: inHebrew,
  })
  expect(decodeURIComponent(String(file.headers['content-disposition']))).toContain('חבית')
  const [head, line] = file.text.replace('\ufeff', '').split(/\r?\n/)
  expect([head, line]).toEqual(['מצב החבית,תווית', 'פתוחה,One'])

  const actor = await actorOf(site.site.engine, 'Administrator')
  if (!actor) throw new Error('The demo user is missing')
  const content = Buffer.from(`${head}\nפתוחה,Two\n`)
  const stored = await site.site.files.save(contextOf(actor, ''), { fileName: 'kegs.csv', content })
  const body = { file: stored.file_url, plan: 1 }
  const { json } = await site.call('POST', '/api/entity/Keg/import', { body, as: manager })
  await site.settled()
  const { entity: job } = (await site.call('GET', `/api/entity/Job/${json.data.job}`, { as: manager })).json
  expect(job.result.counts).toMatchObject({ create: 1, refused: 0 })
  expect(job.result.columns.map(({ fieldname }: { fieldname: string }) => fieldname)).toEqual(['status', 'subject'])
  await site.call('PUT', '/api/user/Administrator', { body: { language: 'en' }, as: manager })
})
