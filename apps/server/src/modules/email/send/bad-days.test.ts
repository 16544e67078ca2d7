import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../store/sql.ts'
import { override } from '../../../testing/override.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'
import { type Answers, drops, hangs, says, startBadSmtp } from '../testing-bad-smtp.ts'
import { startSmtp } from '../testing-smtp.ts'
import { timeouts } from './smtp.ts'

let site: TestSite
let admin: string
let hebrew: string
let number = 1
const usual = { ...timeouts }

beforeAll(async () => {
  site = await makeTestSite()
  ;[admin, hebrew] = await Promise.all([site.signIn('Administrator'), site.signIn('manager@example.com')])
  await site.call('PUT', '/api/user/manager@example.com', { body: { language: 'he' }, as: hebrew })
  hebrew = await site.signIn('manager@example.com')
  override(timeouts, { connect: 1_500, silence: 1_500, whole: 5_000 })
})

afterAll(() => override(timeouts, usual))

interface Server {
  host?: string
  port: number
}

/** Makes an account at a server, by default without authentication. */
async function accountAt({ host = '127.0.0.1', port }: Server, more: object = {}): Promise<string> {
  const body = {
    email_account_name: `Account ${++number}`,
    email_id: 'office@example.com',
    enable_outgoing: 1,
    smtp_server: host,
    smtp_port: port,
    use_tls: 0,
    allow_unencrypted: 1,
    no_smtp_authentication: 1,
    ...more,
  }
  const { json, status, text } = await site.call('POST', '/api/entity/Email Account', { body, as: admin })
  if (status !== 200) throw new Error(text)
  return json.entity.id
}

async function send(email_account: string, more: object = {}) {
  const body = { email_account, recipients: 'noa@example.com', subject: `Mail ${++number}`, content: 'Hi', ...more }
  const { json, text } = await site.call('POST', '/api/app/send_email', { body, as: admin })
  if (!json.communication) throw new Error(text)
  const { id } = json.communication
  const query = `filters=${encodeURIComponent(JSON.stringify({ communication: id }))}&fields=["*"]`
  return {
    account: async (as = admin) =>
      (await site.call('GET', `/api/entity/Email Account/${email_account}`, { as })).json.entity,
    said: async (as = admin) => (await site.call('GET', `/api/entity/Communication/${id}`, { as })).json.entity,
    queued: async (as = admin) => (await site.call('GET', `/api/entity/Email Queue?${query}`, { as })).json.data[0],
  }
}

type Sent = Awaited<ReturnType<typeof send>>

/** State of the mail after an attempt, and its error in both languages. */
async function outcome({ said, queued }: Sent, attempts = 1) {
  const attempted = async () => {
    const { status, attempts: made } = await queued()
    return status === 'Sending' ? 0 : made
  }
  await expect.poll(attempted).toBe(attempts)
  const [record, inHebrew] = [await said(), await said(hebrew)]
  expect([(await queued()).error, (await queued(hebrew)).error]).toEqual([record.error, inHebrew.error])
  return [(await queued()).status, record.delivery_status, record.error, inHebrew.error]
}

/** Makes all next attempts due now. */
async function hurry(): Promise<void> {
  await site.site.store.write((tx) => tx.run(sql`update outbox set next_attempt = '2020-01-01' where state = 'Queued'`))
  site.site.outbox.wake()
}

/** Sends a mail to a server that behaves so. */
async function sendTo(answers: Answers, more: object = {}) {
  const peer = await startBadSmtp(`127.0.0.${++number}`, answers)
  return { peer, mail: await send(await accountAt(peer), more) }
}

describe('a mail is retried, and its account notes the fault, when its server', () => {
  test.each([
    ['says nothing at all', { greeting: hangs }, 'does not answer.', 'לא עונה.'],
    ['greets and hangs', { EHLO: hangs }, 'does not answer.', 'לא עונה.'],
    ['hangs before it takes the mail', { DATA: hangs }, 'does not answer.', 'לא עונה.'],
    ['drops the connection', { RCPT: drops }, 'broke off.', 'נותק.'],
    ['drops the connection before it greets', { greeting: drops }, 'broke off.', 'נותק.'],
    ['is no mail server', { greeting: says('HTTP/1.1 400 an inner secret') }, 'is no mail server.', 'אינו שרת דואר.'],
    [
      'refuses to talk',
      { greeting: says('554 5.7.1 Not from there') },
      'refuses the connection: 554',
      'דוחה את החיבור: 554',
    ],
  ] as [string, Answers, string, string][])('%s', async (_, answers, english, inHebrew) => {
    const { peer, mail } = await sendTo(answers)
    const [status, delivery, error, told] = await outcome(mail)
    expect([status, delivery]).toEqual(['Not Sent', 'Queued'])
    expect(error).toContain(peer.host)
    expect(error).toContain(english)
    expect(told).toContain(inHebrew)
    expect(error).not.toContain('secret')
    expect(await mail.account()).toMatchObject({ status: 'Error', last_error: error })
    expect((await mail.account(hebrew)).last_error).toBe(told)
    peer.behave({})
    await hurry()
    expect(await outcome(mail, 2)).toEqual(['Sent', 'Sent', null, null])
    expect(await mail.account()).toMatchObject({ status: 'Connected', last_error: null })
    expect(peer.mails).toHaveLength(1)
    expect(peer.mails[0]).not.toContain('X-Possible-Duplicate')
  })

  test('closes the session for now (421) or defers a new sender (450), without a fault of the account', async () => {
    for (const [step, code] of [
      ['greeting', '421 4.3.2 Too many connections'],
      ['MAIL', '421 4.3.2 Shutting down'],
      ['RCPT', '450 4.2.0 Greylisted, come back'],
      ['end of mail', '451 4.3.0 Try later'],
    ] as const) {
      const { peer, mail } = await sendTo({ [step]: says(code) })
      const [status, delivery, error, told] = await outcome(mail)
      expect([step, status, delivery]).toEqual([step, 'Not Sent', 'Queued'])
      expect(error).toBe(`The mail server asks to try again later: ${code}`)
      expect(told).toBe(`שרת הדואר מבקש לנסות שוב מאוחר יותר: ${code}`)
      expect(await mail.account()).toMatchObject({ status: 'Not Tested', last_error: null })
      peer.behave({})
      await hurry()
      expect(await outcome(mail, 2)).toEqual(['Sent', 'Sent', null, null])
      expect(peer.mails.at(-1)).not.toContain('X-Possible-Duplicate')
    }
  })

  test('refuses the login, offers no encryption, or has a self-signed certificate', async () => {
    const open = await startSmtp()
    const sealed = await startSmtp({ secure: true, disabledCommands: [] })
    const [host, login] = ['127.0.0.1', { no_smtp_authentication: 0, login_id: 'dana', password: 'wrong' }]
    for (const [account, english] of [
      [await accountAt(open, login), `The mail server ${host} did not accept the login.`],
      [await accountAt(open, { use_tls: 1 }), `The mail server ${host} offers no secure connection.`],
      // An unset option does not turn encryption off: a user has to allow that.
      [await accountAt(open, { allow_unencrypted: 0 }), `The mail server ${host} offers no secure connection.`],
      [
        await accountAt(open, { use_ssl_for_outgoing: 1 }),
        `No secure connection to the mail server ${host} could be made.`,
      ],
      [
        await accountAt(sealed, { use_ssl_for_outgoing: 1 }),
        `The certificate of the mail server ${host} is not valid.`,
      ],
    ] as const) {
      const mail = await send(account)
      const [status, delivery, error, told] = await outcome(mail)
      expect([status, delivery, error]).toEqual(['Not Sent', 'Queued', english])
      expect(told).toMatch(/[א-ת]/)
      expect(await mail.account()).toMatchObject({ status: 'Error', last_error: english })
    }
    expect([open.arrived, sealed.arrived]).toEqual([[], []])
  })
})

describe('a mail whose server took it and did not confirm', () => {
  test.each([
    ['the connection dropped', drops, 'The connection to the mail server {0} broke off.'],
    ['the server hangs', hangs, 'The mail server {0} does not answer.'],
    ['the server answers without end', (socket) => trickle(socket), 'The mail server {0} does not answer.'],
  ] as [string, (socket: import('node:net').Socket) => void, string][])(
    'is sent once more, marked as a possible duplicate: %s',
    async (_, answer, english) => {
      const { peer, mail } = await sendTo({ 'end of mail': answer })
      const [status, , error] = await outcome(mail)
      expect([status, error]).toEqual(['Not Sent', english.replace('{0}', peer.host)])
      peer.behave({})
      await hurry()
      expect(await outcome(mail, 2)).toEqual([
        'Sent',
        'Sent',
        'The server did not confirm the first attempt. It may have arrived twice.',
        'השרת לא אישר את הניסיון הראשון. ייתכן שההודעה הגיעה פעמיים.',
      ])
      expect(peer.mails.map((text) => text.includes('X-Possible-Duplicate: yes'))).toEqual([false, true])
      const ids = peer.mails.map((text) => /^Message-ID: (.*)$/m.exec(text)?.[1])
      expect(ids[0]).toBe(ids[1])
    },
  )

  test('is never sent a third time automatically', async () => {
    const { peer, mail } = await sendTo({ 'end of mail': drops })
    const broke = `The connection to the mail server ${peer.host} broke off.`
    expect((await outcome(mail))[2]).toBe(broke)
    await hurry()
    expect(await outcome(mail, 2)).toEqual([
      'Error',
      'Error',
      `${broke} It may have arrived already.`,
      `החיבור לשרת הדואר ${peer.host} נותק. ייתכן שההודעה כבר הגיעה.`,
    ])
    await hurry()
    await site.site.outbox.settled()
    expect(peer.mails).toHaveLength(2)
  })
})

describe('of several recipients', () => {
  const isFor = (line: string, name: string) => line.includes(`<${name}@example.com>`)

  test('the refused ones are named, and the others get the mail once', async () => {
    const { peer, mail } = await sendTo(
      { RCPT: (socket, line) => says(isFor(line, 'gone') ? '550 5.1.1 No such user' : '250 ok')(socket) },
      { recipients: 'noa@example.com, gone@example.com' },
    )
    expect(await outcome(mail)).toEqual([
      'Sent',
      'Bounced',
      'The mail server refused gone@example.com: 550 5.1.1 No such user',
      'שרת הדואר דחה את gone@example.com: 550 5.1.1 No such user',
    ])
    expect(peer.mails).toHaveLength(1)
  })

  test('the deferred ones get it later, and nobody gets it twice', async () => {
    const { peer, mail } = await sendTo(
      {
        RCPT: (socket, line) =>
          says(isFor(line, 'new') ? '450 4.2.0 Later' : isFor(line, 'gone') ? '550 5.1.1 No' : '250 ok')(socket),
      },
      { recipients: 'noa@example.com, new@example.com', cc: 'gone@example.com' },
    )
    expect(await outcome(mail)).toEqual([
      'Not Sent',
      'Queued',
      'The mail server refused gone@example.com: 550 5.1.1 No The mail server asks to try again later for new@example.com: 450 4.2.0 Later',
      'שרת הדואר דחה את gone@example.com: 550 5.1.1 No שרת הדואר מבקש לנסות שוב מאוחר יותר עבור new@example.com: 450 4.2.0 Later',
    ])
    peer.behave({})
    await hurry()
    expect((await outcome(mail, 2)).slice(0, 3)).toEqual([
      'Sent',
      'Bounced',
      'The mail server refused gone@example.com: 550 5.1.1 No',
    ])
    expect(peer.recipients).toEqual(['noa@example.com', 'new@example.com', 'gone@example.com', 'new@example.com'])
    // The header still names all recipients.
    expect(peer.mails.at(-1)).toMatch(/^To: noa@example\.com, new@example\.com$/m)
  })

  test('a final refusal of the last deferred one is a bounce, and the others keep the mail', async () => {
    const { peer, mail } = await sendTo(
      { RCPT: (socket, line) => says(isFor(line, 'new') ? '450 4.2.0 Later' : '250 ok')(socket) },
      { recipients: 'noa@example.com, new@example.com' },
    )
    await outcome(mail)
    peer.behave({ RCPT: says('550 5.7.1 Not you') })
    await hurry()
    expect((await outcome(mail, 2)).slice(0, 3)).toEqual([
      'Sent',
      'Bounced',
      'The mail server refused new@example.com: 550 5.7.1 Not you',
    ])
  })
})

test('a mail that is refused for good, or too large for its server, fails with the server’s reason', async () => {
  const small = await startSmtp({
    size: 2_000,
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        const tooLarge = Object.assign(new Error('5.3.4 Too large for here'), { responseCode: 552 })
        done(stream.sizeExceeded ? tooLarge : null)
      })
    },
  })
  const large = await send(await accountAt(small), { content: 'x'.repeat(10_000) })
  const refused = await sendTo({ 'end of mail': says('554 5.7.1 Looks like spam') })
  for (const [mail, reason] of [
    [large, '552 5.3.4 Too large for here'],
    [refused.mail, '554 5.7.1 Looks like spam'],
  ] as const) {
    expect(await outcome(mail)).toEqual([
      'Error',
      'Error',
      `The mail server refused the message: ${reason}`,
      `שרת הדואר דחה את ההודעה: ${reason}`,
    ])
    expect((await mail.account()).status).toBe('Not Tested')
  }
})

test('mails of other servers leave while some servers hang', async () => {
  const quick = await startSmtp()
  const hanging: Sent[] = []
  for (let n = 0; n < 2; n++) {
    const peer = await startBadSmtp(`127.0.0.${++number}`, { EHLO: hangs })
    const account = await accountAt(peer)
    for (let mail = 0; mail < 15; mail++) hanging.push(await send(account))
  }
  const mail = await send(await accountAt(quick))
  expect(await outcome(mail)).toEqual(['Sent', 'Sent', null, null])
  const states = await Promise.all(hanging.map(async ({ queued }) => (await queued()).status))
  expect(new Set(states)).not.toContain('Sent')
})

/** Sends a reply that never ends, so that the connection is never silent. */
function trickle(socket: import('node:net').Socket): void {
  const timer = setInterval(() => socket.write('250-still thinking\r\n'), 100)
  socket.on('close', () => clearInterval(timer))
}
