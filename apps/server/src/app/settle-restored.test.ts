import { expect, test } from 'vitest'
import { markRestored, readRestoredMark } from '../config/restored-mark.ts'
import { makeTestSite } from '../testing/test-site.ts'

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
