import { beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'

let site: TestSite
let admin: string
let token: string

beforeAll(async () => {
  site = await makeTestSite()
  admin = await site.signIn('Administrator')
  const account = { email_account_name: 'Desk', email_id: 'desk@example.com', enable_incoming: 1 }
  await call('/api/entity/Email Account', account)
  token = (await call('/api/entity/Email Account/Desk?run_method=rotate_hook_token')).data.hook_token
})

const call = async (path: string, body: object = {}) => (await site.call('POST', path, { body, as: admin })).json

/** A new invitation: its key, and the id of its mail in the queue. */
async function invite(email: string): Promise<{ key: string; queued: string }> {
  await call('/api/user', { email, full_name: 'Invited', send_welcome_email: 1 })
  await site.site.outbox.settled()
  const list = await site.call('GET', `/api/entity/Email Queue?filters={"recipients":"${email}"}`, { as: admin })
  const { link } = (await call(`/api/entity/User/${email}?run_method=copy_invitation_link`)).data
  return { key: new URL(link).searchParams.get('key') ?? '', queued: list.json.data[0].id }
}

async function deliver(headers: readonly string[], body: readonly string[]): Promise<string> {
  const raw = ['From: a@example.com', 'To: desk@example.com', 'Subject: Back', ...headers, '', ...body].join('\r\n')
  const answer = await site.call('POST', '/api/hooks/email/Desk', {
    body: Buffer.from(raw),
    headers: { 'x-hook-token': token, 'content-type': 'message/rfc822' },
  })
  expect(answer.json.message).toBe('Received')
  return answer.json.communication
}

const statusOf = async (key: string) =>
  (await site.call('POST', '/api/auth/set_password', { body: { key, password: 'blue lamp seven' } })).status

test('a link that comes back in a message no longer sets a password, however the mail spells it', async () => {
  const { key } = await invite('quoted@example.com')
  const other = await invite('other@example.com')
  const link = `http://localhost/validate-password?key=${key}`
  const body = Buffer.from(`> ${link}`).toString('base64')
  await deliver(
    ['Message-ID: <q1@example.com>', 'Content-Type: text/plain', 'Content-Transfer-Encoding: base64'],
    [body],
  )
  expect(await statusOf(key)).toBe(417)
  expect(await statusOf(other.key)).toBe(200)
})

test('a bounced invitation voids its link, although its text is a file of the report', async () => {
  const { key, queued } = await invite('gone@example.com')
  await deliver(
    ['Message-ID: <q2@example.com>', 'Content-Type: multipart/report; report-type=delivery-status; boundary=r'],
    [
      ...['--r', 'Content-Type: message/delivery-status', '', 'Reporting-MTA: dns; x', ''],
      ...['Final-Recipient: rfc822; gone@example.com', 'Action: failed', 'Status: 5.1.1', '--r'],
      ...[
        'Content-Type: text/rfc822-headers',
        '',
        `Message-ID: <${queued}@localhost>`,
        'Subject: Invited',
        '--r--',
        '',
      ],
    ],
  )
  expect(await statusOf(key)).toBe(417)
})
