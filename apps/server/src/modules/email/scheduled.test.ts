import { describe, expect, test } from 'vitest'
import { makeTestSite, messageOf } from '../../testing/test-site.ts'
import { startSmtp } from './testing-smtp.ts'

const site = await makeTestSite()
const admin = await site.signIn('Administrator')
const dana = await site.signIn('staff@example.com')
const smtp = await startSmtp()

const create = async (entity: string, body: object, as = admin) => {
  const { status, json, text } = await site.call('POST', `/api/entity/${entity}`, { body, as })
  if (status !== 200) throw new Error(text)
  return json.entity as Record<string, unknown> & { id: string }
}
await create('Email Account', {
  ...{ email_account_name: 'Office', email_id: 'office@example.com', enable_outgoing: 1, default_outgoing: 1 },
  ...{
    smtp_server: '127.0.0.1',
    smtp_port: smtp.port,
    use_tls: 0,
    allow_unencrypted: 1,
    login_id: 'dana',
    password: 'secret',
  },
})
const { id: contact } = await create('Contact', { contact_name: 'Noa', email: 'noa@example.com' })

const inMillis = (millis: number) => new Date(Date.now() + millis).toISOString()
const hour = 3_600_000
let subjects = 0
const send = (body: object, as = dana) =>
  site.call('POST', '/api/app/send_email', {
    as,
    body: { entity: 'Contact', id: contact, recipients: 'noa@example.com', content: 'Hello', ...body },
  })
/** Schedules a mail with a subject of its own; resolves to its Communication. */
async function schedule(at: string, more: object = {}) {
  const subject = `Scheduled ${++subjects}`
  const { status, json, text } = await send({ subject, send_at: at, ...more })
  if (status !== 200) throw new Error(text)
  return json.communication as Record<string, unknown> & { id: string; subject: string }
}
const read = async (entity: string, id: string) =>
  (await site.call('GET', `/api/entity/${entity}/${id}`, { as: admin })).json.entity
const said = (id: string) => read('Communication', id)
const act = (id: string, action: string, as = dana) =>
  site.call('POST', `/api/entity/Communication/${id}?run_method=${action}`, { as, body: { data: {} } })
const queued = async (id: string) => {
  const filters = encodeURIComponent(JSON.stringify({ communication: id }))
  return (await site.call('GET', `/api/entity/Email Queue?filters=${filters}&fields=["id","status"]`, { as: admin }))
    .json.data[0]
}
const arrivals = (subject: string) => smtp.arrived.filter(({ mail }) => mail.subject === subject).length

test('a mail of a deleted record leaves neither then nor when the record comes back', async () => {
  const { id } = await create('Contact', { contact_name: 'Gone', email: 'noa@example.com' })
  const sent = await send({ entity: 'Contact', id, subject: 'Sent before' })
  expect(sent.status).toBe(200)
  await expect.poll(() => arrivals('Sent before')).toBe(1)
  const later = await schedule(inMillis(hour), { entity: 'Contact', id })
  expect((await site.call('DELETE', `/api/entity/Contact/${id}`, { as: admin })).status).toBe(200)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Contact', ref_id: id }))
  const [item] = (await site.call('GET', `/api/entity/Trash Item?filters=${filters}`, { as: admin })).json.data
  const body = { data: {} }
  const path = `/api/entity/Trash Item/${item.id}?run_method=restore`
  expect((await site.call('POST', path, { as: admin, body })).status).toBe(200)
  expect(await said(later.id)).toMatchObject({ status: 'Draft', reference_id: id })
  expect(await said(sent.json.communication.id)).toMatchObject({ reference_id: id })
  expect((await queued(later.id))?.status ?? 'Cancelled').not.toMatch(/Scheduled|Not Sent/)
  await site.settled()
  expect([arrivals('Sent before'), arrivals(later.subject)]).toEqual([1, 0])
})

test('a mail for later shows as Scheduled, leaves once at its time, and only then marks mails as replied', async () => {
  const open = await create('Communication', {
    ...{ subject: 'Where are you?', communication_medium: 'Email', sent_or_received: 'Received' },
    ...{ sender: 'noa@example.com', reference_entity: 'Contact', reference_id: contact },
  })
  const mail = await schedule(inMillis(700))
  expect(mail).toMatchObject({ status: 'Scheduled', delivery_status: null, sent_or_received: 'Sent' })
  expect(mail.communication_date).toBe(mail.send_at)
  expect(await queued(mail.id)).toMatchObject({ status: 'Scheduled' })
  expect([arrivals(mail.subject), (await said(open.id)).status]).toEqual([0, 'Open'])
  await expect.poll(async () => (await said(mail.id)).delivery_status).toBe('Sent')
  expect(await said(mail.id)).toMatchObject({ status: 'Linked' })
  expect(await queued(mail.id)).toMatchObject({ status: 'Sent' })
  expect([arrivals(mail.subject), (await said(open.id)).status]).toEqual([1, 'Replied'])
})

test('a mail without a time, or with a past one, leaves at once', async () => {
  for (const send_at of [undefined, null, '', '2020-01-01 10:00:00', '2020-01-01T10:00:00+02:00']) {
    const subject = `At once ${++subjects}`
    expect((await send({ subject, send_at })).json.communication).toMatchObject({ status: 'Linked', send_at: null })
    await expect.poll(() => arrivals(subject)).toBe(1)
  }
})

test('an invalid time, or one more than a year away, is refused with a sentence', async () => {
  for (const send_at of [
    'tomorrow',
    '2027-02-30 10:00:00',
    '2027-13-01T00:00:00Z',
    7,
    {},
    [],
    '2027-01-01',
    '+012026-01-01T00:00:00Z',
  ]) {
    const { status, json } = await send({ subject: 'x', send_at })
    expect([send_at, status, messageOf(json).message]).toEqual([send_at, 417, 'The value for Send At is not valid'])
  }
  const { status, json } = await send({ subject: 'x', send_at: inMillis(366 * 24 * hour) })
  expect([status, messageOf(json).message]).toEqual([417, 'A message can wait for its time for a year at most.'])
})

describe('a scheduled mail', () => {
  test('turns into a draft when it is taken back, and another mail replaces the draft', async () => {
    const mail = await schedule(inMillis(hour))
    const { status, json } = await act(mail.id, 'cancel_send')
    expect([status, json.data]).toEqual([200, { status: 'Draft' }])
    expect(await said(mail.id)).toMatchObject({ status: 'Draft', delivery_status: null, content: mail.content })
    expect(await queued(mail.id)).toMatchObject({ status: 'Cancelled' })
    expect((await act(mail.id, 'cancel_send')).status).toBe(409)
    const subject = `Instead ${++subjects}`
    const thread = `/api/app/get_communications?entity=Contact&id=${contact}`
    const readings: Promise<string[]>[] = []
    const readThread = async () => {
      const { communications } = (await site.call('GET', thread, { as: dana })).json
      return (communications as { id: string }[]).map(({ id }) => id)
    }
    const stop = site.site.engine.listen(({ entity, action }) => {
      if (entity === 'Communication' && action === 'created') readings.push(readThread())
    })
    const other = await send({ subject, draft: mail.id })
    stop()
    expect(other.status).toBe(200)
    // A client that hears of the new mail at once doesn't see the draft beside it.
    const [shown] = await Promise.all(readings)
    expect(shown).toContain(other.json.communication.id)
    expect(shown).not.toContain(mail.id)
    await expect.poll(() => arrivals(subject)).toBe(1)
    expect((await site.call('GET', `/api/entity/Communication/${mail.id}`, { as: admin })).status).toBe(404)
    expect(arrivals(mail.subject)).toBe(0)
    // Only a draft can be replaced.
    expect((await send({ subject: 'x', draft: other.json.communication.id })).status).toBe(409)
  })

  test('can be discarded once it is a draft, and no other message can', async () => {
    const mail = await schedule(inMillis(hour))
    expect((await act(mail.id, 'discard_draft')).status).toBe(409)
    await act(mail.id, 'cancel_send')
    expect((await act(mail.id, 'discard_draft')).status).toBe(200)
    expect((await site.call('GET', `/api/entity/Communication/${mail.id}`, { as: admin })).status).toBe(404)
  })

  test('leaves now on demand, and can no longer be taken back', async () => {
    const mail = await schedule(inMillis(hour))
    expect((await act(mail.id, 'send_now')).status).toBe(200)
    await expect.poll(() => arrivals(mail.subject)).toBe(1)
    await expect.poll(async () => (await said(mail.id)).delivery_status).toBe('Sent')
    const { status, json } = await act(mail.id, 'cancel_send')
    expect([status, messageOf(json).message]).toEqual([409, 'The message has left already.'])
    expect((await act(mail.id, 'send_now')).status).toBe(409)
  })

  test('is either taken back or sent when both happen at once', async () => {
    const mails = await Promise.all(Array.from({ length: 8 }, (_, n) => schedule(inMillis(200 + n * 20))))
    await expect.poll(() => mails.some(({ subject }) => arrivals(subject) > 0)).toBe(true)
    const answers = await Promise.all(mails.map(({ id }) => act(id, 'cancel_send')))
    await expect
      .poll(async () => {
        const states = await Promise.all(mails.map(async ({ id }) => (await queued(id)).status))
        return states.filter((state) => state !== 'Sent' && state !== 'Cancelled')
      })
      .toEqual([])
    const expected = answers.map(({ status }) => (status === 200 ? 0 : 1))
    expect(mails.map(({ subject }) => arrivals(subject))).toEqual(expected)
    const statuses = await Promise.all(mails.map(async ({ id }) => (await said(id)).status))
    expect(statuses).toEqual(answers.map(({ status }) => (status === 200 ? 'Draft' : 'Linked')))
  })

  test('keeps its state when a user saves another one', async () => {
    const mail = await schedule(inMillis(hour))
    const put = (id: string, status: string) =>
      site.call('PUT', `/api/entity/Communication/${id}`, { as: dana, body: { status } })
    expect((await put(mail.id, 'Closed')).status).toBe(409)
    const { id } = await create('Communication', {
      ...{ subject: 'Note', communication_medium: 'Email', sent_or_received: 'Received' },
    })
    for (const status of ['Scheduled', 'Draft']) expect((await put(id, status)).status).toBe(417)
    expect(await said(mail.id)).toMatchObject({ status: 'Scheduled' })
  })

  test('ends when its message or its record is deleted', async () => {
    const mail = await schedule(inMillis(hour))
    const row = await queued(mail.id)
    await site.call('DELETE', `/api/entity/Communication/${mail.id}`, { as: admin })
    expect(await read('Email Queue', row.id)).toMatchObject({
      status: 'Error',
      error: 'The message was deleted before it left.',
    })
    const { id } = await create('Contact', { contact_name: 'Gone', email: 'gone@example.com' })
    const other = await schedule(inMillis(hour), { entity: 'Contact', id })
    const otherRow = await queued(other.id)
    await site.call('DELETE', `/api/entity/Contact/${id}`, { as: admin })
    expect(await read('Email Queue', otherRow.id)).toMatchObject({ status: 'Error' })
    expect([arrivals(mail.subject), arrivals(other.subject)]).toEqual([0, 0])
  })

  test('does not leave when its sender has lost the right to send it, and notes that', async () => {
    const person = { email: 'leaver@example.com', full_name: 'Leaver', roles: [{ role: 'Staff' }] }
    const made = await site.call('POST', '/api/user', {
      as: admin,
      body: { ...person, new_password: 'A long word 42', send_welcome_email: 0 },
    })
    expect(made.status).toBe(200)
    const as = await site.signIn('leaver@example.com', 'A long word 42')
    const { json } = await send({ subject: 'Left behind', send_at: inMillis(hour) }, as)
    await site.call('PUT', '/api/user/leaver@example.com', { as: admin, body: { enabled: 0 } })
    expect((await act(json.communication.id, 'send_now')).status).toBe(200)
    await expect.poll(async () => (await said(json.communication.id)).delivery_status).toBe('Error')
    expect(await said(json.communication.id)).toMatchObject({
      status: 'Linked',
      error: 'Its sender may not send it any more.',
    })
    expect(arrivals('Left behind')).toBe(0)
  })

  test('waits while the site may not reach people', async () => {
    const settings = (may_reach_people: number) =>
      site.call('PUT', '/api/entity/System Settings/System Settings', { as: admin, body: { may_reach_people } })
    await settings(0)
    const mail = await schedule(inMillis(hour))
    await act(mail.id, 'send_now')
    await expect.poll(async () => (await queued(mail.id)).status).toBe('Held')
    // Held mail has not left either.
    expect((await act(mail.id, 'cancel_send')).status).toBe(200)
    await settings(1)
    await expect.poll(async () => (await queued(mail.id)).status).toBe('Cancelled')
    expect(arrivals(mail.subject)).toBe(0)
  })

  test('is a draft again when a manager cancels it in the queue, and leaves when they retry it', async () => {
    const mail = await schedule(inMillis(hour))
    const { id } = await queued(mail.id)
    const manage = (action: string) =>
      site.call('POST', `/api/entity/Email Queue/${id}?run_method=${action}`, { as: admin, body: { data: {} } })
    expect((await manage('cancel')).status).toBe(200)
    expect(await said(mail.id)).toMatchObject({ status: 'Draft' })
    expect((await manage('retry')).status).toBe(200)
    await expect.poll(async () => (await said(mail.id)).delivery_status).toBe('Sent')
    expect(await said(mail.id)).toMatchObject({ status: 'Linked' })
    expect(arrivals(mail.subject)).toBe(1)
  })
})
