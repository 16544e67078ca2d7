import type { ListAnswer } from '@tavla/contract'
import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { type Context, createRecord, listRecordsText, systemContext, updateRecord } from '../index.ts'
import { addUser, engineForTests, personContext, refusal } from '../testing.ts'

eachStore((open) => {
  const site = engineForTests(open)

  const list = async (ctx: Context, entity: string, query = {}): Promise<ListAnswer> =>
    JSON.parse(await listRecordsText(site.engine, ctx, entity, query))

  it('follows every write to the list and to its linked entities', async () => {
    const { engine, staff } = site
    const contact = await createRecord(engine, staff, 'Contact', { contact_name: 'Noa' })
    const task = await createRecord(engine, staff, 'Task', { subject: 'a', contact: contact.id })
    const first = async () => (await list(staff, 'Task')).data[0]
    expect(await first()).toMatchObject({ subject: 'a', _link_titles: { contact: 'Noa' } })
    await updateRecord(engine, staff, 'Task', task.id, { subject: 'b' })
    expect(await first()).toMatchObject({ subject: 'b' })
    await updateRecord(engine, staff, 'Contact', contact.id, { contact_name: 'Noa Bar' })
    expect(await first()).toMatchObject({ _link_titles: { contact: 'Noa Bar' } })
  })

  it('follows the names of the users who changed its records', async () => {
    const { engine, admin, staff } = site
    await addUser(engine, 'ron@example.com', ['Staff'])
    const ron = await personContext(engine, 'ron@example.com')
    const { id } = await createRecord(engine, ron, 'Contact', { contact_name: 'Ron was here' })
    const query = { fields: ['modified_by'], filters: { id } }
    const name = async (ctx: Context) => (await list(ctx, 'Contact', query)).data[0]?._link_titles?.modified_by
    await updateRecord(engine, admin, 'User', 'ron@example.com', { full_name: 'Ron Katz' })
    expect([await name(staff), await name(admin)]).toEqual(['Ron Katz', 'Ron Katz'])
    await updateRecord(engine, admin, 'User', 'ron@example.com', { full_name: 'Ron Levi' })
    expect([await name(admin), await name(staff)]).toEqual(['Ron Levi', 'Ron Levi'])
  })

  it('follows the titles of records of any entity', async () => {
    const { engine, admin, staff } = site
    const fields = [
      { fieldname: 'kind', label: 'Kind', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'about', label: 'About', fieldtype: 'Dynamic Link', options: 'kind' },
    ]
    await createRecord(engine, admin, 'Entity', { id: 'Remark', module: 'Sales', fields, title_field: 'about' })
    const contact = await createRecord(engine, staff, 'Contact', { contact_name: 'Gil' })
    await createRecord(engine, staff, 'Remark', { kind: 'Contact', about: contact.id })
    const title = async () => (await list(staff, 'Remark')).data[0]?._link_titles?.about
    expect(await title()).toBe('Gil')
    await updateRecord(engine, staff, 'Contact', contact.id, { contact_name: 'Gil Oz' })
    expect(await title()).toBe('Gil Oz')
  })

  it('is shared only by users of equal rights', async () => {
    const { engine, admin, staff, manager, nobody } = site
    const fields = [
      { fieldname: 'title', label: 'Title', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'margin', label: 'Margin', fieldtype: 'Int', in_list_view: 1, permlevel: 1 },
    ]
    await createRecord(engine, admin, 'Entity', { id: 'Offer', module: 'Sales', fields })
    await createRecord(engine, manager, 'Offer', { title: 'x', margin: 7 })
    expect((await list(manager, 'Offer')).data[0]).toMatchObject({ margin: 7 })
    expect((await list(staff, 'Offer')).data[0]).not.toHaveProperty('margin')
    expect((await refusal(list(nobody, 'Offer'))).status).toBe(403)
    await addUser(engine, 'tal@example.com', ['Staff'])
    expect((await list(await personContext(engine, 'tal@example.com'), 'Offer')).count).toBe(1)
  })

  it('never shows a user another user’s own records', async () => {
    const { engine, staff, manager } = site
    const system = systemContext(engine)
    for (const owner of ['dana@example.com', 'noa@example.com']) {
      await createRecord(engine, system, 'List Setting', { user: owner, entity: 'Task', owner })
    }
    const owners = async (ctx: Context) =>
      (await list(ctx, 'List Setting', { fields: ['owner'] })).data.map((one) => one.owner)
    expect(await owners(staff)).toEqual(['dana@example.com'])
    expect(await owners(manager)).toEqual(['noa@example.com'])
  })

  it('drops at once the values that a user may no longer see', async () => {
    const { engine } = site
    await addUser(engine, 'gone@example.com', ['Staff'])
    expect((await list(await personContext(engine, 'gone@example.com'), 'Task')).count).toBe(1)
    await updateRecord(engine, systemContext(engine), 'User', 'gone@example.com', { roles: [] })
    expect((await refusal(list(await personContext(engine, 'gone@example.com'), 'Task'))).status).toBe(403)
  })
})
