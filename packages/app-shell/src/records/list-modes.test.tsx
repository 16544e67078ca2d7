import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createClient, type EntityStore } from '@tavla/client'
import type { SessionInfo } from '@tavla/contract'
import { type EntityListProps, EntityProvider, PlainList } from '@tavla/entity-ui'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'

let server: Server
let client: ReturnType<typeof createClient>
let store: EntityStore

const permissions = { read: 1, write: 1, create: 1, delete: 1, if_owner: 0 }
const fields = [{ fieldname: 'subject', fieldtype: 'Data', label: 'Subject', in_list_view: 1, hidden: 0 }]
const meta = {
  id: 'Task',
  type: 'Document',
  doc_meta: { title_field: 'subject', image_field: null, search_fields: [], layout: 'List', fields, permissions },
  all_fields: fields,
  states: [],
}
const rows = ['Flour', 'Butter'].map((subject, index) => ({ id: `TASK-${index}`, subject }))
const list = { data: rows, field_info: fields, title_field: 'subject', count: 2, limit_start: 0 }

beforeEach(async () => {
  server = createServer(({ url = '' }, response) => {
    const record = rows.find(({ id }) => url.endsWith(id))
    const body = record ? { entity: record } : url.endsWith('/meta') ? meta : list
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  client = createClient({ host: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })
  store = client.store('Task')
  await store.initialise()
})
afterEach(() => {
  client.reset()
  server.closeAllConnections()
  server.close()
})

const session: SessionInfo = {
  user: 'dana@example.com',
  lang: 'en',
  full_name: 'Dana Levi',
  time_zone: 'UTC',
  currency: 'ILS',
  server_time: '2026-01-05 10:00:00.000000',
  week_start: 'Sunday',
  idle_hours: 168,
  offline_copies: 1,
  version: '',
}

/** The control that opens each row: its kind, whether it is highlighted, and its address. */
function drawnRows(props: Omit<EntityListProps, 'entity'>) {
  const markup = renderToStaticMarkup(
    <EntityProvider client={client} session={session} navigate={() => undefined} onError={console.error}>
      <PlainList entity="Task" {...props} />
    </EntityProvider>,
  )
  return [...markup.matchAll(/<(a|button) [^>]*class="record-link"[^>]*>/g)].map(([tag, name]) => [
    name,
    tag.includes('aria-current="true"'),
    /href="([^"]*)"/.exec(tag)?.[1],
  ])
}

test('with a base route a row links to it plus the id, and the record in the address is highlighted', () => {
  expect(drawnRows({ baseRoute: '/app/Task', activeId: 'TASK-1' })).toEqual([
    ['a', false, '/app/Task/TASK-0'],
    ['a', true, '/app/Task/TASK-1'],
  ])
})

test('without a base route a row is no link: the record loads in place and its row is highlighted', async () => {
  expect(drawnRows({})).toEqual([
    ['button', false, undefined],
    ['button', false, undefined],
  ])
  const leave = store.openRecord('TASK-1')
  expect(drawnRows({})).toEqual([
    ['button', false, undefined],
    ['button', true, undefined],
  ])
  await store.reloadRecord()
  expect(store.getSnapshot()).toMatchObject({ activeStatus: 'ready', activeEntity: { subject: 'Butter' } })
  leave()
  expect(drawnRows({}).some(([, isActive]) => isActive)).toBe(false)
})
