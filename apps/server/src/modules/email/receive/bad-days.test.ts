import { afterAll, describe, expect, test } from 'vitest'
import { override } from '../../../testing/override.ts'
import { startProxy } from '../../../testing/proxy.ts'
import { makeTestSite } from '../../../testing/test-site.ts'
import { dovecotIsMissing, mailboxAccount, startDovecot } from '../testing-dovecot.ts'
import { fetchNew } from './fetch-new.ts'
import { readAccount } from './inboxes.ts'
import { openMailbox, timing } from './mailbox.ts'

const mail = (subject: string, id: string, body = 'Hi') =>
  `From: noa@example.com\r\nTo: desk@example.com\r\nSubject: ${subject}\r\nMessage-ID: <${id}@example.com>\r\n\r\n${body}\r\n`
const megabyte = 1_048_576

describe.skipIf(dovecotIsMissing)(`a mailbox${dovecotIsMissing ? ` (${dovecotIsMissing})` : ''}`, async () => {
  if (dovecotIsMissing) return
  const usual = { ...timing }
  override(timing, { silence: 3_000, poll: 2_500, pause: 50, maxPause: 200 })
  afterAll(() => override(timing, usual))
  const imap = await startDovecot()
  const site = await makeTestSite()
  await site.listen()
  const admin = await site.signIn('Administrator')
  const call = (method: string, path: string, body?: object) => site.call(method, path, { body, as: admin })

  const account = async (name: string, change: object = {}) => {
    const body = { ...mailboxAccount(name, imap.port), ...change }
    const { status, text } = await call('POST', '/api/entity/Email Account', body)
    if (status !== 200) throw new Error(text)
  }
  const change = (name: string, body: object) => call('PUT', `/api/entity/Email Account/${name}`, body)
  const stateOf = async (name: string) => (await call('GET', `/api/entity/Email Account/${name}`)).json.entity
  const mails = async (name: string) => {
    const query = new URLSearchParams({
      filters: JSON.stringify({ email_account: name, sent_or_received: 'Received' }),
      fields: '["*"]',
      order_by: 'creation asc',
      limit_page_length: '100',
    })
    return (await call('GET', `/api/entity/Communication?${query}`)).json.data as Record<string, string>[]
  }
  const subjects = async (name: string) => (await mails(name)).map(({ subject }) => subject)
  const comes = (name: string, wanted: string[]) => expect.poll(() => subjects(name)).toEqual(wanted)

  test('without encryption is read only if the account allows that', async () => {
    await imap.deliver('bare', mail('Bare', 'bare'))
    await account('bare', { allow_unencrypted: 0 })
    const { json } = await call('POST', '/api/entity/Email Account/bare?run_method=test_connection', { data: {} })
    const error = 'The mail server 127.0.0.1 offers no secure connection.'
    expect(json.data).toMatchObject({ status: 'Error', incoming: 'Error', error })
    expect(await subjects('bare')).toEqual([])
    await change('bare', { allow_unencrypted: 1 })
    await comes('bare', ['Bare'])
  })

  test('whose connection breaks amid a mail gives that and all other mails, each once', async () => {
    const line = await startProxy(imap.port)
    const wanted = ['One', 'Two', 'Three']
    for (const [at, subject] of wanted.entries()) {
      await imap.deliver('breaks', mail(subject, `a${at}`, `${'x'.repeat(70)}\r\n`.repeat(4_000)))
    }
    // In the middle of the second mail.
    line.cutAfter(450_000)
    await account('breaks', { incoming_port: line.port })
    await comes('breaks', wanted)
    await imap.deliver('breaks', mail('Four', 'a4'))
    await comes('breaks', [...wanted, 'Four'])
    const bodies = (await mails('breaks')).map(({ text_content }) => text_content?.length)
    expect(bodies.slice(0, 3)).toEqual(Array(3).fill(bodies[0]))
  })

  test('whose connection ends between two mails gives the others later', async () => {
    const wanted = ['One', 'Two', 'Three']
    for (const [at, subject] of wanted.entries()) await imap.deliver('between', mail(subject, `g${at}`))
    await account('between', { enable_incoming: 0 })
    const row = await readAccount(site.site, 'between')
    if (!row) throw new Error('no account')
    const first = await openMailbox(site.site, row)
    const stop = site.site.engine.listen(({ entity }) => {
      if (entity === 'Communication') first.close()
    })
    await expect(fetchNew(site.site, row, first)).rejects.toThrow('the connection is closed')
    stop()
    expect(await subjects('between')).toEqual(['One'])
    await change('between', { enable_incoming: 1 })
    await comes('between', wanted)
  })

  test.each([
    ['before', 'early', () => true],
    ['after', 'late', (said: string) => said.includes('IDLE')],
  ] as [string, string, (said: string) => boolean][])(
    'that falls silent %s IDLE is reached again, and gives the mails of the meantime',
    async (_, name, isTime) => {
      const line = await startProxy(imap.port)
      await imap.deliver(name, mail('Before', `${name}1`))
      await account(name, { incoming_port: line.port })
      await comes(name, ['Before'])
      await expect.poll(() => isTime(line.said)).toBe(true)
      line.freeze()
      await imap.deliver(name, mail('Meanwhile', `${name}2`))
      line.thaw()
      await comes(name, ['Before', 'Meanwhile'])
    },
  )

  test('that renumbers its mails gives each mail once', async () => {
    for (const [at, subject] of ['One', 'Two', 'Three'].entries()) await imap.deliver('anew', mail(subject, `c${at}`))
    await account('anew')
    await comes('anew', ['One', 'Two', 'Three'])
    await expect.poll(async () => (await stateOf('anew')).last_uid).toBe(3)
    await change('anew', { enable_incoming: 0 })
    // Its UIDVALIDITY is the second in which it was made.
    const second = Math.floor(Date.now() / 1000)
    await expect.poll(() => Math.floor(Date.now() / 1000)).toBeGreaterThan(second)
    imap.renew('anew')
    for (const [at, subject] of ['Two', 'Three', 'Four'].entries()) {
      await imap.deliver('anew', mail(subject, `c${at + 1}`))
    }
    await change('anew', { enable_incoming: 1 })
    await comes('anew', ['One', 'Two', 'Three', 'Four'])
  })

  test('with a changed password notes the fault, and is read again with the new one', async () => {
    await account('locked')
    await expect.poll(async () => (await stateOf('locked')).status).toBe('Connected')
    await change('locked', { password: 'old' })
    const error = 'The mail server 127.0.0.1 did not accept the login.'
    await expect.poll(async () => (await stateOf('locked')).last_error).toBe(error)
    await imap.deliver('locked', mail('Waiting', 'd1'))
    await change('locked', { password: 'secret' })
    await comes('locked', ['Waiting'])
    expect(await stateOf('locked')).toMatchObject({ status: 'Connected', last_error: null })
  })

  test('without the configured folder notes that fault', async () => {
    await account('lost', { imap_folder: 'Orders' })
    const error = 'The mail server 127.0.0.1 has no folder of this name.'
    await expect.poll(async () => (await stateOf('lost')).last_error).toBe(error)
    const test = await call('POST', '/api/entity/Email Account/lost?run_method=test_connection', { data: {} })
    expect(test.json.data).toMatchObject({ status: 'Error', incoming: 'Error', error })
  })

  test('with a mail of 50 MB gives its beginning, a note on the rest, and the next mail', async () => {
    const line = await startProxy(imap.port)
    const part = (type: string, body: string) => `--b\r\nContent-Type: ${type}\r\n\r\n${body}\r\n`
    const large = `${mail('Plans', 'e1', '').replace('\r\n\r\n', '\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n')}${part(
      'text/plain',
      'The plans are attached.',
    )}${part('application/pdf; name=plans.pdf', `${'x'.repeat(998)}\r\n`.repeat(50 * 1_060))}--b--\r\n`
    expect(large.length).toBeGreaterThan(50 * megabyte)
    await imap.deliver('large', large)
    await imap.deliver('large', mail('Next', 'e2'))
    await account('large', { incoming_port: line.port })
    await comes('large', ['Plans', 'Next'])
    const [plans] = await mails('large')
    expect(plans?.content).toContain('This mail is larger than 40 MB and was left in its mailbox.')
    expect(plans?.content).toContain('The plans are attached.')
    expect(plans?.sender).toBe('noa@example.com')
    expect((await call('GET', `/api/entity/Communication/${plans?.id}`)).json.entity.attachments).toEqual([])
    expect(line.received).toBeLessThan(3 * megabyte)
  })

  test('with unreadable mails and oversized files gives them in another form, and the next mails', async () => {
    const nested = (depth: number): string =>
      depth === 0
        ? 'Content-Type: text/plain\r\n\r\nDeep\r\n'
        : `Content-Type: multipart/mixed; boundary=n${depth}\r\n\r\n--n${depth}\r\n${nested(depth - 1)}--n${depth}--\r\n`
    const file = `Content-Type: text/csv; name=big.csv\r\nContent-Disposition: attachment; filename="<b>big.csv"\r\n\r\n`
    await call('PUT', '/api/entity/System Settings', { max_file_size_mb: 1 })
    await imap.deliver('odd', `From: noa@example.com\r\nSubject: Deep\r\nMessage-ID: <f1@x>\r\n${nested(400)}`)
    await imap.deliver('odd', `From: noa@example.com\r\nSubject: Big\r\n${file}${'1,2\r\n'.repeat(300_000)}`)
    await imap.deliver('odd', Buffer.from([0, 255, 254, 13, 10, 13, 10, 200, 0]))
    await imap.deliver('odd', mail('Next', 'f3'))
    await account('odd')
    await expect.poll(async () => (await subjects('odd')).at(-1), { timeout: 150_000 }).toBe('Next')
    const [deep, big, bytes, next] = await mails('odd')
    expect(deep?.subject).toBe('A mail that could not be read')
    expect(deep?.content).toContain('This mail could not be read. It is kept as a file.')
    const { attachments } = (await call('GET', `/api/entity/Communication/${deep?.id}`)).json.entity
    expect(attachments).toMatchObject([{ file_name: 'mail.eml' }])
    expect(big?.subject).toBe('Big')
    expect(big?.content).toContain('The file &lt;b&gt;big.csv is larger than this site takes, and is not here.')
    expect([typeof bytes?.subject, next?.subject]).toEqual(['string', 'Next'])
    await call('PUT', '/api/entity/System Settings', { max_file_size_mb: 50 })
  })
})
