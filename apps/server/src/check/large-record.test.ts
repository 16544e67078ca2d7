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

  // The same code reads page after page on both; the numbers themselves are proven on one.
  const counts = site.isSqlite
    ? { rows: 500, shared: 50, own: 150, messages: 1000 }
    : { rows: 100, shared: 10, own: 30, messages: 200 }

  test(`a record with ${counts.rows} rows, ${counts.shared + counts.own} files and ${counts.messages} messages goes and comes back whole`, async () => {
    const checklist = Array.from({ length: counts.rows }, (_, n) => ({ title: `row ${n}` }))
    const { id } = await create('Task', { subject: 'Large', api_key: 'secret', checklist })
    const live = (await create('Contact', { contact_name: 'Shares files' })).id
    const shared = await inBatches(counts.shared, (n) => site.attach('Contact', live, `shared ${n}`))
    await inBatches(counts.shared, (n) => site.attach('Task', id, `shared ${n}`))
    const own = await inBatches(counts.own, (n) => site.attach('Task', id, `own ${n}`))
    await inBatches(counts.messages, (n) =>
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
    const files = counts.shared + counts.own
    expect(before.slice(1).map((list) => (list as unknown[]).length)).toEqual([files, counts.messages])
    await deleteRecord(site.engine, admin(), 'Task', id)
    const item = await findOne(site.engine, 'Trash Item', {
      where: { ref_id: id },
      fields: ['files', 'communications'],
    })
    expect(item).toMatchObject({ files, communications: counts.messages })
    expect(await countOf(site.engine, 'Communication', { where: { reference_id: id } })).toBe(0)
    expect(await site.faults(true)).toEqual([])
    const restored = runAction(site.engine, admin(), 'Trash Item', item?.id ?? '', 'restore', {})
    expect(await restored).toMatchObject({ id, not_restored: [] })
    expect(await read()).toEqual(before)
    expect(await site.faults(true)).toEqual([])
    await deleteRecord(site.engine, admin(), 'Task', id)
    await emptyTrash(site.engine, admin(), 'Task')
    await site.settled()
    expect([own.filter(existsSync), shared.filter(existsSync).length]).toEqual([[], counts.shared])
    expect(await site.faults(true)).toEqual([])
  })
})
