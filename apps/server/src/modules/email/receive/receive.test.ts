import { expect, test } from 'vitest'
import { makeTestSite } from '../../../testing/test-site.ts'
import { startSmtp } from '../testing-smtp.ts'

const site = await makeTestSite()
const admin = await site.signIn('Administrator')
const smtp = await startSmtp()

const create = async (entity: string, body: object) => {
  const { status, json, text } = await site.call('POST', `/api/entity/${entity}`, { body, as: admin })
  if (status !== 200) throw new Error(text)
  return json.entity as Record<string, unknown> & { id: string }
}
const read = async (entity: string, id: string) =>
  (await site.call('GET', `/api/entity/${entity}/${id}`, { as: admin })).json.entity

await create('Email Account', {
  email_account_name: 'Desk',
  email_id: 'desk@example.com',
  enable_incoming: 1,
  enable_outgoing: 1,
  default_outgoing: 1,
  smtp_server: '127.0.0.1',
  smtp_port: smtp.port,
  use_tls: 0,
  allow_unencrypted: 1,
  no_smtp_authentication: 1,
})
const rotate = '/api/entity/Email Account/Desk?run_method=rotate_hook_token'
const { hook_token: token } = (await site.call('POST', rotate, { as: admin, body: { data: {} } })).json.data
const { id: noa } = await create('Contact', { contact_name: 'Noa', email: 'Noa@Example.com' })

const hook = (body: unknown, headers: Record<string, string> = {}) =>
  site.call('POST', '/api/hooks/email/Desk', { body, headers: { 'x-hook-token': token, ...headers } })
const deliver = (raw: string | Buffer) => hook(Buffer.from(raw), { 'content-type': 'message/rfc822' })
const received = async (raw: string | Buffer) => {
  const answer = await deliver(raw)
  expect(answer.json).toMatchObject({ message: 'Received' })
  return read('Communication', answer.json.communication)
}
let count = 0
const mail = (headers: Record<string, string>, body: string) =>
  `${Object.entries({
    From: 'Noa Cohen <noa@example.com>',
    To: 'desk@example.com',
    Subject: 'A mail',
    'Message-ID': `<m${count++}@example.com>`,
    ...headers,
  })
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('')}\r\n${body}`

test('a mail is stored once, at the record of its sender, as Open', async () => {
  const raw = mail({ Subject: 'Hello', Date: 'Mon, 05 Jan 2026 10:00:00 +0200' }, 'First line\r\nhttps://example.com/x')
  expect(await received(raw)).toMatchObject({
    subject: 'Hello',
    sender: 'noa@example.com',
    sender_full_name: 'Noa Cohen',
    status: 'Open',
    sent_or_received: 'Received',
    communication_date: '2026-01-05 10:00:00.000000',
    reference_entity: 'Contact',
    reference_id: noa,
    recipients: 'desk@example.com',
  })
  expect((await deliver(raw)).json).toMatchObject({ message: 'Duplicate' })
  const { open_communications: open } = await read('Contact', noa)
  expect(open).toMatchObject({ email: 1 })
})

test('a call without the token is refused, and the log shows the refusal', async () => {
  const raw = Buffer.from(mail({}, 'x'))
  const type = { 'content-type': 'message/rfc822' }
  expect((await hook(raw, { ...type, 'x-hook-token': 'wrong' })).status).toBe(403)
  expect((await hook(raw, { ...type, 'x-hook-token': '' })).status).toBe(403)
  const other = { body: raw, headers: { ...type, 'x-hook-token': token } }
  expect((await site.call('POST', '/api/hooks/email/None', other)).status).toBe(403)
  expect((await site.call('POST', `/api/hooks/email/Desk?token=${token}`, { body: raw, headers: type })).status).toBe(
    200,
  )
  const filters = encodeURIComponent(JSON.stringify({ outcome: 'Rejected' }))
  const { json } = await site.call('GET', `/api/entity/Webhook Log?filters=${filters}`, { as: admin })
  expect(json.count).toBe(2)
})

test('an answer gets the record of the mail that it answers, whoever writes it', async () => {
  const sent = await site.call('POST', '/api/app/send_email', {
    as: admin,
    body: { entity: 'Contact', id: noa, recipients: 'noa@example.com', subject: 'Offer', content: 'Here' },
  })
  const answer = await received(
    mail({ From: 'stranger@else.example', 'In-Reply-To': sent.json.communication.message_id }, 'Thanks'),
  )
  expect(answer).toMatchObject({ reference_id: noa, in_reply_to: sent.json.communication.id })
})

test('mail of an unknown sender has no record', async () => {
  expect(await received(mail({ From: 'new@else.example' }, 'Hi'))).toMatchObject({ reference_entity: null })
})

test('Hebrew of old programs is readable, even with a wrong charset or none', async () => {
  const shalom = Buffer.from([0xf9, 0xec, 0xe5, 0xed])
  const bytes = (head: Record<string, string>) =>
    Buffer.concat([Buffer.from(mail(head, '')), shalom, Buffer.from('\r\n')])
  for (const type of [
    'text/plain; charset=windows-1255',
    'text/plain; charset=iso-8859-8-i',
    'text/plain; charset=utf-8',
    'text/plain',
  ]) {
    const { text_content: text } = await received(bytes({ 'Content-Type': type }))
    expect([type, text.trim()]).toEqual([type, 'שלום'])
  }
  const subject = `=?windows-1255?B?${shalom.toString('base64')}?=`
  expect((await received(mail({ Subject: subject }, 'x'))).subject).toBe('שלום')
})

test('the site removes what a mail would run, load or send, and keeps embedded pictures', async () => {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const html = `<html><head><style>p{background:url(https://spy.example/c)}</style></head><body onload="x()">
    <script>alert(1)</script><p style="color:red;background:url(https://spy.example/b);position:fixed">Hi</p>
    <a href="javascript:alert(1)">bad</a><a href="https://example.com/">good</a>
    <form action="https://evil.example"><input name="password"><button>Send</button></form>
    <img src="https://spy.example/pixel.gif"><img src="cid:pic@x"><img src="cid:none"><img src=x onerror=alert(1)>
    <img src="/files/../api/auth/logout"><img src="/files/%2e%2e/api/auth/logout">
    <iframe src="https://evil.example"></iframe><svg><script>alert(1)</script></svg>
    <div class="gmail_quote"><blockquote>before</blockquote></div></body></html>`
  const raw = mail(
    { 'Content-Type': 'multipart/related; boundary=b', 'MIME-Version': '1.0' },
    ['--b', 'Content-Type: text/html; charset=utf-8', '', html, '--b', 'Content-Type: image/png; name=pic.png']
      .concat('Content-ID: <pic@x>', 'Content-Transfer-Encoding: base64', '', png, '--b--', '')
      .join('\r\n'),
  )
  const { content, attachments } = await received(raw)
  for (const bad of [
    'script',
    'onload',
    'onerror',
    'position',
    'url(',
    'javascript:',
    '<form',
    '<input',
    '<iframe',
    '<svg',
    '<style',
    'logout',
  ]) {
    expect(content).not.toContain(bad)
  }
  expect(content).toContain('<img data-remote-src="https://spy.example/pixel.gif" />')
  expect(content).toContain('<p style="color:red">Hi</p>')
  expect(content).toContain('<div data-quote="1">')
  expect(attachments).toMatchObject([{ file_name: 'pic.png' }])
  expect(content).toContain(`<img src="${attachments[0].file_url}" />`)
  expect((await site.call('GET', attachments[0].file_url)).status).toBe(401)
  expect((await site.call('GET', attachments[0].file_url, { as: admin })).status).toBe(200)
})

test('a mail without the usual headers is stored', async () => {
  const answer = await deliver('\r\nno headers at all')
  expect(await read('Communication', answer.json.communication)).toMatchObject({ sender: null, status: 'Open' })
  expect((await deliver('\r\nno headers at all')).json.message).toBe('Duplicate')
  expect((await deliver('')).status).toBe(417)
  const long = `<${'x'.repeat(500)}@example.com>`
  const first = await received(mail({ 'Message-ID': long }, 'x'))
  expect(await received(mail({ 'In-Reply-To': long, From: 'a@else.example' }, 'y'))).toMatchObject({
    in_reply_to: first.id,
  })
})

test('nested parts and large files are stored whole', async () => {
  const large = Buffer.alloc(20_000_000, 'large file ')
  const raw = mail(
    { 'Content-Type': 'multipart/mixed; boundary=o' },
    [
      '--o',
      'Content-Type: multipart/alternative; boundary=i',
      '',
      '--i',
      'Content-Type: text/plain',
      '',
      'plain',
      '--i',
    ]
      .concat('Content-Type: text/html', '', '<b>rich</b>', '--i--', '--o')
      .concat('Content-Type: application/pdf; name="a.pdf"', 'Content-Disposition: attachment; filename="a.pdf"')
      .concat(
        'Content-Transfer-Encoding: base64',
        '',
        large.toString('base64').replace(/.{76}/g, '$&\r\n'),
        '--o--',
        '',
      )
      .join('\r\n'),
  )
  const { content, text_content: text, attachments } = await received(raw)
  expect([content, text.trim()]).toEqual(['<b>rich</b>', 'plain'])
  const { file_size: size } = await read('File', attachments[0].file)
  expect(size).toBe(large.length)
})

test('a bounce marks the mail that did not arrive', async () => {
  const sent = await site.call('POST', '/api/app/send_email', {
    as: admin,
    body: { entity: 'Contact', id: noa, recipients: 'gone@example.com', subject: 'Lost', content: 'Hi' },
  })
  const { id, message_id: messageId } = sent.json.communication
  await expect.poll(async () => (await read('Communication', id)).delivery_status).toBe('Sent')
  const report = mail(
    { From: 'MAILER-DAEMON@example.com', 'Content-Type': 'multipart/report; report-type=delivery-status; boundary=r' },
    [
      '--r',
      'Content-Type: text/plain',
      '',
      'Sorry',
      '--r',
      'Content-Type: message/delivery-status',
      '',
      'Reporting-MTA: dns; x',
    ]
      .concat('', 'Final-Recipient: rfc822; gone@example.com', 'Action: failed', 'Status: 5.1.1')
      .concat('Diagnostic-Code: smtp; 550 5.1.1 No such user', '--r', 'Content-Type: text/rfc822-headers', '')
      .concat(`Message-ID: ${messageId}`, 'Subject: Lost', '--r--', '')
      .join('\r\n'),
  )
  expect(await received(report)).toMatchObject({ in_reply_to: id, reference_id: noa })
  expect(await read('Communication', id)).toMatchObject({ delivery_status: 'Bounced', error: '550 5.1.1 No such user' })
})

test('mail as JSON is stored like any other', async () => {
  const answer = await hook({
    from: 'Noa <noa@example.com>',
    to: 'desk@example.com',
    subject: 'נושא',
    html: '<p>שלום</p>',
    message_id: '<json@example.com>',
    attachments: [
      { filename: 'a.txt', content_type: 'text/plain', content_base64: Buffer.from('hi').toString('base64') },
    ],
  })
  expect(await read('Communication', answer.json.communication)).toMatchObject({
    subject: 'נושא',
    content: '<p>שלום</p>',
    reference_id: noa,
    attachments: [{ file_name: 'a.txt' }],
  })
  expect((await hook([1])).status).toBe(400)
  expect((await hook({ from: 7 })).status).toBe(417)
})

test('an automatic answer goes out once a day to each sender, and never to a program', async () => {
  await site.call('PUT', '/api/entity/Email Account/Desk', {
    as: admin,
    body: { enable_auto_reply: 1, auto_reply_message: 'We have got your mail.' },
  })
  const { id: person } = await create('Contact', { contact_name: 'Person', email: 'person@else.example' })
  await create('Note', { reference_entity: 'Contact', reference_id: person, text: 'CONFIDENTIAL' })
  await received(mail({ From: 'robot@else.example', 'Auto-Submitted': 'auto-generated' }, 'x'))
  await received(mail({ From: 'list@else.example', 'List-Id': '<l.example>' }, 'x'))
  await received(mail({ From: 'desk@example.com' }, 'x'))
  for (const body of ['one', 'two']) await received(mail({ From: 'person@else.example', Subject: 'Ask' }, body))
  const automatic = () => smtp.arrived.filter(({ mail: { text } }) => text?.includes('We have got your mail.'))
  await expect.poll(automatic).toHaveLength(1)
  const [answer] = automatic()
  expect(answer?.to).toEqual(['person@else.example'])
  expect(answer?.raw).toMatch(/^Auto-Submitted: auto-replied/m)
  expect(answer?.mail.subject).toBe('Re: Ask')
  // Nor does it tell what colleagues noted about the sender.
  expect(answer?.raw).not.toContain('CONFIDENTIAL')
})

test('a caller without the token is refused before it sends the mail, and rate-limited after some tries', async () => {
  const there = await makeTestSite({ rateLimit: 3000 })
  const as = await there.signIn('Administrator')
  const body = { email_account_name: 'Desk', email_id: 'desk@example.com', enable_incoming: 1 }
  await there.call('POST', '/api/entity/Email Account', { body, as })
  const forge = (raw: Buffer, id = 'Desk') =>
    there.call('POST', `/api/hooks/email/${id}`, {
      body: raw,
      headers: { 'content-type': 'message/rfc822', 'x-hook-token': 'guessed' },
    })
  // Larger than any caller may send; without the token, the answer doesn't say so.
  const large = Buffer.alloc(51 * 1_048_576, 'x')
  expect([(await forge(large)).status, (await forge(large, 'Nowhere')).status]).toEqual([403, 403])
  expect((await hook(large, { 'content-type': 'message/rfc822' })).status).toBe(413)
  // The limit counts per minute, and a new minute may begin meanwhile.
  const answers: number[] = []
  const isEnough = () => answers.at(-1) === 429 || answers.length > 3 * there.config.guestRateLimit
  while (!isEnough()) answers.push((await forge(Buffer.from('x'))).status)
  expect(answers.at(-1)).toBe(429)
  const query = encodeURIComponent('{"outcome":"Rejected","source":"Email"}')
  const { count } = (await there.call('GET', `/api/entity/Webhook Log?filters=${query}&fields=["id"]`, { as })).json
  expect(count).toBeGreaterThanOrEqual(60)
  expect(count).toBeLessThan(answers.filter((status) => status === 403).length)
})

test('an answer goes to the sender or the reply-to address, and an answer to all also to the others, except our own addresses', async () => {
  await create('Email Account', { email_account_name: 'Info', email_id: 'Info@example.com', enable_incoming: 1 })
  const answerTo = async (headers: Record<string, string>) => {
    const { id, reference_id } = await received(mail(headers, 'x'))
    const query = new URLSearchParams({ entity: 'Contact', id: reference_id })
    const { json } = await site.call('GET', `/api/app/get_communications?${query}`, { as: admin })
    return json.communications.find((one: { id: string }) => one.id === id)._answer
  }
  expect(await answerTo({})).toEqual({ to: 'noa@example.com', cc: '' })
  const everybody = {
    To: 'Desk <desk@example.com>, Dan <dan@x.example>, noa@example.com',
    Cc: 'INFO@example.com, Dan@x.example, gil@x.example',
  }
  expect(await answerTo(everybody)).toEqual({ to: 'noa@example.com', cc: 'dan@x.example, gil@x.example' })
  const wishes = { ...everybody, 'Reply-To': 'Office <office@noa.example>, gil@x.example, desk@example.com' }
  expect(await answerTo(wishes)).toEqual({
    to: 'office@noa.example, gil@x.example',
    cc: 'dan@x.example, noa@example.com',
  })
  expect(await answerTo({ 'Reply-To': 'desk@example.com' })).toEqual({ to: 'noa@example.com', cc: '' })
  const crowd = Array.from({ length: 90 }, (_, index) => `person-${index}@far.away.example`)
  const { cc } = await answerTo({ Cc: crowd.join(',\r\n ') })
  expect(cc.split(', ').every((address: string) => crowd.includes(address))).toBe(true)
})
