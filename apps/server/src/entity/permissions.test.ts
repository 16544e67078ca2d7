import { type EntityRecord, Problem } from '@tavla/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../store/testing.ts'
import {
  actorOf,
  bulkUpdate,
  type Context,
  canReadRecord,
  createRecord,
  deleteRecord,
  effectiveRights,
  entityMeta,
  getRecord,
  linkSuggestions,
  listRecords,
  navigation,
  renameEntity,
  renameRecord,
  runAction,
  systemContext,
  updateRecord,
} from './index.ts'
import { addUser, dumpOf, openTestEngine, personContext, refusal, type TestEngine } from './testing.ts'

type Row = EntityRecord & Record<string, unknown>
type Person = 'none' | 'reader' | 'owner' | 'payroll' | 'writer' | 'manager' | 'admin'

const everyone: readonly Person[] = ['none', 'reader', 'owner', 'payroll', 'writer', 'manager', 'admin']

/** Each marker stands in one place alone, so that its text in an answer tells what leaked. */
const marks = {
  name: 'MARK-NAME',
  pay: 'MARK-PAY',
  secret: 'MARK-SECRET',
  child: 'MARK-CHILD',
  title: 'MARK-TITLE',
  pin: 'MARK-PIN',
  plain: 'MARK-PLAIN',
} as const
type Mark = keyof typeof marks

const maySee: Record<Person, readonly Mark[]> = {
  none: [],
  reader: ['name'],
  owner: [],
  payroll: ['name', 'pay', 'child'],
  writer: [],
  manager: ['name', 'pay', 'child', 'title', 'pin', 'plain'],
  admin: ['name', 'pay', 'child', 'title', 'pin', 'plain'],
}

eachStore((open) => {
  let site: TestEngine
  let people: Record<Person, Context>
  let foreign: Row
  let own: Row

  const rule = (role: string, rights: string, more: object = {}) => ({
    role,
    ...Object.fromEntries(
      ['read', 'write', 'create', 'delete'].map((right) => [right, rights.includes(right) ? 1 : 0]),
    ),
    ...more,
  })
  const managers = [
    rule('System Manager', 'read write create delete'),
    rule('System Manager', 'read write', { permlevel: 1 }),
  ]
  const define = (id: string, fields: object[], permissions: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, permissions, ...more })
  const system = () => systemContext(site.engine)
  const stored = (id: string) => getRecord(site.engine, system(), 'Vault', id) as Promise<Row>

  beforeAll(async () => {
    site = await openTestEngine(await open())
    const { engine, manager, admin } = site
    for (const role_name of ['Reader', 'Owner', 'Payroll', 'Writer', 'Keeper']) {
      await createRecord(engine, admin, 'Role', { role_name })
    }
    const hidden = [{ fieldname: 'name' }, { fieldname: 'pin', permlevel: 1 }, { fieldname: 'plain' }]
    await define('Hidden', hidden, [...managers, rule('Keeper', 'read')], { title_field: 'name' })
    await define('Locked', hidden, managers, { title_field: 'name' })
    await define(
      'Vault Row',
      [{ fieldname: 'word' }, { fieldname: 'inner', permlevel: 1 }, { fieldname: 'fixed', read_only: 1 }],
      [],
      { type: 'Table' },
    )
    await define(
      'Vault',
      [
        { fieldname: 'name', in_list_view: 1 },
        { fieldname: 'pay', permlevel: 1, reqd: 1, in_list_view: 1, default: 'unset' },
        { fieldname: 'key', fieldtype: 'Password' },
        { fieldname: 'to', fieldtype: 'Link', options: 'Hidden', in_list_view: 1 },
        { fieldname: 'lock', fieldtype: 'Link', options: 'Locked' },
        { fieldname: 'rows', fieldtype: 'Table', options: 'Vault Row' },
        { fieldname: 'fixed', read_only: 1 },
      ],
      [
        ...managers,
        rule('Reader', 'read'),
        rule('Owner', 'read write delete', { if_owner: 1 }),
        rule('Owner', 'create'),
        rule('Payroll', 'read'),
        rule('Payroll', 'read', { permlevel: 1 }),
        rule('Writer', 'write create'),
      ],
      { title_field: 'name', search_fields: 'pay', allow_rename: 1, naming_rule: 'Prompt' },
    )
    for (const name of ['Reader', 'Owner', 'Payroll', 'Writer'] as const) {
      await addUser(engine, `${name.toLowerCase()}@example.com`, [name])
    }
    people = {
      none: site.nobody,
      reader: await personContext(engine, 'reader@example.com'),
      owner: await personContext(engine, 'owner@example.com'),
      payroll: await personContext(engine, 'payroll@example.com'),
      writer: await personContext(engine, 'writer@example.com'),
      manager,
      admin,
    }
    const link = { id: 'h1', name: marks.title, pin: marks.pin, plain: marks.plain }
    for (const entity of ['Hidden', 'Locked']) await createRecord(engine, system(), entity, link)
    foreign = (await createRecord(engine, system(), 'Vault', {
      ...{
        id: 'v1',
        name: marks.name,
        pay: marks.pay,
        key: marks.secret,
        to: 'h1',
        lock: 'h1',
        owner: 'noa@example.com',
      },
      rows: [{ word: 'w', inner: marks.child, fixed: 'f' }],
    })) as Row
    await updateRecord(engine, system(), 'Vault', 'v1', { pay: `${marks.pay} 2`, key: `${marks.secret} 2` })
    own = (await createRecord(engine, people.owner, 'Vault', { id: 'v2', name: 'mine' })) as Row
  })

  /** What the call answers or is refused with, as text; a refusal must have left the database as it was. */
  async function answerOf(call: () => Promise<unknown>): Promise<{ status: number; text: string }> {
    const before = await dumpOf(site.engine.store)
    try {
      return { status: 200, text: JSON.stringify(await call()) }
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
      const { detail, errors, extra } = error
      return { status: error.status, text: JSON.stringify({ detail, errors, extra }) }
    }
  }

  const leaks = (person: Person, text: string) =>
    (Object.keys(marks) as Mark[]).filter((mark) => !maySee[person].includes(mark) && text.includes(marks[mark]))

  type Door = (ctx: Context) => Promise<unknown>
  /** Doors that read, with who may pass. */
  const reading: [string, Door, readonly Person[]][] = [
    ['get', (ctx) => getRecord(site.engine, ctx, 'Vault', 'v1'), ['reader', 'payroll', 'manager', 'admin']],
    ['get unknown', (ctx) => getRecord(site.engine, ctx, 'Vault', 'nothing'), []],
    ['list', (ctx) => listRecords(site.engine, ctx, 'Vault', {}), ['reader', 'owner', 'payroll', 'manager', 'admin']],
    [
      'list of all fields',
      (ctx) => listRecords(site.engine, ctx, 'Vault', { fields: ['*'] }),
      ['reader', 'owner', 'payroll', 'manager', 'admin'],
    ],
    [
      'count',
      async (ctx) => (await listRecords(site.engine, ctx, 'Vault', { limit_start: 99 })).count,
      ['reader', 'owner', 'payroll', 'manager', 'admin'],
    ],
    ['meta', async (ctx) => entityMeta(site.engine, ctx, 'Vault'), ['reader', 'owner', 'payroll', 'manager', 'admin']],
    [
      'meta of rows',
      async (ctx) => entityMeta(site.engine, ctx, 'Vault Row'),
      ['reader', 'owner', 'payroll', 'manager', 'admin'],
    ],
    [
      'suggestions',
      (ctx) => linkSuggestions(site.engine, ctx, { entity: 'Vault', txt: 'mark' }),
      ['reader', 'owner', 'payroll', 'manager', 'admin'],
    ],
    [
      'history',
      (ctx) => runAction(site.engine, ctx, 'Vault', 'v1', 'get_history', {}),
      ['reader', 'payroll', 'manager', 'admin'],
    ],
    ['the linked record', (ctx) => getRecord(site.engine, ctx, 'Hidden', 'h1'), ['manager', 'admin']],
    ['list of linked records', (ctx) => listRecords(site.engine, ctx, 'Hidden', { fields: '*' }), ['manager', 'admin']],
    [
      'suggestions of linked records',
      (ctx) => linkSuggestions(site.engine, ctx, { entity: 'Hidden', txt: '' }),
      ['manager', 'admin'],
    ],
    [
      'suggestions by a link that is not there',
      (ctx) => linkSuggestions(site.engine, ctx, { entity: 'Hidden', reference_entity: 'Contact' }),
      ['manager', 'admin'],
    ],
    [
      "suggestions of what is the managers' alone",
      (ctx) => linkSuggestions(site.engine, ctx, { entity: 'Locked', reference_entity: 'Vault' }),
      ['manager', 'admin'],
    ],
    [
      'suggestions of users by reference',
      (ctx) => linkSuggestions(site.engine, ctx, { entity: 'Error Log', reference_entity: 'Vault' }),
      ['manager', 'admin'],
    ],
    ['navigation', (ctx) => navigation(site.engine, ctx), everyone],
  ]

  describe.each(everyone)('%s', (person) => {
    it.each(reading)('reads through %s what the rules open, and nothing else', async (name, door, allowed) => {
      const { status, text } = await answerOf(() => door(people[person]))
      const unknown = name === 'get unknown' && ['reader', 'payroll', 'manager', 'admin'].includes(person) ? 404 : 403
      expect([status, leaks(person, text)]).toEqual([allowed.includes(person) ? 200 : unknown, []])
    })

    it('can neither filter, sort, search nor ask by a field it may not read', async () => {
      const readsPay = maySee[person].includes('pay')
      const reads = ['reader', 'owner', 'payroll', 'manager', 'admin'].includes(person)
      const expected = !reads ? 403 : readsPay ? 200 : 417
      const { engine } = site
      for (const query of [
        { filters: { pay: ['like', 'MARK%'] } },
        { filters: [['Vault', 'pay', 'is', 'set']] },
        { or_filters: { name: 'x', pay: ['like', 'MARK%'] } },
        { order_by: 'pay' },
        { order_by: 'name, pay desc' },
        { fields: ['name', 'pay'] },
      ]) {
        const { status, text } = await answerOf(() => listRecords(engine, people[person], 'Vault', query))
        expect([query, status, leaks(person, text)]).toEqual([query, expected, []])
      }
      for (const field of ['key', 'rows']) {
        for (const query of [{ filters: { [field]: ['is', 'set'] } }, { order_by: field }, { fields: [field] }]) {
          const { status } = await answerOf(() => listRecords(engine, people[person], 'Vault', query))
          expect([query, status]).toEqual([query, reads ? 417 : 403])
        }
      }
      const suggested = { entity: 'Vault', filters: { pay: ['like', 'MARK%'] } }
      expect((await answerOf(() => linkSuggestions(engine, people[person], suggested))).status).toBe(expected)
      if (reads) {
        const byPay = await linkSuggestions(engine, people[person], { entity: 'Vault', txt: marks.pay })
        expect(byPay.length > 0).toBe(readsPay)
      }
    })

    it('is given titles to link to, but no way to ask for more', async () => {
      const reads = ['reader', 'owner', 'payroll'].includes(person)
      const ask = (filters: unknown) =>
        answerOf(() =>
          linkSuggestions(site.engine, people[person], { entity: 'Hidden', reference_entity: 'Vault', filters }),
        )
      if (['manager', 'admin'].includes(person)) return
      const titles = await ask({})
      expect(titles.status).toBe(reads ? 200 : 403)
      if (!reads) return
      expect(JSON.parse(titles.text)).toEqual([{ value: 'h1', label: marks.title, description: '' }])
      for (const name of ['pin', 'plain', 'owner', 'modified']) {
        expect([name, (await ask({ [name]: ['like', 'MARK%'] })).status]).toEqual([name, 417])
      }
      expect((await ask({ name: ['like', 'mark%'] })).status).toBe(200)
    })
  })

  describe('writing', () => {
    type Write = [string, Door, readonly Person[]]
    const writing: Write[] = [
      [
        'create',
        (ctx) => createRecord(site.engine, ctx, 'Vault', { id: `c-${ctx.actor.user}`, name: 'n' }),
        ['owner', 'writer', 'manager', 'admin'],
      ],
      [
        'update',
        (ctx) => updateRecord(site.engine, ctx, 'Vault', 'v1', { fixed: 'no', to: 'h1' }),
        ['writer', 'manager', 'admin'],
      ],
      [
        'bulk update',
        (ctx) => bulkUpdate(site.engine, ctx, 'Vault', { entities: [{ id: 'v1', to: 'h1' }] }),
        ['writer', 'manager', 'admin'],
      ],
      [
        'rename',
        (ctx) =>
          renameRecord(site.engine, ctx, 'Vault', 'v1', 'v1-new').then(() =>
            renameRecord(site.engine, system(), 'Vault', 'v1-new', 'v1'),
          ),
        ['writer', 'manager', 'admin'],
      ],
      [
        'delete',
        (ctx) =>
          deleteRecord(site.engine, ctx, 'Vault', 'v1').then(() =>
            createRecord(site.engine, system(), 'Vault', foreign),
          ),
        ['manager', 'admin'],
      ],
      [
        'change the definition',
        (ctx) => updateRecord(site.engine, ctx, 'Entity', 'Vault', { description: ctx.actor.user }),
        ['manager', 'admin'],
      ],
      [
        'rename the entity',
        (ctx) =>
          renameEntity(site.engine, ctx, 'Vault', 'Vault 2').then(() =>
            renameEntity(site.engine, system(), 'Vault 2', 'Vault'),
          ),
        ['manager', 'admin'],
      ],
      [
        'make an entity',
        (ctx) =>
          createRecord(site.engine, ctx, 'Entity', { id: `By ${ctx.actor.fullName.split('@')[0]}`, module: 'M' }),
        ['manager', 'admin'],
      ],
    ]

    it.each(writing)('%s is for whom the rules name; for others nothing happens', async (_, door, allowed) => {
      for (const person of everyone) {
        const { status, text } = await answerOf(() => door(people[person]))
        expect([person, status, leaks(person, text)]).toEqual([person, allowed.includes(person) ? 200 : 403, []])
      }
    })

    it('the answer is the same for what is there and what is not, when one may not know', async () => {
      const { engine } = site
      const doors: ((ctx: Context, id: string) => Promise<unknown>)[] = [
        (ctx, id) => getRecord(engine, ctx, 'Vault', id),
        (ctx, id) => updateRecord(engine, ctx, 'Vault', id, { name: 'x' }),
        (ctx, id) => updateRecord(engine, ctx, 'Vault', id, { name: 'x', modified: '2020-01-01' }),
        (ctx, id) => deleteRecord(engine, ctx, 'Vault', id),
        (ctx, id) => renameRecord(engine, ctx, 'Vault', id, 'x'),
        (ctx, id) => bulkUpdate(engine, ctx, 'Vault', { entities: [{ id, name: 'x' }] }),
        (ctx, id) => runAction(engine, ctx, 'Vault', id, 'get_history', {}),
      ]
      for (const person of ['none', 'owner'] as const) {
        for (const door of doors) {
          const [there, nowhere] = [
            await answerOf(() => door(people[person], 'v1')),
            await answerOf(() => door(people[person], 'nothing')),
          ]
          expect(there.status).toBe(403)
          expect(nowhere.text.replaceAll('nothing', 'v1')).toBe(there.text)
        }
        expect(await canReadRecord(engine, people[person], 'Vault', 'v1')).toBe(false)
        expect(await canReadRecord(engine, people[person], 'Vault', 'nothing')).toBe(false)
      }
    })

    it('who may change and not read learns nothing from the answer', async () => {
      const { engine } = site
      expect(await updateRecord(engine, people.writer, 'Vault', 'v1', { name: marks.name })).toEqual({ id: 'v1' })
      const made = await createRecord(engine, people.writer, 'Vault', { id: 'w1', name: 'n' })
      expect(made).toEqual({ id: 'w1' })
      expect((await refusal(runAction(engine, people.writer, 'Vault', 'v1', 'get_history', {}))).status).toBe(403)
    })

    it('what one may not write is ignored: levels, read-only, system columns, rows of another level', async () => {
      const { engine } = site
      const body = {
        ...{ name: 'mine 2', pay: 'more', fixed: 'x', owner: 'gil@example.com', creation: '2000-01-01', parent: 'v1' },
        rows: [{ word: 'a', inner: 'sneaked', fixed: 'sneaked', idx: 9, parent: 'v1' }],
      }
      await updateRecord(engine, people.owner, 'Vault', 'v2', body)
      expect(await stored('v2')).toMatchObject({
        ...{ name: 'mine 2', pay: 'unset', fixed: null, owner: 'owner@example.com' },
        rows: [{ word: 'a', inner: null, fixed: null, idx: 1, parent: 'v2' }],
      })
      const [row] = (await stored('v2')).rows as Row[]
      await updateRecord(engine, system(), 'Vault', 'v2', { rows: [{ ...row, inner: 'kept', fixed: 'kept' }] })
      const seen = (await getRecord(engine, people.owner, 'Vault', 'v2')) as Row
      expect(seen).not.toHaveProperty('pay')
      expect((seen.rows as Row[])[0]).not.toHaveProperty('inner')
      await updateRecord(engine, people.owner, 'Vault', 'v2', { ...seen, name: 'mine 3' })
      expect(await stored('v2')).toMatchObject({ rows: [{ inner: 'kept', fixed: 'kept' }] })
      const made = { id: 'o2', name: 'n', pay: 'more', key: 'k', owner: 'gil@example.com' }
      expect(await createRecord(engine, people.owner, 'Vault', made)).not.toHaveProperty('pay')
      expect(await stored('o2')).toMatchObject({ pay: 'unset', owner: 'owner@example.com' })
      expect(own.id).toBe('v2')
    })

    it('one may delete and change own records alone', async () => {
      const { engine } = site
      await createRecord(engine, people.owner, 'Vault', { id: 'o3' })
      const mixed = {
        entities: [
          { id: 'o3', name: 'x' },
          { id: 'v1', name: 'x' },
        ],
      }
      expect((await answerOf(() => bulkUpdate(engine, people.owner, 'Vault', mixed))).status).toBe(403)
      expect((await listRecords(engine, people.owner, 'Vault', {})).data.map((row) => row.id)).not.toContain('v1')
      expect((await listRecords(engine, people.owner, 'Vault', { filters: { id: 'v1' } })).count).toBe(0)
      await deleteRecord(engine, people.owner, 'Vault', 'o3')
    })
  })

  it('meta shows each person their fields, their rights and nothing of other levels', () => {
    const names = (person: Person) => {
      const { meta } = entityMeta(site.engine, people[person], 'Vault')
      const rows = meta.links[0]?.fields.map((field) => field.fieldname)
      const groups = meta.default_field_group.fields.map((field) => field.fieldname)
      expect(meta.all_fields.map((field) => field.fieldname)).toEqual([
        ...[
          'id',
          ...meta.doc_meta.fields.map((field) => field.fieldname),
          'owner',
          'creation',
          'modified',
          'modified_by',
        ],
      ])
      return { pay: groups.includes('pay'), inner: rows?.includes('inner'), rights: meta.doc_meta.permissions }
    }
    expect(names('reader')).toMatchObject({ pay: false, inner: false, rights: { read: 1, write: 0, if_owner: 0 } })
    expect(names('owner')).toMatchObject({ pay: false, inner: false, rights: { write: 1, create: 1, if_owner: 1 } })
    expect(names('payroll')).toMatchObject({ pay: true, inner: true, rights: { read: 1, write: 0 } })
    const pay = entityMeta(site.engine, people.payroll, 'Vault').meta.doc_meta.fields.find(
      (one) => one.fieldname === 'pay',
    )
    expect(pay?.read_only).toBe(1)
    const tags = everyone.slice(1, 4).map((person) => entityMeta(site.engine, people[person], 'Vault').etag)
    expect(new Set(tags).size).toBe(3)
  })

  it('secrets are nowhere in the database, in no answer and in no history', async () => {
    expect(await dumpOf(site.engine.store)).not.toContain(marks.secret)
    const record = await getRecord(site.engine, site.admin, 'Vault', 'v1')
    const history = await runAction(site.engine, site.admin, 'Vault', 'v1', 'get_history', {})
    const versions = await listRecords(site.engine, site.admin, 'Version', { fields: '*', limit_page_length: 0 })
    for (const answer of [record, history, versions]) expect(JSON.stringify(answer)).not.toMatch(/MARK-SECRET|"v1\./)
    expect(record.key).toBe('********')
  })

  it('audit rows are there for whoever reads their record, level by level', async () => {
    const { engine, manager, admin } = site
    await createRecord(engine, admin, 'Role', { role_name: 'Auditor' })
    const versions = ((await getRecord(engine, admin, 'Entity', 'Version')) as Row).permissions as object[]
    await updateRecord(engine, admin, 'Entity', 'Version', { permissions: [...versions, rule('Auditor', 'read')] })
    await addUser(engine, 'audit@example.com', ['Auditor', 'Reader'])
    const auditor = await personContext(engine, 'audit@example.com')
    const query = { fields: '*', limit_page_length: 500 }
    const seen = await listRecords(engine, auditor, 'Version', query)
    expect(new Set(seen.data.map((row) => row.ref_entity))).toEqual(new Set(['Vault', 'User']))
    expect(seen.count).toBe(seen.data.length)
    expect(leaks('reader', JSON.stringify(seen))).toEqual([])
    expect(JSON.stringify(await listRecords(engine, auditor, 'Version', { fields: 'data' }))).not.toContain('MARK')
    const [hidden] = (await listRecords(engine, admin, 'Version', { filters: { ref_entity: 'Hidden' } })).data
    expect((await refusal(getRecord(engine, auditor, 'Version', hidden?.id as string))).status).toBe(403)
    const forManager = await listRecords(engine, manager, 'Version', { ...query, filters: { ref_id: 'v1' } })
    expect(JSON.stringify(forManager)).toContain(marks.pay)
  })

  describe('a change of rights holds at once', () => {
    const lists = async (user: string) => {
      const actor = await actorOf(site.engine, user)
      if (!actor) return 'gone'
      const ctx = await personContext(site.engine, user)
      const { status } = await answerOf(() => listRecords(site.engine, ctx, 'Team', {}))
      const meta = await answerOf(async () => entityMeta(site.engine, ctx, 'Team Row'))
      return [status, meta.status]
    }
    const user = 'crew@example.com'
    const setUser = (body: object) => updateRecord(site.engine, system(), 'User', user, body)
    const rules = (...more: object[]) =>
      updateRecord(site.engine, site.manager, 'Entity', 'Team', { permissions: [...managers, ...more] })

    it('when a role, a profile, a rule or the person goes', async () => {
      const { engine, admin } = site
      await createRecord(engine, admin, 'Role', { role_name: 'Crew' })
      await createRecord(engine, admin, 'Role Profile', { role_profile: 'Crews', roles: [{ role: 'Crew' }] })
      await define('Team Row', [{ fieldname: 'a' }], [], { type: 'Table' })
      const fields = [{ fieldname: 'a' }, { fieldname: 'rows', fieldtype: 'Table', options: 'Team Row' }]
      await define('Team', fields, [...managers, rule('Crew', 'read')])
      await addUser(engine, user, ['Crew'])
      expect(await lists(user)).toEqual([200, 200])
      await setUser({ roles: [] })
      expect(await lists(user)).toEqual([403, 403])
      await setUser({ role_profiles: [{ role_profile: 'Crews' }] })
      expect(await lists(user)).toEqual([200, 200])
      await updateRecord(engine, admin, 'Role Profile', 'Crews', { roles: [] })
      expect(await lists(user)).toEqual([403, 403])
      await updateRecord(engine, admin, 'Role Profile', 'Crews', { roles: [{ role: 'Crew' }] })
      await updateRecord(engine, admin, 'Role', 'Crew', { disabled: 1 })
      expect(await lists(user)).toEqual([403, 403])
      await updateRecord(engine, admin, 'Role', 'Crew', { disabled: 0 })
      expect(await lists(user)).toEqual([200, 200])
      await rules()
      expect(await lists(user)).toEqual([403, 403])
      await rules(rule('All', 'read'))
      expect(await lists(user)).toEqual([200, 200])
      await setUser({ enabled: 0 })
      expect(await lists(user)).toBe('gone')
    })

    it('also for someone whose call is under way with what they were', async () => {
      await setUser({ enabled: 1 })
      await rules(rule('Crew', 'read'))
      const ctx = await personContext(site.engine, user)
      await rules()
      expect((await refusal(listRecords(site.engine, ctx, 'Team', {}))).status).toBe(403)
    })
  })

  it('effective rights come with their reasons', async () => {
    const rows = await effectiveRights(site.engine, 'owner@example.com')
    expect(rows.find((row) => row.entity === 'Vault')).toEqual({
      ...{ entity: 'Vault', read: 1, write: 1, create: 1, delete: 1, if_owner: 1, level_1_read: 0, level_1_write: 0 },
      because: [{ role: 'Owner', via: 'own role' }],
    })
    expect(rows.map((row) => row.entity)).toEqual(rows.map((row) => row.entity).toSorted())
    expect(rows.find((row) => row.entity === 'Hidden')).toBeUndefined()
    const payroll = await effectiveRights(site.engine, 'payroll@example.com')
    expect(payroll.find((row) => row.entity === 'Vault')).toMatchObject({ write: 0, if_owner: 0, level_1_read: 1 })
    await addUser(site.engine, 'both@example.com', ['Reader', 'Owner'])
    const both = await effectiveRights(site.engine, 'both@example.com')
    expect(both.find((row) => row.entity === 'Vault')).toMatchObject({ read: 1, delete: 1, if_owner: 0 })
    expect(await effectiveRights(site.engine, 'nobody@example.com')).toEqual([])
  })

  describe('the list of entities', () => {
    const ids = async (ctx: Context, query: object) =>
      (await listRecords(site.engine, ctx, 'Entity', { limit_page_length: 500, ...query })).data.map((row) => row.id)

    it("leaves the product's own out for everyone but Administrator", async () => {
      expect(await ids(site.admin, {})).toContain('User')
      for (const ctx of [site.manager, site.staff]) {
        const { count } = await listRecords(site.engine, ctx, 'Entity', {})
        const shown = await ids(ctx, {})
        expect(shown).toContain('Vault')
        expect(shown).not.toContain('User')
        expect(count).toBe(shown.length)
        expect(await ids(ctx, { filters: { id: 'User' } })).toEqual([])
        expect(await ids(ctx, { or_filters: { id: 'User', type: 'Settings' } })).toEqual([])
        expect(await ids(ctx, { filters: { app_name: 'platform' } })).toEqual([])
        const suggested = await linkSuggestions(site.engine, ctx, { entity: 'Entity', txt: 'user' })
        expect(suggested.map((one) => one.value)).not.toContain('User')
      }
      expect(await ids(site.manager, { filters: { type: 'Settings' } })).toContain('System Settings')
    })

    it('hides definitions, not data: a link may name a built-in entity', async () => {
      const body = { subject: 'a', related_entity: 'Role', related_id: 'Staff' }
      expect(await createRecord(site.engine, site.staff, 'Task', body)).toMatchObject({ related_entity: 'Role' })
      expect((await refusal(getRecord(site.engine, site.manager, 'Entity', 'Role'))).status).toBe(403)
      expect(entityMeta(site.engine, site.staff, 'Role').meta.id).toBe('Role')
    })
  })

  it('an unknown entity is 404 through every door', async () => {
    const { engine, staff } = site
    for (const call of [
      () => getRecord(engine, staff, 'Nope', 'x'),
      () => listRecords(engine, staff, 'Nope', {}),
      () => createRecord(engine, staff, 'constructor', {}),
      () => linkSuggestions(engine, staff, { entity: '__proto__' }),
      () => runAction(engine, staff, 'Nope', 'x', 'get_history', {}),
    ]) {
      expect((await refusal(call())).status).toBe(404)
    }
    expect((await refusal(runAction(engine, staff, 'Task', 'x', 'constructor', {}))).status).toBe(404)
  })
})
