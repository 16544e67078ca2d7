import type { ImportPlanResult, ImportResult } from '@tavla/contract'
import { beforeAll } from 'vitest'
import { actorOf, contextOf } from '../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

export interface ImportSite {
  site: TestSite
  manager: string
  staff: string
  /** Stores a file of the person, and answers its address. */
  put(content: string | Buffer, name?: string, user?: string): Promise<string>
  /** Starts a dry run and waits for its end; answers the job. */
  look(content: string | Buffer, options?: object, entity?: string): Promise<JobRecord>
  start(body: object, entity?: string, as?: string): ReturnType<TestSite['call']>
  ended(id: string, as?: string): Promise<JobRecord>
  rows(job: string, more?: string, as?: string): ReturnType<TestSite['call']>
  list(entity: string): Promise<Record<string, unknown>[]>
}

export interface JobRecord {
  id: string
  status: string
  done: number
  failed: number
  operation_id: string
  /** Of a dry run; an import has only some of it. */
  result: ImportPlanResult & ImportResult
}

/** A site with entities to import: goods of brands, and orders with lines. */
export function importSite(open: (() => Promise<TestSite>) | undefined): ImportSite {
  const parts = {} as ImportSite
  beforeAll(async () => {
    Object.assign(parts, await makeParts(open ? await open() : await makeTestSite()))
  })
  return parts
}

const permissions = [
  { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
  { role: 'Staff', read: 1 },
]
const data = (fieldname: string, label: string, more: object = {}) => ({ fieldname, label, fieldtype: 'Data', ...more })

const entities = [
  { id: 'Brand', title_field: 'brand_name', fields: [data('brand_name', 'Brand Name', { reqd: 1 })] },
  {
    id: 'Good',
    title_field: 'good_name',
    fields: [
      data('good_name', 'Good Name', { reqd: 1 }),
      data('code', 'Code', { unique: 1 }),
      { fieldname: 'price', label: 'Price', fieldtype: 'Currency' },
      { fieldname: 'added', label: 'Added', fieldtype: 'Date' },
      { fieldname: 'kind', label: 'Kind', fieldtype: 'Select', options: 'Food\nDrink' },
      { fieldname: 'sold', label: 'Sold', fieldtype: 'Check' },
      { fieldname: 'brand', label: 'Brand', fieldtype: 'Link', options: 'Brand' },
      { fieldname: 'part_of', label: 'Part Of', fieldtype: 'Link', options: 'Good' },
      data('mail', 'Mail', { options: 'Email' }),
      { fieldname: 'secret', label: 'Secret', fieldtype: 'Password' },
    ],
  },
  {
    id: 'Order Line',
    type: 'Table',
    fields: [data('product', 'Product', { reqd: 1 }), { ...data('amount', 'Amount'), fieldtype: 'Int' }],
  },
  {
    id: 'Purchase',
    title_field: 'number',
    fields: [
      data('number', 'Number', { reqd: 1, unique: 1 }),
      { fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: 'Order Line' },
    ],
  },
]

async function makeParts(site: TestSite): Promise<ImportSite> {
  const manager = await site.signIn('manager@example.com')
  for (const entity of entities) {
    const rules = entity.type === 'Table' ? {} : { permissions }
    const { status, text } = await site.call('POST', '/api/entity/Entity', {
      body: { module: 'Test', ...rules, ...entity },
      as: manager,
    })
    if (status !== 200) throw new Error(text)
  }
  const put: ImportSite['put'] = async (content, fileName = 'list.csv', user = 'manager@example.com') => {
    const actor = await actorOf(site.site.engine, user)
    if (!actor) throw new Error(`${user} is missing`)
    const ctx = contextOf(actor, 'test')
    return String((await site.site.files.save(ctx, { fileName, content: Buffer.from(content) })).file_url)
  }
  const start: ImportSite['start'] = (body, entity = 'Good', as = manager) =>
    site.call('POST', `/api/entity/${entity}/import`, { body, as })
  const ended: ImportSite['ended'] = async (id, as = manager) => {
    await site.settled()
    return (await site.call('GET', `/api/entity/Job/${id}`, { as })).json.entity
  }
  return {
    ...{ site, manager, put, start, ended },
    staff: await site.signIn('staff@example.com'),
    async look(content, options = {}, entity = 'Good') {
      const answer = await start({ file: await put(content), options, plan: 1 }, entity)
      if (answer.status !== 200) throw new Error(answer.text)
      return ended(answer.json.data.job)
    },
    rows: (job, more = '', as = manager) => site.call('GET', `/api/app/import_rows?job=${job}${more}`, { as }),
    async list(entity) {
      const path = `/api/entity/${entity}?fields=["*"]&order_by=creation asc&limit_page_length=500`
      return (await site.call('GET', path, { as: manager })).json.data
    },
  }
}
