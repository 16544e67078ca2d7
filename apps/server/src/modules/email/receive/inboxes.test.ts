import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, test } from 'vitest'
import { startProxy } from '../../../testing/proxy.ts'
import { makeTestSite, messageOf } from '../../../testing/test-site.ts'
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

  test('its mails come in, and then each new one as its server reports it, each once', async () => {
    await imap.deliver('one', mail('First', 'a1'))
    await account('one')
    await expect.poll(() => subjects('one')).toEqual(['First'])
    await imap.deliver('one', mail('Second', 'a2'))
    await imap.deliver('one', mail('First', 'a1'))
    await expect.poll(() => subjects('one')).toEqual(['First', 'Second'])
    expect((await act('one', 'pull_now')).json.data).toEqual({ status: 'Connected', received: 0, error: null })
    expect(await stateOf('one')).toMatchObject({ status: 'Connected', last_error: null })
  })

  test('it is reached again after its server was away, and gives the mails of the meantime', async () => {
    await account('two')
    await expect.poll(async () => (await stateOf('two')).status).toBe('Connected')
    await imap.stop()
    expect((await act('two', 'test_connection')).json.data).toMatchObject({
      status: 'Error',
      error: 'The mail server 127.0.0.1 cannot be reached.',
    })
    await imap.start()
    await imap.deliver('two', mail('After', 'b1'))
    await expect.poll(() => subjects('two')).toEqual(['After'])
  })

  test('another mailbox under the same name is read from its beginning', async () => {
    await imap.deliver('three', mail('Old', 'c1'))
    await account('three')
    await expect.poll(() => subjects('three')).toEqual(['Old'])
    await site.call('PUT', '/api/entity/Email Account/three', { as: admin, body: { login_id: 'three-new' } })
    await imap.deliver('three-new', mail('New', 'c2'))
    await expect.poll(() => subjects('three')).toEqual(['Old', 'New'])
  })

  test('a wrong password and a port without a mail server give plain sentences', async () => {
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

  test('it is reached again when its account gets another user or app', async () => {
    const line = await startProxy(imap.port)
    await account('seven', { incoming_port: line.port })
    const logins = () => line.said.match(/\b(LOGIN|AUTHENTICATE)\b/g)?.length ?? 0
    const change = async (body: object, wanted: number) => {
      await expect.poll(logins).toBe(wanted)
      await site.call('PUT', '/api/entity/Email Account/seven', { as: admin, body })
      await expect.poll(logins).toBe(wanted + 1)
    }
    await change({ connected_user: 'staff@example.com' }, 1)
    await change({ connected_app: 'google' }, 2)
  })

  test('a mail that crashed the process twice is kept as a file, after a third crash it is skipped, and others come in', async () => {
    const { engine } = site.site
    /** Simulates processes that crashed at the first mail of a known mailbox. */
    const endWithFirst = async (name: string, times: number) => {
      const line = await startProxy(imap.port)
      await account(name, { incoming_port: line.port })
      const enable = (enable_incoming: 0 | 1) =>
        site.call('PUT', `/api/entity/Email Account/${name}`, { as: admin, body: { enable_incoming } })
      await expect.poll(() => engine.store.get(engine.system.getSite.with([`mailbox ${name}`]))).toBeDefined()
      await enable(0)
      await expect.poll(() => line.open).toBe(0)
      await imap.deliver(name, mail('Deadly', `${name}1`))
      await imap.deliver(name, mail('Next', `${name}2`))
      await engine.store.write((tx) => tx.run(engine.system.setSite.with([`reading ${name}`, `1 ${times}`])))
      await enable(1)
    }
    for (const [name, times, first] of [
      ['once', 1, ['Deadly']],
      ['twice', 2, ['A mail that could not be read']],
      ['thrice', 3, []],
    ] as const) {
      await endWithFirst(name, times)
      await expect.poll(() => subjects(name)).toEqual([...first, 'Next'])
    }
  })

  test('a site that stops does not wait for the mail that it is reading, and reads it after its restart', async () => {
    const first = await makeTestSite()
    await first.listen()
    const as = await first.signIn('Administrator')
    await imap.deliver('stops', mail('Long', 'd1').replace('Hi', `${'x'.repeat(70)}\r\n`.repeat(150_000)))
    const body = mailboxAccount('stops', imap.port)
    expect((await first.call('POST', '/api/entity/Email Account', { body, as })).status).toBe(200)
    const { engine } = first.site
    const begun = () => engine.store.get<{ value: string }>(engine.system.getSite.with(['reading stops']))
    await expect.poll(begun).toMatchObject({ value: '1 1' })
    await first.close()
    const again = await makeTestSite({ dir: first.config.dir })
    const list = async () =>
      (await again.call('GET', '/api/entity/Communication?filters={"email_account":"stops"}', { as })).json
    expect(await list()).toMatchObject({ data: [] })
    await again.listen()
    await expect.poll(list).toMatchObject({ data: [{ subject: 'Long' }] })
  })

  test('an account without a mailbox fetches nothing', async () => {
    await account('six', { email_server: null, enable_incoming: 0 })
    for (const action of ['pull_now', 'test_connection']) expect((await act('six', action)).status).toBe(417)
    expect(messageOf((await act('six', 'pull_now')).json).message).toBe('The account fetches no mail')
  })
})
