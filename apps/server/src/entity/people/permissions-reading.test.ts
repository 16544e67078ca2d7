import type { VersionData } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  contextOf,
  createRecord,
  deleteRecord,
  entityMeta,
  getRecord,
  linkSuggestions,
  listRecords,
  navigation,
  runAction,
  updateRecord,
} from '../index.ts'
import { addUser, dumpOf, personContext, refusal } from '../testing.ts'
import {
  type AccessPath,
  everyone,
  leaks,
  marks,
  maySee,
  type Person,
  type Row,
  rule,
  vaultTests,
} from '../testing-vault.ts'

eachStore((open) => {
  const { site, people, answerOf } = vaultTests(open)

  /** Ways to read, with the people who may use them. */
  const reading: [string, AccessPath, readonly Person[]][] = [
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
    it.each(reading)('reads through %s only the values that the rules open', async (name, door, allowed) => {
      const { status, text } = await answerOf(() => door(people[person]))
      const unknown = name === 'get unknown' && ['reader', 'payroll', 'manager', 'admin'].includes(person) ? 404 : 403
      expect([status, leaks(person, text)]).toEqual([allowed.includes(person) ? 200 : unknown, []])
    })

    it('cannot filter, sort, search or query by a field that it may not read', async () => {
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

    it('is given titles to link to, but cannot query for more', async () => {
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

  it('meta shows each person their fields and rights, and no other permission level', () => {
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

  it('secrets are neither in the database nor in answers nor in the history', async () => {
    expect(await dumpOf(site.engine.store)).not.toContain(marks.secret)
    const record = await getRecord(site.engine, site.admin, 'Vault', 'v1')
    const history = await runAction(site.engine, site.admin, 'Vault', 'v1', 'get_history', {})
    const versions = await listRecords(site.engine, site.admin, 'Version', { fields: '*', limit_page_length: 0 })
    for (const answer of [record, history, versions]) expect(JSON.stringify(answer)).not.toMatch(/MARK-SECRET|"v\d\./)
    expect(record.key).toBe('********')
  })

  it('audit rows are visible to readers of their record, level by level', async () => {
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
    const dataAlone = await listRecords(engine, auditor, 'Version', { ...query, fields: 'data' })
    expect(leaks('reader', JSON.stringify(dataAlone))).toEqual([])
    expect(dataAlone.data).toEqual(seen.data.map(({ id, data }) => ({ id, data })))
    expect(JSON.stringify(dataAlone)).toContain(marks.name)
    const [hidden] = (await listRecords(engine, admin, 'Version', { filters: { ref_entity: 'Hidden' } })).data
    expect((await refusal(getRecord(engine, auditor, 'Version', hidden?.id as string))).status).toBe(403)
    const forManager = await listRecords(engine, manager, 'Version', { ...query, filters: { ref_id: 'v1' } })
    expect(JSON.stringify(forManager)).toContain(marks.pay)
  })

  it('audit rows of a former record are not those of the one that has its id now', async () => {
    const { engine, manager, admin } = site
    await createRecord(engine, admin, 'Role', { role_name: 'Diarist' })
    const versions = ((await getRecord(engine, admin, 'Entity', 'Version')) as Row).permissions as object[]
    await updateRecord(engine, admin, 'Entity', 'Version', { permissions: [...versions, rule('Diarist', 'read')] })
    const own = rule('Diarist', 'read write create delete', { if_owner: 1 })
    const permissions = [rule('System Manager', 'read write create delete'), own]
    const naming = { module: 'Test', naming_rule: 'Prompt', permissions }
    await createRecord(engine, manager, 'Entity', { id: 'Diary', fields: [{ fieldname: 'text' }], ...naming })
    await addUser(engine, 'diary@example.com', ['Diarist'])
    const diarist = await personContext(engine, 'diary@example.com')
    const textsSeen = async () => {
      const query = { filters: { ref_entity: 'Diary' }, fields: 'data,action', order_by: 'creation' }
      const { data } = await listRecords(engine, diarist, 'Version', query)
      return data.map(({ action, data: change }) => [action, (change as VersionData).changed.map(([, , now]) => now)])
    }
    await createRecord(engine, manager, 'Diary', { id: 'today', text: 'of another' })
    expect(await textsSeen()).toEqual([])
    await deleteRecord(engine, contextOf(manager.actor, ''), 'Diary', 'today')
    await createRecord(engine, diarist, 'Diary', { id: 'today', text: 'mine' })
    expect(await textsSeen()).toEqual([['Created', ['mine']]])
    await deleteRecord(engine, contextOf(diarist.actor, ''), 'Diary', 'today')
    expect(await textsSeen()).toEqual([
      ['Created', ['mine']],
      ['Deleted', [null]],
    ])
  })
})
