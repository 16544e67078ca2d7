import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { bulkUpdate, createRecord, deleteRecord, renameRecord, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'
import { thingTests } from '../testing-lists.ts'

eachStore((open) => {
  const { site, list, create, define, idsOf } = thingTests(open)

  describe('counts', () => {
    it('are exact after every kind of write', async () => {
      const { engine, staff, manager } = site
      await define('Tally', [{ fieldname: 'a' }, { fieldname: 'to', fieldtype: 'Link', options: 'Thing' }])
      const counts = async () => [
        (await list('Tally')).count,
        (await list('Tally', { filters: { a: 'x' } })).count,
        (await list('Tally', { filters: { a: ['like', '%xyz%'] } })).count,
      ]
      expect(await counts()).toEqual([0, 0, 0])
      await create('Tally', { id: '1', a: 'x' })
      await create('Tally', { id: '2', a: 'wxyz' })
      expect(await counts()).toEqual([2, 1, 1])
      await updateRecord(engine, staff, 'Tally', '1', { a: 'XYZ' })
      expect(await counts()).toEqual([2, 0, 2])
      await bulkUpdate(engine, staff, 'Tally', { entities: ['1', '2'].map((id) => ({ id, a: 'x' })) })
      expect(await counts()).toEqual([2, 2, 0])
      await refusal(bulkUpdate(engine, staff, 'Tally', { entities: [{ id: '1', a: 'y' }, { id: 'no' }] }))
      expect(await counts()).toEqual([2, 2, 0])
      await renameRecord(engine, staff, 'Tally', '1', 'xyz')
      expect((await list('Tally', { filters: { id: ['like', '%xyz%'] } })).count).toBe(1)
      await deleteRecord(engine, staff, 'Tally', 'xyz')
      expect(await counts()).toEqual([1, 1, 0])
      await createRecord(engine, manager, 'Thing', { id: 'gone', name: 'g' })
      await updateRecord(engine, staff, 'Tally', '2', { to: 'gone' })
      expect((await list('Tally', { filters: { to: 'gone' } })).count).toBe(1)
    })

    it('of open communications come with the records, can be filtered by, and add up', async () => {
      await define('Client', [{ fieldname: 'name' }], { has_communication: 1 })
      for (const id of ['k', 'l', 'm']) await create('Client', { id, name: id })
      const mail = { subject: 's', communication_date: '2026-01-05 10:00:00', reference_entity: 'Client' }
      const send = (reference_id: string, more: object) =>
        create('Communication', {
          ...{ ...mail, reference_id, communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
          ...more,
        })
      const [first] = [await send('k', {}), await send('k', { communication_medium: 'WhatsApp' }), await send('l', {})]
      await send('l', { status: 'Closed' })
      await send('m', { sent_or_received: 'Sent' })
      const answer = await list('Client', { filters: { open_communications: ['>', 0] } })
      expect(answer.data.map((row) => [row.id, row.open_communications])).toEqual([
        ['k', { email: 1, whatsapp: 1, total: 2 }],
        ['l', { email: 1, whatsapp: 0, total: 1 }],
      ])
      expect([answer.count, answer.open_count]).toEqual([2, 3])
      expect((await list('Client')).open_count).toBe(3)
      expect((await list('Client', { filters: { id: 'l' } })).open_count).toBe(1)
      expect((await list('Client', { filters: { id: 'm' } })).open_count).toBe(0)
      expect(await idsOf('Client', { filters: { open_communications: ['>', 0.5] } })).toEqual(['k', 'l'])
      expect(await idsOf('Client', { filters: { open_communications: ['in', [0]] } })).toEqual(['m'])
      await updateRecord(site.engine, site.staff, 'Communication', first?.id as string, { status: 'Closed' })
      expect((await list('Client')).open_count).toBe(2)
      expect(await idsOf('Client', { filters: { open_communications: 1 } })).toEqual(['k', 'l'])
    })
  })
})
