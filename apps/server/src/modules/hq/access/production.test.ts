import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startHq, type TestHq } from '../../../testing/test-hq.ts'

let hq: TestHq
const path = '/api/entity/Project/acme'
const confirmed = { confirm: 'acme', reason: 'moved to the new house' }

beforeAll(async () => {
  hq = await startHq()
  await hq.create('acme', { auto_provision: 0, environment: 'Production' })
  await hq.create('test', { auto_provision: 0 })
})

afterAll(() => hq.remove())

const newest = async (id = 'acme') => (await hq.act(id, 'get_history', { limit: 1 })).json.data[0]

describe('a call that touches production is confirmed', () => {
  const doors: [string, (sent: object) => Promise<{ status: number; json: { exc_type: string } }>, number][] = [
    ['stop', (sent) => hq.act('acme', 'stop_project', sent), 409],
    ['environment', (sent) => hq.call('PUT', path, { environment: 'Staging', ...sent }), 200],
    ['back', (sent) => hq.call('PUT', path, { environment: 'Production', ...sent }), 200],
    [
      'bulk',
      (sent) =>
        hq.call('POST', '/api/entity/Project/bulk-update', {
          entities: [{ id: 'acme', environment: 'Demo', ...sent }],
        }),
      200,
    ],
    ['back', (sent) => hq.call('PUT', '/api/entity/Project', { id: 'acme', environment: 'Production', ...sent }), 200],
    ['delete', (sent) => hq.call('DELETE', path, sent), 200],
  ]
  test.each(doors)('%s', async (_door, call, status) => {
    const wrong = [
      {},
      { confirm: 'acme' },
      { reason: 'a good reason' },
      { confirm: 'Acme', reason: 'a good reason' },
      { confirm: 'acme', reason: ' abc ' },
      { confirm: 'acme', reason: 'x'.repeat(501) },
      { confirm: ['acme'], reason: ['a good reason'] },
    ]
    for (const sent of wrong) {
      const answer = await call(sent)
      expect([sent, answer.status, answer.json]).toMatchObject([
        sent,
        409,
        { exc_type: 'ConfirmationError', message: 'Type acme and give a reason.', needs: ['confirm', 'reason'] },
      ])
    }
    const answer = await call(confirmed)
    expect([answer.status, answer.json.exc_type]).toEqual([status, status === 409 ? 'InvalidStateError' : undefined])
    if (status === 200 && _door !== 'delete') {
      expect((await newest()).data).toMatchObject({
        ...confirmed,
        changed: [['environment', expect.any(String), expect.any(String)]],
      })
    }
  })

  test('the deletion is told in the history, with its reason', async () => {
    const filters = encodeURIComponent(JSON.stringify({ ref_entity: 'Project', ref_id: 'acme', action: 'Deleted' }))
    const { json } = await hq.call('GET', `/api/entity/Version?filters=${filters}&fields=["data"]`)
    expect(json.data[0].data).toMatchObject(confirmed)
  })
})

test('other environments ask nothing, and a reason stays with its own record', async () => {
  expect((await hq.call('PUT', '/api/entity/Project/test', { environment: 'Demo' })).status).toBe(200)
  const entities = [{ id: 'test', environment: 'Production', confirm: 'test', reason: 'goes live' }]
  await hq.create('plain', { auto_provision: 0 })
  const both = [...entities, { id: 'plain', description: 'x' }]
  expect((await hq.call('POST', '/api/entity/Project/bulk-update', { entities: both })).status).toBe(200)
  expect((await newest('test')).data).toMatchObject({ reason: 'goes live' })
  expect((await newest('plain')).data).not.toHaveProperty('reason')
})
