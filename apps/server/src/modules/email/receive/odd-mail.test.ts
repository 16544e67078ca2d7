import { afterEach, expect, test } from 'vitest'
import { override } from '../../../testing/override.ts'
import { makeTestSite } from '../../../testing/test-site.ts'
import { startSmtp } from '../testing-smtp.ts'
import { bounds, workLimits } from '../thread/mail-thread.ts'
import { storeMail } from './store-mail.ts'

const site = await makeTestSite()
const admin = await site.signIn('Administrator')
const smtp = await startSmtp()
const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: admin })

await call('POST', '/api/entity/Email Account', {
  email_account_name: 'Desk',
  email_id: 'desk@example.com',
  enable_incoming: 1,
  enable_outgoing: 1,
  smtp_server: '127.0.0.1',
  smtp_port: smtp.port,
  use_tls: 0,
  allow_unencrypted: 1,
  no_smtp_authentication: 1,
  enable_auto_reply: 1,
  auto_reply_message: 'We have got your mail.',
})
const rotate = await call('POST', '/api/entity/Email Account/Desk?run_method=rotate_hook_token', { data: {} })
const token: string = rotate.json.data.hook_token

const hand = (body: unknown, type: string) =>
  site.call('POST', '/api/hooks/email/Desk', { body, headers: { 'x-hook-token': token, 'content-type': type } })
const deliver = (raw: string) => hand(Buffer.from(raw), 'message/rfc822')
const read = async (entity: string, id: string) => (await call('GET', `/api/entity/${entity}/${id}`)).json.entity
const received = async (raw: string) => {
  const { json } = await deliver(raw)
  expect(json).toMatchObject({ message: 'Received' })
  return read('Communication', json.communication)
}
let count = 0
const mail = (headers: Record<string, string>, body: string) =>
  `${Object.entries({
    From: 'noa@example.com',
    To: 'desk@example.com',
    Subject: 'A mail',
    'Message-ID': `<odd${count++}@example.com>`,
    'Auto-Submitted': 'auto-generated',
    ...headers,
  })
    .map(([name, value]) => (value ? `${name}: ${value}\r\n` : ''))
    .join('')}\r\n${body}`
const html = (body: string) => mail({ 'Content-Type': 'text/html; charset=utf-8' }, body)
const parts = (bodies: string[]) =>
  mail(
    { 'Content-Type': 'multipart/mixed; boundary=b' },
    `${bodies.map((one) => `--b\r\n${one}\r\n`).join('')}--b--\r\n`,
  )
const file = (at: number) => `Content-Type: text/csv; name=f${at}.csv\r\n\r\n${count},${at}`
const countFiles = async () => (await call('GET', '/api/entity/File?fields=["id"]&limit_page_length=1')).json.count
const line = 'The quick brown fox jumps over the lazy dog and runs away with it\r\n'
const notShown = 'Not all of this mail is shown. The whole mail is kept as a file.'
const unread = { subject: 'A mail that could not be read', attachments: [{ file_name: 'mail.eml' }] }

const usual = [{ ...workLimits }, { ...bounds }] as const
afterEach(() => {
  override(workLimits, usual[0])
  override(bounds, usual[1])
})

test('the site answers others while it reads 4 MB of text, and keeps the beginning and the whole mail as a file', async () => {
  const raw = mail({}, line.repeat(60_000))
  let isRead = false
  const reading = received(raw).finally(() => {
    isRead = true
  })
  let answered = 0
  while (!isRead) {
    expect((await call('GET', '/api/entity/Contact?limit_page_length=1')).status).toBe(200)
    answered++
  }
  const { content, attachments } = await reading
  expect(answered).toBeGreaterThan(20)
  expect(content).toContain(`<p>${notShown}</p>\n<p>The quick brown fox`)
  expect(attachments).toMatchObject([{ file_name: 'mail.eml' }])
  expect(await read('File', attachments[0].file)).toMatchObject({ file_size: raw.length, is_private: 1 })
})

test.each([
  ['text that begins a tag at each letter', () => mail({}, `Hello ${'<a'.repeat(80_000)}`)],
  ['200,000 nested tags', () => html(`Hello ${'<div>'.repeat(200_000)}`)],
  ['a length of many digits', () => html(`<p style="margin:${'1'.repeat(200)}x">Hello</p>`)],
  ['blanks that each stand in a tag', () => html(`Hello ${'<b> </b>'.repeat(100_000)}`)],
  ['50,000 empty parts', () => parts(['\r\nHello', ...Array(50_000).fill('')])],
])('a mail of %s is read', async (_, raw) => {
  const { subject, text_content: text } = await received(raw())
  expect([subject, text]).toEqual(['A mail', expect.stringContaining('Hello')])
})

test('a mail that takes too long, or too much memory, is kept as a file, and the next one is read', async () => {
  const raw = mail({}, line.repeat(50_000))
  override(workLimits, { work: 0, check: 5 })
  expect(await received(raw)).toMatchObject(unread)
  expect((await deliver(raw)).json).toMatchObject({ message: 'Duplicate' })
  override(workLimits, usual[0])
  // The thread that took too long is gone, so the next one starts with this limit.
  bounds.memory = 24
  const { attachments, content } = await received(mail({}, '\n'.repeat(4_000_000)))
  expect([content, attachments]).toMatchObject([
    '<p>This mail could not be read. It is kept as a file.</p>',
    unread.attachments,
  ])
  // The beginning of this mail is within the limit, so the message shows it.
  bounds.memory = 48
  const large = await received(mail({}, line.repeat(450_000)))
  expect([large.subject, large.sender, large.attachments]).toMatchObject([
    'A mail',
    'noa@example.com',
    unread.attachments,
  ])
  expect(large.content).toContain(`<p>${notShown}</p>\n<p>The quick brown fox`)
  // The thread ends after this mail: one with the small limit must not read the mails of other tests.
  override(bounds, { idle: 0 })
  expect(await received(mail({}, 'Hello'))).toMatchObject({ content: '<p>Hello</p>' })
})

test('the first hundred of 600 files are stored one by one, and the others within the whole mail', async () => {
  const before = await countFiles()
  const raw = parts(['\r\nHello', ...Array.from({ length: 600 }, (_, at) => file(at))])
  const { content, attachments } = await received(raw)
  expect(content).toContain('More files are in the whole mail, which is kept as a file: 500')
  expect(attachments).toHaveLength(101)
  expect([attachments[0], attachments[99], attachments[100]]).toMatchObject([
    { file_name: 'f0.csv' },
    { file_name: 'f99.csv' },
    { file_name: 'mail.eml' },
  ])
  expect(await countFiles()).toBe(before + 101)
})

test('the files of a mail that is not stored are deleted', async () => {
  const { engine } = site.site
  const account = await engine.rows(engine.models.require('Email Account')).byId(engine.store, 'Desk')
  const before = await countFiles()
  const attachments = ['a', 'b'].map((name) => ({
    fileName: `${name}.txt`,
    content: new TextEncoder().encode(name),
    contentId: null,
  }))
  const odd = {
    ...{ messageId: '<nowhere@x>', references: [], from: { name: '', address: '' }, replyTo: [], to: [], cc: [] },
    ...{
      subject: 'Odd',
      date: null,
      html: '',
      text: '',
      furtherFiles: 0,
      isCut: false,
      isAutomatic: true,
      bounce: null,
    },
    attachments,
  }
  await expect(storeMail(site.site, { ...account, id: 'Nowhere' } as never, odd)).rejects.toMatchObject({ status: 417 })
  expect(await countFiles()).toBe(before)
  await storeMail(site.site, account as never, odd)
  expect(await countFiles()).toBe(before + 2)
})

test('two mails whose ids differ only in case are stored once each, and answers find the right one', async () => {
  const ids = ['<Abc@Example.com>', '<aBC@Example.com>']
  const kept: string[] = []
  for (const id of ids) kept.push((await received(mail({ 'Message-ID': id }, id))).id)
  for (const [at, id] of ids.entries()) {
    expect((await deliver(mail({ 'Message-ID': id }, id))).json).toEqual({
      message: 'Duplicate',
      communication: kept[at],
    })
    expect((await received(mail({ 'In-Reply-To': id }, 'x'))).in_reply_to).toBe(kept[at])
  }
})

test('a delivered mail of 45 MB shows its beginning and is kept as a file', async () => {
  const large = `Content-Type: application/pdf; name=large.pdf\r\n\r\n${line.repeat(690_000)}`
  const raw = parts(['\r\nThe plans.', large])
  expect(raw.length).toBeGreaterThan(45_000_000)
  const { content, attachments } = await received(raw)
  expect(content).toBe(`<p>${notShown}</p>\n<p>The plans.</p>`)
  expect(attachments).toMatchObject([{ file_name: 'mail.eml' }])
  expect((await read('File', attachments[0].file)).file_size).toBe(raw.length)
})

test('JSON without an id is one mail, however often it is delivered', async () => {
  const body = { from: 'no-reply@example.com', subject: 'No id', text: 'Noa <noa@example.com> wrote:\nHi' }
  const [first, again, other] = [
    await hand(body, 'application/json'),
    await hand(body, 'application/json'),
    await hand({ ...body, subject: 'Another' }, 'application/json'),
  ]
  expect([first.json.message, again.json, other.json.message]).toEqual([
    'Received',
    { message: 'Duplicate', communication: first.json.communication },
    'Received',
  ])
  const { content } = await read('Communication', first.json.communication)
  expect(content).toBe('<p>Noa &lt;noa@example.com&gt; wrote:<br />Hi</p>')
  expect((await hand('{"from":', 'application/json')).status).toBe(400)
})

test('an automatic answer refers to its mail, and goes to one address or to none', async () => {
  const person = { 'Auto-Submitted': '' }
  const long = `${'x'.repeat(1_200)}@example.com`
  const froms = ['"a" <one@x.example,two@y.example>', '"one@x.example, two"@y.example', long, `<${long}>`]
  for (const From of froms) {
    const { sender, sender_full_name: name } = await received(mail({ ...person, From }, 'x'))
    expect([sender?.length ?? 0, name?.length ?? 0].every((length) => length <= 140)).toBe(true)
  }
  const first = await received(mail({ ...person, From: 'other@else.example', 'Auto-Submitted': 'no-reply' }, 'x'))
  const answered = mail({ ...person, From: 'person@else.example', 'In-Reply-To': first.message_id }, 'x')
  const { message_id: id } = await received(answered)
  const automatic = () => smtp.arrived.filter(({ mail: { text } }) => text?.includes('We have got your mail.'))
  await expect.poll(automatic).toHaveLength(1)
  const [answer] = automatic()
  expect([answer?.to, answer?.mail.inReplyTo, answer?.mail.references]).toEqual([
    ['person@else.example'],
    id,
    `${first.message_id} ${id}`,
  ])
})

test('a letter beyond the limits is refused, and a long one leaves whole', async () => {
  const send = (content: string) =>
    call('POST', '/api/app/send_email', { recipients: 'noa@example.com', subject: 'Letter', content })
  for (const content of ['<div>'.repeat(80_000), '<b>x</b>'.repeat(60_000)]) {
    expect((await send(content)).status).toBe(417)
  }
  const { communication } = (await send('<p>word <b>bold</b></p>'.repeat(10_000))).json
  expect((await read('Communication', communication.id)).content).toHaveLength(230_000)
})
