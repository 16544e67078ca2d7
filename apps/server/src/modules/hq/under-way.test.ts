import { afterAll, beforeAll, expect, test } from 'vitest'
import { setSilently, systemContext } from '../../entity/index.ts'
import { startHq, type TestHq } from '../../testing/test-hq.ts'
import { UnderWayWork } from './under-way.ts'

let hq: TestHq
let works: UnderWayWork

beforeAll(async () => {
  hq = await startHq()
  await hq.create('acme', { auto_provision: 0 })
  await hq.create('copy', { auto_provision: 0 })
  works = new UnderWayWork(() => hq.site.engine)
})

afterAll(() => hq.remove())

const ctx = () => systemContext(hq.site.engine)
const shown = async (id = 'acme') => (await hq.call('GET', `/api/entity/Project/${id}`)).json.entity.under_way

test('a record shows what was begun last, and what still goes on after that', async () => {
  await works.run(ctx(), ['acme'], 'Backup', async () => {
    expect(await shown()).toBe('Backup')
    await works.run(ctx(), ['acme'], 'Proof', async () => expect(await shown()).toBe('Proof'))
    expect(await shown()).toBe('Backup')
  })
  expect(await shown()).toBe(null)
})

test('a restore, a clone and a promotion keep other work out, a proof keeps out none', async () => {
  const outcome = (kind: Parameters<UnderWayWork['begin']>[2], project = 'acme') =>
    works.run(ctx(), [project], kind, async () => 'done').catch((error: Error) => error.name)
  for (const kind of ['Restore', 'Clone', 'Promotion'] as const) {
    await works.run(ctx(), ['acme', 'copy'], kind, async () => {
      expect([await shown(), await shown('copy')]).toEqual([kind, kind])
      const tried = [await outcome('Backup'), await outcome('Restore'), await outcome('Clone', 'copy')]
      expect(tried).toEqual(['InvalidStateError', 'InvalidStateError', 'InvalidStateError'])
      expect([await outcome('Proof'), await outcome('Rehearsal')]).toEqual(['done', 'done'])
      for (const action of ['provision_project', 'start_project', 'stop_project', 'restart_project']) {
        expect((await hq.act('acme', action)).status).toBe(409)
      }
    })
  }
  await works.run(ctx(), ['acme'], 'Backup', async () => {
    expect([await outcome('Backup'), await outcome('Restore')]).toEqual(['InvalidStateError', 'done'])
  })
  expect(await shown()).toBe(null)
})

test('work that HQ finds in a record after a kill keeps other work out, too', async () => {
  await works.begin(ctx(), ['acme'], 'Restore', { action: 'restore_project' })
  const { status, json } = await hq.call('DELETE', '/api/entity/Project/acme')
  expect([status, json.message]).toEqual([409, 'Restore is under way for this project.'])
  const [newest] = (await hq.act('acme', 'get_history')).json.data
  expect(newest).toMatchObject({ action: 'Action', data: { action: 'restore_project' } })
  await works.end(['acme'], 'Restore')
  expect((await hq.call('DELETE', '/api/entity/Project/acme')).status).toBe(200)
})

test('a target that failed in the middle of a promotion can be started, which ends the promotion', async () => {
  const { engine } = hq.site
  await engine.store.write((tx) => setSilently(engine, tx, 'Project', 'copy', { status: 'Failed' }))
  await works.begin(ctx(), ['copy'], 'Promotion')
  expect((await hq.act('copy', 'take_backup')).status).toBe(409)
  expect(await hq.act('copy', 'start_project')).toMatchObject({ status: 200 })
  await hq.until('copy', 'Running')
  await expect.poll(() => shown('copy')).toBe(null)
  await works.end(['copy'], 'Promotion')
})

test('work that fails is over', async () => {
  await expect(works.run(ctx(), ['copy'], 'Clone', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await expect(works.begin(ctx(), ['copy', 'nowhere'], 'Clone')).rejects.toMatchObject({ status: 404 })
  expect(await shown('copy')).toBe(null)
})
