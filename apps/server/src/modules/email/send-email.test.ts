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
const read = async (entity: string, id: string) =>
  (await site.call('GET', `/api/entity/${entity}/${id}`, { as: admin })).json.entity
const send = (body: object, as = dana) => site.call('POST', '/api/app/send_email', { body, as })
const arrivedOf = (subject: string) => smtp.arrived.filter(({ mail }) => mail.subject === subject)

const account = await create('Email Account', {
  email_account_name: 'Office',
  email_id: 'office@example.com',
  enable_outgoing: 1,
  default_outgoing: 1,
  smtp_server: '127.0.0.1',
  smtp_port: smtp.port,
  use_tls: 0,
  allow_unencrypted: 1,
  login_id: 'dana',
  password: 'secret',
  signature: 'בברכה,\nהמשרד',
})
const { id: contact } = await create('Contact', { contact_name: 'Noa', email: 'noa@example.com' })
const about = { entity: 'Contact', id: contact }

test('a mail leaves through the account, has the direction of Hebrew, and belongs to its record', async () => {
  const { id: file } = (
    await site.call('POST', '/api/files', {
      as: dana,
      body: {
        filedata: Buffer.from('hello').toString('base64'),
        filename: 'הצעה.txt',
        is_private: '1',
        decode_base64: 1,
      },
    })
  ).json.file
  const subject = 'הצעת מחיר'
  const sent = await send({
    ...about,
    recipients: 'Noa <noa@example.com>, b@example.com',
    cc: ['c@example.com'],
    bcc: 'secret@example.com',
    subject,
    content: 'שלום נועה,\n\nראי https://example.com/a?b=1&c=2.',
    attachments: [file],
  })
  expect(sent.json).toMatchObject({ message: 'Email queued' })
  const { communication } = sent.json
  expect(communication).toMatchObject({
    subject,
    communication_medium: 'Email',
    sent_or_received: 'Sent',
    status: 'Linked',
    recipients: 'noa@example.com, b@example.com',
    reference_entity: 'Contact',
    reference_id: contact,
    user: 'staff@example.com',
  })
  await expect.poll(() => arrivedOf(subject)).toHaveLength(1)
  const [arrived] = arrivedOf(subject)
  expect(arrived?.to).toEqual(['noa@example.com', 'b@example.com', 'c@example.com', 'secret@example.com'])
  expect(arrived?.raw).not.toContain('secret@example.com')
  expect(arrived?.mail.from).toMatchObject({ address: 'office@example.com' })
  expect(arrived?.mail.html).toContain('<html dir="rtl" lang="he">')
  expect(arrived?.mail.html).toContain('<a href="https://example.com/a?b=1&amp;c=2">')
  expect(arrived?.mail.html).toContain('בברכה,<br />המשרד')
  expect(arrived?.mail.text).toContain('שלום נועה,')
  expect(arrived?.mail.attachments).toMatchObject([{ filename: 'הצעה.txt' }])
  expect(arrived?.mail.messageId).toBe(communication.message_id)
  await expect.poll(async () => (await read('Communication', communication.id)).delivery_status).toBe('Sent')
  expect((await read('Email Account', account.id)).status).toBe('Connected')
})

test('an answer joins the thread and marks open mails as replied', async () => {
  const received = await create('Communication', {
    subject: 'A question',
    communication_medium: 'Email',
    sent_or_received: 'Received',
    status: 'Open',
    sender: 'noa@example.com',
    reference_entity: 'Contact',
    reference_id: contact,
  })
  const first = await send({ ...about, recipients: 'noa@example.com', content: 'Yes', in_reply_to: received.id })
  expect(first.json.communication.subject).toBe('Re: A question')
  expect((await read('Communication', received.id)).status).toBe('Replied')
  const again = { ...about, recipients: 'noa@example.com', content: 'And', in_reply_to: first.json.communication.id }
  await send(again)
  await expect.poll(() => arrivedOf('Re: A question')).toHaveLength(2)
  const [one, two] = arrivedOf('Re: A question')
  expect(two?.mail.inReplyTo).toBe(one?.mail.messageId)
})

test('a user who may not see an account that does not send gets 404', async () => {
  await create('Email Account', { email_account_name: 'Payroll', email_id: 'pay@example.com' })
  const mail = { recipients: 'noa@example.com', subject: 'Never', content: 'Hi' }
  const ask = async (email_account: string, as: string) => {
    const { status, json } = await send({ ...mail, email_account }, as)
    return [status, messageOf(json).message]
  }
  expect(await ask('Payroll', dana)).toEqual([404, 'Email Account Payroll was not found.'])
  expect(await ask('Payrol', dana)).toEqual([404, 'Email Account Payrol was not found.'])
  expect(await ask('Payroll', admin)).toEqual([417, 'The account Payroll does not send mail'])
})

test('an invalid mail is refused with a sentence, and nothing leaves', async () => {
  const good = { recipients: 'noa@example.com', subject: 'Never', content: 'Hi' }
  const refusals = [
    [{ recipients: 'nobody' }, 'nobody is not a valid email address'],
    [{ recipients: '' }, 'Recipients is required'],
    [{ recipients: 7 }, 'The value for Recipients is not valid'],
    [{ subject: ' ' }, 'Subject is required'],
    [{ subject: 'x'.repeat(141) }, 'Subject is too long (maximum 140 characters)'],
    [{ content: '' }, 'Message is required'],
    [{ content: {} }, 'The value for Message is not valid'],
    [{ recipients: Array.from({ length: 51 }, (_, at) => `a${at}@example.com`) }, 'A mail goes to 50 people at most'],
    [{ attachments: ['none'] }, 'File none was not found.'],
    [{ email_account: 'None' }, 'Email Account None was not found.'],
    [{ entity: 'Contact' }, 'ID is required'],
    [{ entity: 'Contact', id: 'none' }, 'Contact none was not found.'],
    [{ in_reply_to: 'none' }, 'Communication none was not found.'],
  ] as const
  for (const [change, sentence] of refusals) {
    const { status, json } = await send({ ...good, ...change })
    expect([404, 417]).toContain(status)
    expect(messageOf(json).message).toBe(sentence)
  }
  expect((await site.call('POST', '/api/app/send_email', { body: good })).status).toBe(401)
  expect(arrivedOf('Never')).toEqual([])
})

test('a mail cannot inject headers, and the site removes scripts', async () => {
  const subject = 'Line\r\nBcc: evil@example.com'
  const content = '<p onclick="x()">Hi<script>alert(1)</script><img src="https://spy.example/p.gif"></p>'
  const { json } = await send({ ...about, recipients: 'noa@example.com', subject, content })
  expect(json.communication.subject).toBe('Line Bcc: evil@example.com')
  expect(json.communication.content).toBe('<p>Hi<img data-remote-src="https://spy.example/p.gif" /></p>')
  await expect.poll(() => arrivedOf('Line Bcc: evil@example.com')).toHaveLength(1)
  expect(arrivedOf('Line Bcc: evil@example.com')[0]?.to).toEqual(['noa@example.com'])
})

test('the recipient can load the pictures of the writer', async () => {
  const content = '<p>Our shop<img src="https://shop.example/logo.png?a=1&amp;b=2"><img src="/files/logo.png"></p>'
  await send({ ...about, recipients: 'noa@example.com', subject: 'With pictures', content })
  await expect.poll(() => arrivedOf('With pictures')).toHaveLength(1)
  const html = arrivedOf('With pictures')[0]?.mail.html
  expect(html).toContain('<img src="https://shop.example/logo.png?a=1&amp;b=2"')
  expect(html).toContain(`<img src="${site.config.publicUrl}/files/logo.png"`)
})

test('a user who may not create messages cannot send mail', async () => {
  await create('Role', { id: 'Visitor', role_name: 'Visitor' })
  const roles = [{ role: 'Visitor' }]
  await create('User', {
    email: 'nobody@example.com',
    full_name: 'Nobody',
    roles,
    new_password: 'only one of us knows it',
  })
  const as = await site.signIn('nobody@example.com', 'only one of us knows it')
  const mail = { recipients: 'noa@example.com', subject: 'Not mine', content: 'Hi' }
  expect((await send(mail, as)).status).toBe(403)
  expect(arrivedOf('Not mine')).toEqual([])
})

describe('a mail that waits', () => {
  const reach = (may_reach_people: 0 | 1) =>
    site.call('PUT', '/api/entity/System Settings', { body: { may_reach_people }, as: admin })
  const queuedOf = async (subject: string) => {
    const query = new URLSearchParams({ filters: JSON.stringify({ subject }), fields: '["*"]' })
    return (await site.call('GET', `/api/entity/Email Queue?${query}`, { as: admin })).json.data[0]
  }
  const remove = (entity: string, id: string) => site.call('DELETE', `/api/entity/${entity}/${id}`, { as: admin })

  test('ends when its message is deleted', async () => {
    await reach(0)
    const { id } = await create('Contact', { contact_name: 'Gone' })
    await send({ entity: 'Contact', id, recipients: 'noa@example.com', subject: 'Of a deleted one', content: 'Hi' })
    expect((await remove('Contact', id)).status).toBe(200)
    await reach(1)
    await site.site.outbox.settled()
    const error = 'The message was deleted before it left.'
    expect(await queuedOf('Of a deleted one')).toMatchObject({ status: 'Error', error })
    expect(arrivedOf('Of a deleted one')).toEqual([])
  })

  test('of a deleted account leaves through no other', async () => {
    await reach(0)
    const { id: _, ...settings } = {
      ...account,
      email_account_name: 'Leaving',
      default_outgoing: 0,
      password: 'secret',
    }
    const { id } = await create('Email Account', settings)
    const mail = { ...about, recipients: 'noa@example.com', subject: 'By one that goes', content: 'Hi' }
    const { json } = await send({ ...mail, email_account: id })
    expect((await remove('Email Account', id)).status).toBe(200)
    await reach(1)
    await site.site.outbox.settled()
    const error = 'Its mail account does not send any more.'
    expect(await queuedOf('By one that goes')).toMatchObject({ status: 'Error', error })
    expect(await read('Communication', json.communication.id)).toMatchObject({ delivery_status: 'Error', error })
    expect(arrivedOf('By one that goes')).toEqual([])
  })
})

test('a permanent refusal gives a plain sentence with the reason of the server, and allows a retry', async () => {
  smtp.refusal = { code: 550, text: 'No such user here' }
  const { json } = await send({ ...about, recipients: 'gone@example.com', subject: 'Refused', content: 'Hi' })
  const state = async () => read('Communication', json.communication.id)
  await expect.poll(async () => (await state()).delivery_status).toBe('Error')
  expect((await state()).error).toMatch(/^The mail server refused the message: 550 .*No such user here/)
  smtp.refusal = undefined
  const query = new URLSearchParams({ filters: JSON.stringify({ communication: json.communication.id }) })
  const [{ id }] = (await site.call('GET', `/api/entity/Email Queue?${query}`, { as: admin })).json.data
  await site.call('POST', `/api/entity/Email Queue/${id}?run_method=retry`, { as: admin, body: { data: {} } })
  await expect.poll(async () => (await state()).delivery_status).toBe('Sent')
  expect((await state()).error).toBeNull()
})

test('notes about the record leave with no mail of its thread, quoted or not, and with no export of it', async () => {
  const { id } = await create('Contact', { contact_name: 'Ruth', email: 'ruth@example.com' })
  const place = { reference_entity: 'Contact', reference_id: id }
  const note = { ...place, text: 'CONFIDENTIAL she pays late @[manager@example.com]' }
  await create('Note', note, dana)
  const received = await create('Communication', {
    ...{ subject: 'Offer', communication_medium: 'Email', sent_or_received: 'Received', content: 'Any news?' },
    ...{ sender: 'ruth@example.com', ...place },
  })
  const thread = { entity: 'Contact', id, recipients: 'ruth@example.com', subject: 'Re: Offer' }
  await send({ ...thread, content: 'Soon', in_reply_to: received.id })
  await send({ ...thread, content: 'Here it is' })
  const forwarded = { ...thread, recipients: 'else@example.com', subject: 'Fwd: Offer', in_reply_to: received.id }
  await send({ ...forwarded, content: received.content })
  await expect.poll(() => arrivedOf('Fwd: Offer')).toHaveLength(1)
  expect(arrivedOf('Fwd: Offer').map(({ raw }) => raw.includes('CONFIDENTIAL'))).toEqual([false])
  await expect.poll(() => arrivedOf('Re: Offer')).toHaveLength(2)
  expect(arrivedOf('Re: Offer').map(({ raw }) => raw.includes('CONFIDENTIAL'))).toEqual([false, false])
  const get = async (path: string) => (await site.call('GET', path, { as: dana })).text
  const query = `entity=Contact&id=${id}`
  expect(await get(`/api/app/get_communications?${query}`)).toContain('Any news?')
  expect(await get(`/api/app/get_communications?${query}`)).not.toContain('CONFIDENTIAL')
  const exported = `/api/entity/Contact/export?format=csv&filters=${encodeURIComponent(JSON.stringify({ id }))}`
  expect(await get(exported)).toContain('Ruth')
  expect(await get(exported)).not.toContain('CONFIDENTIAL')
  expect((await read('Contact', id)).open_communications.total).toBe(0)
})

test('a temporary refusal and a wrong password are retried, and the account notes its fault', async () => {
  smtp.refusal = { code: 451, text: 'Greylisted' }
  const { json } = await send({ ...about, recipients: 'noa@example.com', subject: 'Later', content: 'Hi' })
  const error = async (id: string) => (await read('Communication', id)).error
  await expect.poll(() => error(json.communication.id)).toMatch(/asks to try again later: 451 .*Greylisted/)
  expect((await read('Communication', json.communication.id)).delivery_status).toBe('Queued')
  smtp.refusal = undefined
  const wrong = { body: { password: 'wrong' }, as: admin }
  await site.call('PUT', `/api/entity/Email Account/${account.id}`, wrong)
  const second = await send({ ...about, recipients: 'noa@example.com', subject: 'Locked out', content: 'Hi' })
  await expect
    .poll(() => error(second.json.communication.id))
    .toBe('The mail server 127.0.0.1 did not accept the login.')
  expect(await read('Email Account', account.id)).toMatchObject({
    status: 'Error',
    last_error: 'The mail server 127.0.0.1 did not accept the login.',
  })
})
