import { beforeAll, describe, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

let site: TestSite
let manager: string
let people = 0

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('manager@example.com')
})

const call = (method: string, path: string, body?: object, as = manager) => site.call(method, path, { body, as })
const reach = (may_reach_people: 0 | 1) => call('PUT', '/api/entity/System Settings', { may_reach_people })
const act = (id: string, action: string, as = manager) =>
  call('POST', `/api/entity/Email Queue/${id}?run_method=${action}`, {}, as)

/** Id of the invitation mail of a new user, once the worker has processed it. */
async function invitation(): Promise<string> {
  const email = `person${++people}@example.com`
  await call('POST', '/api/user', { email, full_name: 'Person', send_welcome_email: 1 })
  await site.site.outbox.settled()
  const filters = encodeURIComponent(JSON.stringify({ recipients: ['like', `%${email}%`] }))
  return (await call('GET', `/api/entity/Email Queue?filters=${filters}`)).json.data[0].id
}

async function statusOf(id: string): Promise<string> {
  await site.site.outbox.settled()
  return (await call('GET', `/api/entity/Email Queue/${id}`)).json.entity.status
}

describe('a mail', () => {
  test('that was not sent can be cancelled and retried', async () => {
    await reach(0)
    const id = await invitation()
    expect(await statusOf(id)).toBe('Held')
    expect((await act(id, 'cancel')).json).toEqual({ data: { status: 'Cancelled' } })
    await reach(1)
    expect(await statusOf(id)).toBe('Cancelled')
    expect((await act(id, 'retry')).json).toEqual({ data: { status: 'Not Sent' } })
    expect(await statusOf(id)).toBe('Sent')
  })

  test('that was sent can be neither cancelled nor retried', async () => {
    const id = await invitation()
    expect(await statusOf(id)).toBe('Sent')
    for (const action of ['cancel', 'retry']) {
      const { status, json } = await act(id, action)
      expect([status, json.exc_type, json.message]).toEqual([
        409,
        'InvalidStateError',
        'This is not possible while the mail is Sent.',
      ])
    }
    expect(await statusOf(id)).toBe('Sent')
  })

  test('can be handled only by a System Manager', async () => {
    const id = await invitation()
    const staff = await site.signIn('staff@example.com')
    expect((await act(id, 'cancel', staff)).status).toBe(403)
  })
})
