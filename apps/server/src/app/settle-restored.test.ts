import { expect, test } from 'vitest'
import { markRestored, readRestoredMark } from '../config/restored-mark.ts'
import { actorOf, contextOf, createRecord, find, systemContext, updateRecord } from '../entity/index.ts'
import { startSmtp } from '../modules/email/testing-smtp.ts'
import { JobRows } from '../modules/jobs/job-rows.ts'
import { sendDigests } from '../modules/work/notifications/digest.ts'
import { sql } from '../store/sql.ts'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

const reason = 'Restored from a backup: check before sending.'

test('after a restore all are signed out, and messages wait until a person retries or cancels them', async () => {
  const before = await makeTestSite()
  const manager = await before.signIn('manager@example.com')
  const as = { as: manager }
  await before.call('PUT', '/api/entity/System Settings', { ...as, body: { may_reach_people: 0 } })
  for (const n of [1, 2]) {
    const body = { email: `held${n}@example.com`, full_name: 'Held', send_welcome_email: 1 }
    await before.call('POST', '/api/user', { ...as, body })
  }
  await before.site.outbox.settled()
  await before.close()
  markRestored(before.config.dir, { backup: 'b1' })

  const after = await makeTestSite({ dir: before.config.dir })
  expect((await after.call('GET', '/api/entity/Email Queue', as)).status).toBe(401)
  const again = { as: await after.signIn('manager@example.com') }
  await after.call('PUT', '/api/entity/System Settings', { ...again, body: { may_reach_people: 1 } })
  await after.site.outbox.settled()
  const mails = async () => {
    const filters = encodeURIComponent(JSON.stringify({ recipients: ['like', '%held%'] }))
    const fields = encodeURIComponent(JSON.stringify(['id', 'status', 'error']))
    const query = `filters=${filters}&fields=${fields}&order_by=creation asc`
    return (await after.call('GET', `/api/entity/Email Queue?${query}`, again)).json.data
  }
  const [first, second] = await mails()
  expect([first, second]).toMatchObject([
    { status: 'Held', error: reason },
    { status: 'Held', error: reason },
  ])
  const act = (id: string, action: string) =>
    after.call('POST', `/api/entity/Email Queue/${id}?run_method=${action}`, { ...again, body: {} })
  expect((await act(first.id, 'retry')).json).toEqual({ data: { status: 'Not Sent' } })
  expect((await act(second.id, 'cancel')).json).toEqual({ data: { status: 'Cancelled' } })
  await after.site.outbox.settled()
  expect((await mails()).map(({ status }: { status: string }) => status)).toEqual(['Sent', 'Cancelled'])
  expect(readRestoredMark(after.config.dir)).toBeUndefined()
})

test('a restored site repeats no summary, automatic answer or job that it had done since the backup', async () => {
  const smtp = await startSmtp()
  const before = await makeTestSite()
  const { engine, store } = before.site
  const ctx = systemContext(engine)
  await createRecord(engine, ctx, 'Email Account', {
    ...{ email_account_name: 'Desk', email_id: 'desk@example.com', enable_outgoing: 1, default_outgoing: 1 },
    ...{ enable_incoming: 1, enable_auto_reply: 1, auto_reply_message: 'We have got your mail.' },
    ...{ smtp_server: '127.0.0.1', smtp_port: smtp.port, use_tls: 0, allow_unencrypted: 1, no_smtp_authentication: 1 },
  })
  let as = await before.signIn('Administrator')
  const body = { data: {} }
  const rotated = await before.call('POST', '/api/entity/Email Account/Desk?run_method=rotate_hook_token', { as, body })
  const token = rotated.json.data.hook_token

  const digest_hour = Number(engine.clock.nowWall().slice(11, 13))
  await updateRecord(engine, ctx, 'User', 'manager@example.com', { digest: 'Daily', digest_hour })
  const { id } = await createRecord(engine, ctx, 'Contact', { contact_name: 'Noa', email: 'noa@example.com' })
  const note = { reference_entity: 'Contact', reference_id: id, text: '@[manager@example.com]' }
  expect((await before.call('POST', '/api/entity/Note', { as, body: note })).status).toBe(200)
  const yesterday = sql`day = '2020-01-01', at = '2020-01-01 00:00:00.000000'`
  await store.write((tx) =>
    tx.run(sql`insert into digest_sent ("user", day, at) values ('manager@example.com', '2020-01-01', '2020-01-01 00:00:00.000000')
      on conflict ("user") do update set ${yesterday}`),
  )

  await before.call('PUT', '/api/entity/System Settings', { as, body: { may_reach_people: 0 } })
  const mail = { subject: 'Held', content: 'Held', recipients: 'held@example.com' }
  expect((await before.call('POST', '/api/app/send_email', { as, body: mail })).status).toBe(200)
  const [held] = await find(engine, 'Email Queue', { where: { recipients: 'held@example.com' } })
  const shown = { title: 'Retry', kind: 'Bulk Action', entity: 'Email Queue', total: 1 }
  const input = { entity: 'Email Queue', ids: [held?.id], isWhole: false, work: { do: 'action', action: 'retry' } }
  const actor = await actorOf(engine, 'Administrator')
  if (!actor) throw new Error('nobody')
  const task = { work: 'bulk action', door: 'Screen' as const, language: 'en' as const, input }
  const job = await new JobRows(engine).add(contextOf(actor, ''), shown, task)
  await before.site.outbox.settled()
  await store.write((tx) => tx.run(sql`update e_system_settings set c_may_reach_people = 1`))
  await before.close()
  markRestored(before.config.dir, { backup: 'b1' })

  const after = await makeTestSite({ dir: before.config.dir })
  await sendDigests(after.site)
  const deliver = async (date: Date) => {
    const raw = `From: noa@example.com\r\nDate: ${date.toUTCString()}\r\nMessage-ID: <${date.getTime()}@x.example>\r\n\r\nHello`
    const headers = { 'x-hook-token': token, 'content-type': 'message/rfc822' }
    return (await after.call('POST', '/api/hooks/email/Desk', { headers, body: Buffer.from(raw) })).json
  }
  expect(await deliver(new Date(Date.now() - 3_600_000))).toMatchObject({ message: 'Received' })
  await after.settled()
  as = await after.signIn('Administrator')
  expect((await after.call('GET', `/api/entity/Job/${job}`, { as })).json.entity).toMatchObject({
    status: 'Interrupted',
    result: {
      message: 'This was under way when the backup was made. After a restore it does not go on by itself.',
    },
  })
  expect(smtp.arrived.map(({ to }) => to)).toEqual([])

  // A mail of later, and the summary of another day.
  await deliver(new Date(Date.now() + 60_000))
  await after.site.store.write((tx) => tx.run(sql`update digest_sent set ${yesterday}`))
  await sendDigests(after.site)
  await expect
    .poll(() => smtp.arrived.map(({ to }) => to.join()).toSorted())
    .toEqual(['manager@example.com', 'noa@example.com'])
})

test('a copy of a project also holds its messages for later, and leaves the mailboxes alone', async () => {
  const later = new Date(Date.now() + 86_400_000).toISOString()
  const before = await makeTestSite()
  const as = await before.signIn('Administrator')
  const account = { email_account_name: 'Desk', email_id: 'desk@example.com', enable_incoming: 1 }
  await createRecord(before.site.engine, systemContext(before.site.engine), 'Email Account', account)
  const body = { subject: 'Later', content: 'Later', recipients: 'later@example.com', send_at: later }
  expect((await before.call('POST', '/api/app/send_email', { as, body })).status).toBe(200)
  const { dir } = before.config
  const after = async (last: TestSite, isNew: boolean) => {
    await last.close()
    markRestored(dir, { backup: 'b1', isNew })
    const site = await makeTestSite({ dir })
    await site.settled()
    const { engine } = site.site
    const [mail] = await find(engine, 'Email Queue', { fields: ['status', 'error'] })
    const [desk] = await find(engine, 'Email Account', { where: { id: 'Desk' }, fields: ['enable_incoming'] })
    return { site, found: [mail?.status, mail?.error, desk?.enable_incoming] }
  }
  const same = await after(before, false)
  expect(same.found).toEqual(['Scheduled', null, 1])
  expect((await after(same.site, true)).found).toEqual(['Held', reason, 0])
})
