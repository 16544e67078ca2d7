import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  countOf,
  createRecord,
  deleteRecord,
  emptyTrash,
  find,
  findOne,
  getRecord,
  runAction,
  systemContext,
} from '../entity/index.ts'
import { eachSite } from './testing.ts'

/** Runs calls some at a time, as callers do. */
async function inBatches<T>(count: number, make: (n: number) => Promise<T>): Promise<T[]> {
  const made: T[] = []
  for (let from = 0; from < count; from += 50) {
    const batch = Array.from({ length: Math.min(50, count - from) }, (_, n) => make(from + n))
    made.push(...(await Promise.all(batch)))
  }
  return made
}

eachSite((site) => {
  const admin = () => systemContext(site.engine)
  const create = (entity: string, body: object) => createRecord(site.engine, admin(), entity, body)

  test('a record with 500 rows, 200 files and 1,000 messages goes and comes back whole', async () => {
    const checklist = Array.from({ length: 500 }, (_, n) => ({ title: `row ${n}` }))
    const { id } = await create('Task', { subject: 'Large', api_key: 'secret', checklist })
    const live = (await create('Contact', { contact_name: 'Shares files' })).id
    const shared = await inBatches(50, (n) => site.attach('Contact', live, `shared ${n}`))
    await inBatches(50, (n) => site.attach('Task', id, `shared ${n}`))
    const own = await inBatches(150, (n) => site.attach('Task', id, `own ${n}`))
    await inBatches(1000, (n) =>
      create('Communication', {
        ...{ communication_medium: 'Email', sent_or_received: 'Received', status: 'Open', subject: `mail ${n}` },
        ...{ communication_date: '2026-01-05 10:00:00', reference_entity: 'Task', reference_id: id },
      }),
    )
    const read = async () => {
      const { modified: _, ...task } = await getRecord(site.engine, admin(), 'Task', id)
      const files = {
        where: { attached_to_entity: 'Task', attached_to_id: id },
        fields: ['file_url'],
        order: 'file_url',
      }
      const mails = { where: { reference_entity: 'Task', reference_id: id }, fields: ['subject'], order: 'subject' }
      return [task, await find(site.engine, 'File', files), await find(site.engine, 'Communication', mails)]
    }
    const before = await read()
    expect(before.slice(1).map((list) => (list as unknown[]).length)).toEqual([200, 1000])
    await deleteRecord(site.engine, admin(), 'Task', id)
    const item = await findOne(site.engine, 'Trash Item', {
      where: { ref_id: id },
      fields: ['files', 'communications'],
    })
    expect(item).toMatchObject({ files: 200, communications: 1000 })
    expect(await countOf(site.engine, 'Communication', { where: { reference_id: id } })).toBe(0)
    expect(await site.faults(true)).toEqual([])
    const restored = runAction(site.engine, admin(), 'Trash Item', item?.id ?? '', 'restore', {})
    expect(await restored).toMatchObject({ id, not_restored: [] })
    expect(await read()).toEqual(before)
    expect(await site.faults(true)).toEqual([])
    await deleteRecord(site.engine, admin(), 'Task', id)
    await emptyTrash(site.engine, admin(), 'Task')
    await site.settled()
    expect([own.filter(existsSync), shared.filter(existsSync).length]).toEqual([[], 50])
    expect(await site.faults(true)).toEqual([])
  }, 120_000)
})
