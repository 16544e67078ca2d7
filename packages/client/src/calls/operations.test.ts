import { expect, test } from 'vitest'
import { createClient } from '../client.ts'
import { type Answer, startBackend } from '../testing/backend.ts'
import { justWritten, lastOperation, newOperationId, trackOperations, undoOperation } from './operations.ts'

test('ids of operations are UUIDs of version 7 in lower case, and none comes twice', () => {
  const ids = Array.from({ length: 1000 }, newOperationId)
  for (const id of ids) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(ids).size).toBe(1000)
})

test('a call that changes nothing has no operation, and the one before it stays the last', async () => {
  trackOperations()
  const backend = await startBackend()
  const answers: Answer[] = [{ headers: { 'operation-id': 'one' } }, {}, {}]
  backend.respond = () => answers.shift()
  const { api } = createClient({ host: backend.host })
  await api.put('/api/entity/Task', { id: 'TASK-0001', subject: 'New' })
  expect(justWritten()).toMatchObject({ host: backend.host, id: 'one' })
  await api.post('/api/entity/Task/TASK-0001?run_method=get_history')
  expect(justWritten()).toMatchObject({ id: 'one' })
  await api.put('/api/entity/Task', { id: 'TASK-0001', subject: 'New' })
  expect(justWritten()).toBeUndefined()
  expect(lastOperation()).toMatchObject({ id: 'one' })
  await backend.close()
})

test('an undo whose answer was lost is sent again under its id, and so is done once', async () => {
  const backend = await startBackend()
  const done = { data: { operation: 'two', kind: 'Undo', undone: 1, count: 1, skipped: [] } }
  const answers: Answer[] = [{ isLost: true }, { status: 503, body: {} }, { body: done }, { body: done }]
  backend.respond = () => answers.shift()
  const operation = { host: backend.host, id: 'one' }
  for (let attempt = 1; attempt <= 2; attempt++) {
    await expect(undoOperation(operation)).rejects.toMatchObject({ code: 0, message: 'This needs a connection.' })
  }
  expect(await undoOperation(operation)).toEqual(done.data)
  await undoOperation(operation)
  const [first, ...others] = backend.calls.map(({ headers }) => headers['operation-id'])
  expect(first).toMatch(/^[0-9a-f-]{36}$/)
  expect(others).toEqual([first, first, expect.not.stringMatching(first as string)])
  await backend.close()
})
