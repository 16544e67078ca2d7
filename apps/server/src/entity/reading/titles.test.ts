import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { createRecord, deleteRecord, getRecord, listRecords, titlesOf, updateRecord } from '../index.ts'
import { engineForTests } from '../testing.ts'

eachStore((open) => {
  const site = engineForTests(open)

  it('a time of the server that names a record is told in the time zone of the site, also by the trash', async () => {
    const { engine, manager } = site
    await createRecord(engine, manager, 'Entity', {
      ...{ id: 'Reading', module: 'Test', title_field: 'creation' },
      fields: [{ fieldname: 'value' }],
    })
    const { id } = await createRecord(engine, manager, 'Reading', { value: 'One' })
    const title = async () => (await titlesOf(engine, manager, 'Reading', new Set([id])))?.get(id)
    const inIsrael = (await getRecord(engine, manager, 'Reading', id)).creation
    expect(await title()).toBe(inIsrael)

    await updateRecord(engine, manager, 'System Settings', 'System Settings', { time_zone: 'Asia/Tokyo' })
    const inTokyo = (await getRecord(engine, manager, 'Reading', id)).creation
    expect(inTokyo).not.toBe(inIsrael)
    expect(await title()).toBe(inTokyo)

    await deleteRecord(engine, manager, 'Reading', id)
    const { data } = await listRecords(engine, manager, 'Trash Item', { filters: { ref_id: id }, fields: ['title'] })
    expect(data.map((item) => item.title)).toEqual([inTokyo])
  })
})
