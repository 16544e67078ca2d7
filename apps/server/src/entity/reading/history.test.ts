import type { VersionRecord } from '@tavla/contract'
import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  type Context,
  createRecord,
  entityMeta,
  getRecord,
  listRecords,
  renameRecord,
  runAction,
  updateRecord,
} from '../index.ts'
import { engineForTests } from '../testing.ts'

eachStore((open) => {
  const site = engineForTests(open)

  const historyOf = (ctx: Context, entity: string, id: string) =>
    runAction(site.engine, ctx, entity, id, 'get_history', {}) as Promise<VersionRecord[]>

  it('names the author and the linked records that the reader may see', async () => {
    const { engine, staff, admin } = site
    const noa = await createRecord(engine, staff, 'Contact', { contact_name: 'Noa' })
    const dana = await createRecord(engine, staff, 'Contact', { contact_name: 'Dana' })
    const task = await createRecord(engine, staff, 'Task', { subject: 'a', contact: noa.id })
    await updateRecord(engine, staff, 'Task', task.id, {
      contact: dana.id,
      related_entity: 'Contact',
      related_id: noa.id,
    })
    const [changed, made] = await historyOf(staff, 'Task', task.id)
    expect(made).toMatchObject({ action: 'Created', user: 'dana@example.com' })
    expect(made?._link_titles?.user).toBe((await getRecord(engine, admin, 'User', 'dana@example.com')).full_name)
    expect(changed?.titles).toMatchObject({
      contact: { [noa.id]: 'Noa', [dana.id]: 'Dana' },
      related_id: { [noa.id]: 'Noa' },
    })
  })

  it('a renamed record keeps its history', async () => {
    const { engine, admin } = site
    const fields = [{ fieldname: 'n', label: 'N', fieldtype: 'Int' }]
    const definition = { id: 'Shelf', module: 'Test', naming_rule: 'Prompt', allow_rename: 1, fields }
    await createRecord(engine, admin, 'Entity', definition)
    await createRecord(engine, admin, 'Shelf', { id: 'A', n: 1 })
    await renameRecord(engine, admin, 'Shelf', 'A', 'B')
    const history = await historyOf(admin, 'Shelf', 'B')
    expect(history.map(({ action, data }) => [action, data.changed[0]])).toEqual([
      ['Renamed', ['id', 'A', 'B']],
      ['Created', ['n', null, 1]],
    ])
  })

  it('meta tells whether there is a history, and which rights hold only for own records', async () => {
    const { engine, admin, staff } = site
    const plain = { module: 'Test', fields: [{ fieldname: 'n', label: 'N', fieldtype: 'Int' }] }
    await createRecord(engine, admin, 'Entity', { ...plain, id: 'Untold', track_changes: 0 })
    expect(entityMeta(engine, admin, 'Untold').meta.doc_meta.track_changes).toBe(0)
    const { meta } = entityMeta(engine, staff, 'Task')
    expect(meta.doc_meta).toMatchObject({ track_changes: 1, permissions: { write_own: 0, delete_own: 0 } })
    expect(entityMeta(engine, staff, 'File').meta.doc_meta.permissions).toMatchObject({
      read: 1,
      delete: 1,
      delete_own: 1,
    })
  })

  it('the names of owner and last editor come with a record, and with a list that requests them', async () => {
    const { engine, staff, admin } = site
    const { id, _link_titles: titles } = await createRecord(engine, staff, 'Contact', { contact_name: 'Tal' })
    const name = (await getRecord(engine, admin, 'User', 'dana@example.com')).full_name
    expect(titles).toEqual({ owner: name, modified_by: name })
    const filters = { id }
    const asked = await listRecords(engine, staff, 'Contact', { filters, fields: ['modified_by'] })
    expect(asked.data[0]?._link_titles).toEqual({ modified_by: name })
    expect((await listRecords(engine, staff, 'Contact', { filters })).data[0]).not.toHaveProperty('_link_titles')
  })
})
