import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  bulkUpdate,
  type Context,
  createRecord,
  deleteRecord,
  getRecord,
  linkSuggestions,
  systemContext,
  updateRecord,
} from '../index.ts'
import { addUser, engineForTests, personContext, refusal } from '../testing.ts'
import { managers, rule } from '../testing-vault.ts'

eachStore((open) => {
  const site = engineForTests(open)
  const people = {} as Record<'keeper' | 'clerk', Context>
  const system = () => systemContext(site.engine)

  /** Users read only their own Own records, and only administrators read Shut; some users read Shown, and all link to it. */
  beforeAll(async () => {
    const { engine, manager, admin } = site
    for (const role_name of ['Keeper', 'Clerk', 'Shower']) await createRecord(engine, admin, 'Role', { role_name })
    const define = (id: string, fields: object[], permissions: object[], more: object = {}) =>
      createRecord(engine, manager, 'Entity', { id, module: 'Test', fields, permissions, ...more })
    const named = { title_field: 'name', naming_rule: 'Prompt' }
    const name = [{ fieldname: 'name' }]
    await define('Own', name, [...managers, rule('Keeper', 'read write create delete', { if_owner: 1 })], named)
    await define('Shut', name, managers, named)
    await define('Shown', name, [...managers, rule('Shower', 'read')], named)
    const links = ['Own', 'Shut', 'Shown', 'User', 'Entity'].map((options) => ({
      ...{ fieldname: options.toLowerCase(), fieldtype: 'Link', options },
    }))
    const dynamic = [
      { fieldname: 'kind', fieldtype: 'Data' },
      { fieldname: 'any', fieldtype: 'Dynamic Link', options: 'kind' },
    ]
    await define('Doc Row', [...links, ...dynamic], [], { type: 'Table' })
    const table = { fieldname: 'rows', fieldtype: 'Table', options: 'Doc Row' }
    const file = { fieldname: 'paper', fieldtype: 'Attach' }
    const fields = [...name, ...links, ...dynamic, table, file]
    await define(
      'Doc',
      fields,
      [...managers, rule('Clerk', 'read write create'), rule('Keeper', 'read write create')],
      { title_field: 'name' },
    )
    const toOwn = { fieldname: 'own', fieldtype: 'Link', options: 'Own' }
    await define('Secret', [...name, toOwn], managers, named)
    for (const entity of ['Own', 'Shut', 'Shown']) await createRecord(engine, system(), entity, { id: 'x', name: 'X' })
    for (const who of ['keeper', 'clerk'] as const) {
      await addUser(engine, `${who}@example.com`, [who.replace(/^./, (first) => first.toUpperCase())])
      people[who] = await personContext(engine, `${who}@example.com`)
    }
    await createRecord(engine, people.keeper, 'Own', { id: 'mine', name: 'Mine' })
    await make(system(), { id: 'd', kind: 'Shown', any: 'x' })
  })

  const make = (ctx: Context, body: object) => createRecord(site.engine, ctx, 'Doc', { name: 'doc', ...body })

  /** The answers to a link to an invisible record, and to the same link to a missing one. */
  async function twice(ctx: Context, write: (id: string) => Promise<unknown>, id: string): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const one of [id, 'nothing']) {
      const { status, type, detail, errors } = await refusal(write(one))
      answers.push(JSON.parse(JSON.stringify({ status, type, detail, errors }).replaceAll(`"${one}"`, '"ID"')))
    }
    expect(ctx.system).toBeUndefined()
    return answers
  }

  const hidden = [
    ['own', 'Own', 'x', 'clerk'],
    ['own', 'Own', 'x', 'keeper'],
    ['shut', 'Shut', 'x', 'clerk'],
    ['user', 'User', 'dana@example.com', 'clerk'],
  ] as const

  describe.each(hidden)('a link in %s to %s %s, which %s may not see', (field, entity, id, person) => {
    const doors: [string, (ctx: Context, to: string) => Promise<unknown>][] = [
      ['create', (ctx, to) => make(ctx, { [field]: to })],
      ['create of a row', (ctx, to) => make(ctx, { rows: [{ [field]: to }] })],
      ['create by a dynamic link', (ctx, to) => make(ctx, { kind: entity, any: to })],
      ['create of a row by a dynamic link', (ctx, to) => make(ctx, { rows: [{ kind: entity, any: to }] })],
      ['update', (ctx, to) => updateRecord(site.engine, ctx, 'Doc', 'd', { [field]: to })],
      ['bulk update', (ctx, to) => bulkUpdate(site.engine, ctx, 'Doc', { entities: [{ id: 'd', [field]: to }] })],
      [
        'another entity of a dynamic link',
        (ctx, to) => updateRecord(site.engine, ctx, 'Doc', 'd', { kind: entity, any: to }),
      ],
    ]
    it.each(doors)('is answered at %s as if there were no such record', async (_, door) => {
      const ctx = people[person]
      const [there, nowhere] = await twice(ctx, (to) => door(ctx, to), id)
      expect(there).toEqual(nowhere)
      expect(there).toMatchObject({ status: 417, detail: { text: 'Could not find {0}: {1}' } })
    })
  })

  it('a record with a link that its writer may not see can still be saved', async () => {
    const { engine } = site
    const { clerk } = people
    const unseen = { shut: 'x', user: 'dana@example.com', kind: 'Shut', any: 'x', rows: [{ shut: 'x' }] }
    const { id } = await make(system(), unseen)
    const form = await getRecord(engine, clerk, 'Doc', id)
    expect(form).toMatchObject({ shut: 'x', any: 'x' })
    expect(await updateRecord(engine, clerk, 'Doc', id, { ...form, name: 'changed' })).toMatchObject({
      ...{ name: 'changed', shut: 'x', kind: 'Shut', any: 'x', rows: [{ shut: 'x' }] },
    })
  })

  it('a user may link to visible records, and to records whose titles an entity that links to them opens', async () => {
    const { clerk, keeper } = people
    const shown = {
      shown: 'x',
      kind: 'Shown',
      any: 'x',
      entity: 'Doc',
      rows: [{ shown: 'x', kind: 'Shown', any: 'x' }],
    }
    expect(await make(clerk, { ...shown, user: clerk.actor.user })).toMatchObject({ shown: 'x', any: 'x' })
    expect(await make(keeper, { own: 'mine' })).toMatchObject({ own: 'mine' })
    expect(await make(site.manager, { shut: 'x', own: 'x', user: 'dana@example.com' })).toMatchObject({ shut: 'x' })
  })

  it('the address of another user’s private file counts as unknown', async () => {
    const { engine } = site
    const file = { file_name: 'a.txt', folder: 'Home', owner: 'noa@example.com' }
    for (const [name, is_private] of [
      ['secret', 1],
      ['open', 0],
    ] as const) {
      await createRecord(engine, system(), 'File', { ...file, is_private, file_url: `/files/${name}.txt` })
    }
    const [there, nowhere] = [
      await refusal(make(people.clerk, { paper: '/files/secret.txt' })),
      await refusal(make(people.clerk, { paper: '/files/nothing.txt' })),
    ]
    expect({ ...there.detail, args: [] }).toEqual({ ...nowhere.detail, args: [] })
    expect([there.status, nowhere.status]).toEqual([417, 417])
    expect(await make(people.clerk, { paper: '/files/open.txt' })).toMatchObject({ paper: '/files/open.txt' })
  })

  it('a refused delete lists the visible records in the way by title, and counts the rest', async () => {
    const { engine } = site
    const { keeper } = people
    await createRecord(engine, keeper, 'Own', { id: 'held', name: 'Held' })
    const refused = () => refusal(deleteRecord(engine, keeper, 'Own', 'held'))
    for (const id of ['s1', 's2'])
      await createRecord(engine, system(), 'Secret', { id, name: `Hush ${id}`, own: 'held' })
    const hushed = await refused()
    expect(hushed.detail).toEqual({
      text: '{0} {1} cannot be deleted because other records use it ({2}).',
      args: [{ translate: 'Own' }, 'Held', 2],
    })
    expect(hushed.extra).toEqual({ links: [], others: 2 })
    const doc = await make(keeper, { name: 'Known', own: 'held' })
    const told = await refused()
    expect(told.detail).toEqual({
      text: '{0} {1} cannot be deleted because {2} {3} and {4} more use it.',
      args: [{ translate: 'Own' }, 'Held', { translate: 'Doc' }, 'Known', 2],
    })
    expect(told.extra).toEqual({ links: [{ entity: 'Doc', id: doc.id, fieldname: 'own' }], others: 2 })
    await deleteRecord(engine, system(), 'Doc', doc.id)
    for (const id of ['s1', 's2']) await deleteRecord(engine, system(), 'Secret', id)
    await deleteRecord(engine, keeper, 'Own', 'held')
    expect(JSON.stringify(told)).not.toMatch(/Hush|Secret|s1/)
  })

  it('titles of own records are suggested only to their owner', async () => {
    const ask = (ctx: Context, entity: string) =>
      linkSuggestions(site.engine, ctx, { entity, reference_entity: 'Doc' }).then((found) =>
        found.map((one) => one.label),
      )
    expect((await refusal(ask(people.clerk, 'Own'))).status).toBe(403)
    expect(await ask(people.keeper, 'Own')).toEqual(['Mine'])
    expect(await ask(people.clerk, 'Shown')).toEqual(['X'])
    expect((await refusal(ask(people.clerk, 'Shut'))).status).toBe(403)
  })
})
