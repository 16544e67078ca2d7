import { type EntityRecord, Problem } from '@tavla/contract'
import { beforeAll, expect } from 'vitest'
import type { OpenTestStore } from '../store/testing.ts'
import { type Context, createRecord, getRecord, systemContext, updateRecord } from './index.ts'
import { addUser, dumpOf, engineForTests, personContext } from './testing.ts'

export type Row = EntityRecord & Record<string, unknown>
/** A way by which a user may reach data. */
export type AccessPath = (ctx: Context) => Promise<unknown>
export type Person = 'none' | 'reader' | 'owner' | 'payroll' | 'writer' | 'manager' | 'admin'

export const everyone: readonly Person[] = ['none', 'reader', 'owner', 'payroll', 'writer', 'manager', 'admin']

/** Each marker occurs in one place only, so a marker in an answer shows what leaked. */
export const marks = {
  name: 'MARK-NAME',
  pay: 'MARK-PAY',
  secret: 'MARK-SECRET',
  child: 'MARK-CHILD',
  title: 'MARK-TITLE',
  pin: 'MARK-PIN',
  plain: 'MARK-PLAIN',
} as const
type Mark = keyof typeof marks

export const maySee: Record<Person, readonly Mark[]> = {
  none: [],
  reader: ['name'],
  owner: [],
  payroll: ['name', 'pay', 'child'],
  writer: [],
  manager: ['name', 'pay', 'child', 'title', 'pin', 'plain'],
  admin: ['name', 'pay', 'child', 'title', 'pin', 'plain'],
}

/** The marks in a text that the person may not see. */
export const leaks = (person: Person, text: string) =>
  (Object.keys(marks) as Mark[]).filter((mark) => !maySee[person].includes(mark) && text.includes(marks[mark]))

export const rule = (role: string, rights: string, more: object = {}) => ({
  role,
  ...Object.fromEntries(['read', 'write', 'create', 'delete'].map((right) => [right, rights.includes(right) ? 1 : 0])),
  ...more,
})
export const managers = [
  rule('System Manager', 'read write create delete'),
  rule('System Manager', 'read write', { permlevel: 1 }),
]

/** A record of another user, whose every value is a mark. */
export const foreign = {
  ...{ id: 'v1', name: marks.name, pay: marks.pay, key: marks.secret, to: 'h1', lock: 'h1', owner: 'noa@example.com' },
  rows: [{ word: 'w', inner: marks.child, fixed: 'f' }],
}

/** An engine with an entity Vault and rules for each kind of person: `v1` belongs to none of them, `v2` to the owner. */
export function vaultTests(open: OpenTestStore) {
  const site = engineForTests(open)
  const people = {} as Record<Person, Context>
  const system = () => systemContext(site.engine)
  const define = (id: string, fields: object[], permissions: object[], more: object = {}) =>
    createRecord(site.engine, site.manager, 'Entity', { id, module: 'Test', fields, permissions, ...more })
  const stored = (id: string) => getRecord(site.engine, system(), 'Vault', id) as Promise<Row>

  beforeAll(async () => {
    const { engine, manager, admin, nobody } = site
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
    Object.assign(people, { none: nobody, manager, admin })
    for (const name of ['reader', 'owner', 'payroll', 'writer'] as const) {
      const user = `${name}@example.com`
      await addUser(engine, user, [name.replace(/^./, (first) => first.toUpperCase())])
      people[name] = await personContext(engine, user)
    }
    const link = { id: 'h1', name: marks.title, pin: marks.pin, plain: marks.plain }
    for (const entity of ['Hidden', 'Locked']) await createRecord(engine, system(), entity, link)
    await createRecord(engine, system(), 'Vault', foreign)
    await updateRecord(engine, system(), 'Vault', 'v1', { pay: `${marks.pay} 2`, key: `${marks.secret} 2` })
    await createRecord(engine, people.owner, 'Vault', { id: 'v2', name: 'mine' })
  })

  /** The answer of the call, or its refusal, as text; a refused call must not have changed the database. */
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
  return { site, people, define, system, stored, answerOf }
}
