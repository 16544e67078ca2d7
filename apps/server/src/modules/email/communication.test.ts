import { beforeAll, describe, expect, test } from 'vitest'
import { createRecord, type RecordEvent, systemContext } from '../../entity/index.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let staff: string
let contact: string

beforeAll(async () => {
  site = await makeTestSite()
  staff = await site.signIn('staff@example.com')
  contact = await newContact()
})

const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: staff })
const act = (path: string, action: string, data: object = {}) =>
  call('POST', `/api/entity/${path}?run_method=${action}`, { data })
const read = async (id: string) => (await call('GET', `/api/entity/Communication/${id}`)).json.entity

async function newContact(): Promise<string> {
  return (await call('POST', '/api/entity/Contact', { contact_name: 'Noa Bar' })).json.entity.id
}

async function newMessage(more: object = {}): Promise<string> {
  const body = { subject: 'Hello', content: 'First words', sender: 'noa@example.com', sent_or_received: 'Received' }
  const message = { ...body, communication_medium: 'Email', ...more }
  return (await call('POST', '/api/entity/Communication', message)).json.entity.id
}

const on = (id: string) => ({ reference_entity: 'Contact', reference_id: id })

describe('a message', () => {
  test('keeps its content, whatever an update sends', async () => {
    const id = await newMessage()
    const words = { subject: 'Other', content: 'Other words', sender: 'gil@example.com' }
    const kind = { communication_medium: 'WhatsApp', sent_or_received: 'Sent' }
    const { status } = await call('PUT', '/api/entity/Communication', { id, ...words, ...kind, status: 'Closed' })
    expect(status).toBe(200)
    expect(await read(id)).toMatchObject({
      subject: 'Hello',
      content: 'First words',
      sender: 'noa@example.com',
      communication_medium: 'Email',
      sent_or_received: 'Received',
      status: 'Closed',
    })
  })

  test('can get another status', async () => {
    const id = await newMessage()
    expect((await act(`Communication/${id}`, 'set_status', { status: 'Closed' })).json).toEqual({
      data: { status: 'Closed' },
    })
    expect((await act(`Communication/${id}`, 'set_status', { status: 'Lost' })).status).toBe(417)
    expect((await act(`Communication/${id}`, 'set_status')).status).toBe(417)
    expect((await read(id)).status).toBe('Closed')
  })

  test('without a record can be linked to one', async () => {
    const id = await newMessage()
    expect((await act(`Communication/${id}`, 'relink', on(contact))).json).toEqual({ data: on(contact) })
    expect(await read(id)).toMatchObject(on(contact))
    expect((await act(`Communication/${id}`, 'relink', on('nobody'))).status).toBe(417)
    expect((await act(`Communication/${id}`, 'relink', { reference_entity: 'Contact' })).status).toBe(417)
  })

  test('cannot be linked to a record that the user may not see', async () => {
    const id = await newMessage()
    const secret = { reference_entity: 'Email Account', reference_id: 'office' }
    const message = { subject: 'Hello', communication_medium: 'Email', sent_or_received: 'Received' }
    for (const reference of [secret, { ...secret, reference_id: 'nothing' }]) {
      const refusals = [
        await act(`Communication/${id}`, 'relink', reference),
        await call('PUT', '/api/entity/Communication', { id, ...reference }),
        await call('POST', '/api/entity/Communication', { ...message, ...reference }),
      ]
      expect(refusals.map(({ status, json }) => [status, json._server_messages])).toEqual(
        refusals.map(() => [417, expect.stringContaining('Could not find Reference ID')]),
      )
    }
    expect((await read(id)).reference_id).toBeNull()
  })

  test('has both entity and id of its record, or neither', async () => {
    const id = await newMessage(on(contact))
    for (const half of [{ reference_id: null }, { reference_entity: null }, { reference_id: '' }]) {
      expect((await call('PUT', '/api/entity/Communication', { id, ...half })).status).toBe(417)
    }
    const message = { subject: 'Hello', communication_medium: 'Email', sent_or_received: 'Received' }
    const alone = { ...message, reference_entity: 'Contact' }
    expect((await call('POST', '/api/entity/Communication', alone)).status).toBe(417)
    const none = { reference_entity: null, reference_id: null }
    expect((await call('PUT', '/api/entity/Communication', { id, ...none })).status).toBe(200)
    expect(await read(id)).toMatchObject(none)
  })

  test('notes the first user who saw it', async () => {
    const id = await newMessage()
    expect((await act(`Communication/${id}`, 'mark_seen')).status).toBe(200)
    const seen = await read(id)
    expect(seen).toMatchObject({ seen: 1, seen_by: 'staff@example.com', status: 'Open' })
    await act(`Communication/${id}`, 'mark_seen')
    expect((await read(id)).seen_on).toBe(seen.seen_on)
  })
})

describe('the messages of a record', () => {
  test('are marked as read together or by medium, and the badge stays', async () => {
    const id = await newContact()
    await newMessage(on(id))
    await newMessage({ ...on(id), communication_medium: 'WhatsApp' })
    await newMessage({ ...on(id), communication_medium: 'WhatsApp' })
    await newMessage({ ...on(id), sent_or_received: 'Sent' })
    const mark = async (data: object) => (await act(`Contact/${id}`, 'mark_communications_read', data)).json
    expect(await mark({ medium: 'Email' })).toEqual({ data: { seen: 1 } })
    expect(await mark({})).toEqual({ data: { seen: 2 } })
    expect(await mark({})).toEqual({ data: { seen: 0 } })
    expect(await mark({ medium: 'Pigeon' })).toMatchObject({ status: 417 })
    const { json } = await call('GET', `/api/entity/Contact/${id}`)
    expect(json.entity.open_communications).toEqual({ email: 1, whatsapp: 2, total: 3 })
  })

  test('come in pages, newest first, with those of its WhatsApp contact', async () => {
    const id = await newContact()
    const at = (minute: number) => ({ communication_date: `2026-01-05 10:0${minute}:00` })
    for (const minute of [1, 2, 4, 5]) await newMessage({ ...on(id), ...at(minute), subject: `${minute}` })
    const number = '972501239999'
    const { engine } = site.site
    await createRecord(engine, systemContext(engine), 'Communication', {
      ...{
        communication_date: '2026-01-05 08:03:00.000000',
        subject: '3',
        communication_medium: 'WhatsApp',
        sent_or_received: 'Received',
      },
      whatsapp_contact_id: number,
    })
    const pages = async (query: Record<string, string>) => {
      const found: string[][] = []
      for (const limit_start of ['0', '2', '4', '900000']) {
        const search = new URLSearchParams({ entity: 'Contact', id, limit_start, limit_page_length: '2', ...query })
        const { communications, count } = (await call('GET', `/api/app/get_communications?${search}`)).json
        found.push([String(count), ...communications.map(({ subject }: { subject: string }) => subject)])
      }
      return found
    }
    expect(await pages({})).toEqual([['4', '5', '4'], ['4', '2', '1'], ['4'], ['4']])
    expect(await pages({ whatsapp_contact_id: number })).toEqual([['5', '5', '4'], ['5', '3', '2'], ['5', '1'], ['5']])
  })

  test('count in the side bar only for users who may see the record', async () => {
    const admin = await site.signIn('Administrator')
    const make = async (entity: string, body: object) => {
      const answer = await site.call('POST', `/api/entity/${entity}`, { body, as: admin })
      if (answer.status !== 200) throw new Error(answer.text)
      return answer.json.entity.id as string
    }
    await make('Entity', {
      id: 'Case',
      module: 'Sample',
      has_communication: 1,
      fields: [{ fieldname: 'subject', fieldtype: 'Data' }],
      permissions: [
        { role: 'System Manager', read: 1, write: 1, create: 1 },
        { role: 'Staff', read: 1, write: 1, create: 1, if_owner: 1 },
      ],
    })
    const message = { subject: 'Hello', communication_medium: 'Email', sent_or_received: 'Received' }
    const put = (reference_id: string) => make('Communication', { ...message, reference_entity: 'Case', reference_id })
    const counted = async (as: string) => {
      const { entities } = (await site.call('GET', '/api/app/get_navigation', { as })).json
      const list = (await site.call('GET', '/api/entity/Case', { as })).json
      const shown = entities.find((item: { id: string }) => item.id === 'Case').open_count
      expect(list.open_count).toBe(shown)
      return shown
    }
    await put(await make('Case', { subject: 'Of another' }))
    expect([await counted(admin), await counted(staff)]).toEqual([1, 0])
    await put((await call('POST', '/api/entity/Case', { subject: 'Own' })).json.entity.id)
    expect([await counted(admin), await counted(staff)]).toEqual([2, 1])
  })

  test('are announced to clients of the record when they arrive, close, move or are deleted', async () => {
    const [from, to] = [await newContact(), await newContact()]
    const heard: string[] = []
    const stop = site.site.engine.listen(({ entity, action, id }: RecordEvent) => {
      if (entity === 'Contact') heard.push(`${action} ${id}`)
    })
    const during = async (work: () => Promise<unknown>) => {
      heard.length = 0
      await work()
      return [...heard].sort()
    }
    const expected = (...ids: string[]) => ids.map((id) => `communication ${id}`).sort()
    let id = ''
    expect(await during(async () => (id = await newMessage(on(from))))).toEqual(expected(from))
    expect(await during(() => act(`Communication/${id}`, 'set_status', { status: 'Closed' }))).toEqual(expected(from))
    expect(await during(() => act(`Communication/${id}`, 'mark_seen'))).toEqual([])
    expect(await during(() => act(`Communication/${id}`, 'relink', on(to)))).toEqual(expected(from, to))
    const admin = await site.signIn('Administrator')
    const remove = () => site.call('DELETE', `/api/entity/Communication/${id}`, { as: admin })
    expect(await during(remove)).toEqual(expected(to))
    stop()
  })
})
