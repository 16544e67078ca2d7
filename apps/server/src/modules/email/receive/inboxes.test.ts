import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { makeTestSite, messageOf } from '../../../testing.ts'
import { dovecotIsMissing, mailboxAccount, startDovecot } from '../testing-dovecot.ts'

const mail = (subject: string, id: string) =>
  `From: noa@example.com\r\nTo: desk@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${id}@example.com>\r\n\r\nHi\r\n`

describe.skipIf(dovecotIsMissing)(`a mailbox${dovecotIsMissing ? ` (${dovecotIsMissing})` : ''}`, async () => {
  if (dovecotIsMissing) return
  const imap = await startDovecot()
  const site = await makeTestSite()
  await site.listen()
  const admin = await site.signIn('Administrator')
  const account = async (name: string, change: object = {}) => {
    const body = { ...mailboxAccount(name, imap.port), ...change }
    const { status, text } = await site.call('POST', '/api/entity/Email Account', { body, as: admin })
    if (status !== 200) throw new Error(text)
  }
  const act = (name: string, action: string) =>
    site.call('POST', `/api/entity/Email Account/${name}?run_method=${action}`, { as: admin, body: { data: {} } })
  const stateOf = async (name: string) =>
    (await site.call('GET', `/api/entity/Email Account/${name}`, { as: admin })).json.entity
  const subjects = async (name: string) => {
    const query = new URLSearchParams({
      filters: JSON.stringify({ email_account: name, sent_or_received: 'Received' }),
      order_by: 'creation asc',
      limit_page_length: '100',
    })
    const { json } = await site.call('GET', `/api/entity/Communication?${query}`, { as: admin })
    return json.data.map(({ subject }: { subject: string }) => subject)
  }

  test('what is in it comes in, and then what comes, as its server tells of it; each once', async () => {
    await imap.deliver('one', mail('First', 'a1'))
    await account('one')
    await expect.poll(() => subjects('one')).toEqual(['First'])
    await imap.deliver('one', mail('Second', 'a2'))
    await imap.deliver('one', mail('First', 'a1'))
    await expect.poll(() => subjects('one')).toEqual(['First', 'Second'])
    expect((await act('one', 'pull_now')).json.data).toEqual({ status: 'Connected', received: 0, error: null })
    expect(await stateOf('one')).toMatchObject({ status: 'Connected', last_error: null })
  })

  test('it is reached again after its server was away, and what came meanwhile comes in', async () => {
    await account('two')
    await expect.poll(async () => (await stateOf('two')).status).toBe('Connected')
    await imap.stop()
    expect((await act('two', 'test_connection')).json.data).toMatchObject({
      status: 'Error',
      error: 'The mail server 127.0.0.1 cannot be reached.',
    })
    await imap.start()
    await imap.deliver('two', mail('After', 'b1'))
    await expect.poll(() => subjects('two'), { timeout: 20_000 }).toEqual(['After'])
  })

  test('another mailbox under the same name is read from its beginning', async () => {
    await imap.deliver('three', mail('Old', 'c1'))
    await account('three')
    await expect.poll(() => subjects('three')).toEqual(['Old'])
    await site.call('PUT', '/api/entity/Email Account/three', { as: admin, body: { login_id: 'three-new' } })
    await imap.deliver('three-new', mail('New', 'c2'))
    await expect.poll(() => subjects('three')).toEqual(['Old', 'New'])
  })

  test('a wrong password and what is no mail server are told in plain words', async () => {
    await account('four', { password: 'wrong' })
    expect((await act('four', 'test_connection')).json.data).toMatchObject({
      status: 'Error',
      incoming: 'Error',
      error: 'The mail server 127.0.0.1 did not accept the login.',
    })
    expect((await stateOf('four')).last_error).toBe('The mail server 127.0.0.1 did not accept the login.')
    const inner = createServer((socket) => socket.end('HTTP/1.1 200 OK\r\n\r\nan inner secret\r\n'))
    inner.listen(0, '127.0.0.1')
    await once(inner, 'listening')
    await account('five', { incoming_port: (inner.address() as AddressInfo).port })
    const { status, error } = (await act('five', 'test_connection')).json.data
    inner.close()
    expect(status).toBe('Error')
    expect(error).not.toContain('secret')
    expect(error).toContain('127.0.0.1')
  })

  test('an account without a mailbox has none to fetch', async () => {
    await account('six', { email_server: null, enable_incoming: 0 })
    for (const action of ['pull_now', 'test_connection']) expect((await act('six', action)).status).toBe(417)
    expect(messageOf((await act('six', 'pull_now')).json).message).toBe('The account fetches no mail')
  })
})
