import { randomUUIDv7 } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { onPostgres } from '../store/testing.ts'
import { type Answer, makeTestSite, passwords, type TestSite } from '../testing/test-site.ts'

const people = ['none', 'reader', 'owner', 'payroll', 'writer', 'editor', 'chief', 'manager'] as const
type Person = (typeof people)[number]

/** Their roles; Keeper, which reads and writes everything, is given to each for a while, and then taken back. */
const rolesOf: Readonly<Record<Person, readonly string[]>> = {
  none: [],
  reader: ['Reader'],
  owner: ['Owner'],
  payroll: ['Reader', 'Payroll'],
  writer: ['Writer'],
  editor: ['Editor'],
  chief: ['Editor', 'Chief'],
  manager: ['System Manager'],
}

const rule = (role: string, rights: string, more: object = {}) => ({
  role,
  ...Object.fromEntries(['read', 'write', 'create', 'delete'].map((right) => [right, rights.includes(right) ? 1 : 0])),
  ...more,
})
const keepers = ['Keeper', 'System Manager'].flatMap((role) => [
  rule(role, 'read write create delete'),
  rule(role, 'read write', { permlevel: 1 }),
])
const vaultRules = [
  ...keepers,
  rule('Reader', 'read'),
  rule('Owner', 'read write create delete', { if_owner: 1 }),
  rule('Payroll', 'read', { permlevel: 1 }),
  rule('Writer', 'write create'),
  rule('Editor', 'read write create delete'),
  rule('Chief', 'read write', { permlevel: 1 }),
]

/** Each mark is the value of one field, with the number of the state that it belongs to. */
const markPattern = /MARK-[A-Z]+/g
const values = (state: number, row?: string) => ({
  name: `MARK-NAME ${state}`,
  pay: `MARK-PAY ${state}`,
  key: `MARK-SECRET ${state}`,
  rows: [{ ...(row !== undefined && { id: row }), word: `MARK-WORD ${state}`, inner: `MARK-CHILD ${state}` }],
})

/** A record that the person changed, or deleted, while they were a keeper. */
interface Subject {
  id: string
  /** The ids of the operation, and of the version, that changed it. */
  operation: string
  version: string
  /** The `modified` that the operation replaced. */
  before: string
  /** The change as it was sent. */
  body: object
  /** Its item in the trash; blank when it was not deleted. */
  item: string
}

/** A door: how somebody who stands before it calls it, and which right of the ordinary calls lets it write. */
interface Door {
  call(as: string, subject: Subject): Promise<readonly Answer[]>
  isDeleted?: boolean
  writes?: 'fields' | 'create' | 'nothing'
}

/** Doors whose answer to a manager shows no value of the record. */
const silent = new Set([
  'undo of a deletion',
  'undo_version',
  'restore of a Trash Item',
  'deleting a Trash Item',
  'restore_field',
  'check_changes',
  'get_neighbours',
  'the repeated answer of a deletion',
])

/** Actions whose test stands with their module; each is named in that file. */
const elsewhere: Readonly<Record<string, string>> = {
  transition: 'entity/writing/transitions.test.ts',
  preview_id: 'entity/definitions/refusals.test.ts',
  send_reset_email: 'modules/core/users.test.ts',
  copy_invitation_link: 'modules/core/invitations.test.ts',
  end_sessions: 'modules/core/users.test.ts',
  get_mail_delivery: 'modules/core/users.test.ts',
  get_effective_rights: 'modules/core/users.test.ts',
  set_status: 'modules/email/communication.test.ts',
  relink: 'modules/email/communication.test.ts',
  mark_seen: 'modules/email/communication.test.ts',
  mark_communications_read: 'modules/email/communication.test.ts',
  cancel_send: 'modules/email/scheduled.test.ts',
  send_now: 'modules/email/scheduled.test.ts',
  discard_draft: 'modules/email/scheduled.test.ts',
  send_email: 'modules/email/send-email.test.ts',
  send_whatsapp: 'modules/whatsapp/send.test.ts',
  rotate_hook_token: 'modules/email/receive/hook-token.test.ts',
  test_connection: 'modules/email/email-account.test.ts',
  pull_now: 'modules/email/receive/inboxes.test.ts',
  send_test_email: 'modules/email/email-account.test.ts',
  preview: 'modules/whatsapp/send.test.ts',
  sync_templates: 'modules/whatsapp/template.test.ts',
  resend: 'modules/whatsapp/delivery.test.ts',
  send_read_receipt: 'modules/whatsapp/receive.test.ts',
  rotate_verify_token: 'modules/whatsapp/hook.test.ts',
  retry: 'modules/email/email-queue.test.ts',
  cancel: 'modules/email/email-queue.test.ts',
  initiate_web_application_flow: 'modules/google/flow.test.ts',
  follow: 'modules/work/following/follow.test.ts',
  get_copy: 'modules/workplace/copy.test.ts',
  get_token_status: 'modules/google/flow.test.ts',
  refresh_token: 'modules/google/flow.test.ts',
  revoke_token: 'modules/google/flow.test.ts',
  submit_template: 'modules/whatsapp/template.test.ts',
  sync_template: 'modules/whatsapp/template.test.ts',
}

describe('on SQLite', () => doorTests(() => makeTestSite()))
onPostgres((_open, database) => doorTests(() => makeTestSite({ database })))

function doorTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let admin: string
  const sessions = {} as Record<Person, string>
  const subjects = {} as Record<Person, Record<string, Subject>>

  const vault = '/api/entity/Vault'
  const call = (method: string, url: string, as: string, body?: object, id?: string) =>
    site.call(method, url, { as, body, ...(id !== undefined && { headers: { 'operation-id': id } }) })
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const act = (url: string, name: string, as: string, data: object) =>
    call('POST', `${url}?run_method=${name}`, as, { data })
  const log = (id: string) => `/api/entity/Operation Log/${id}`
  const trash = (id: string) => `/api/entity/Trash Item/${id}`

  const doors: Readonly<Record<string, Door>> = {
    'list of Operation Log': {
      call: async (as) => [await call('GET', '/api/entity/Operation Log?fields=["*"]&limit_page_length=500', as)],
    },
    'list of Trash Item': {
      isDeleted: true,
      call: async (as) => [await call('GET', '/api/entity/Trash Item?fields=["*"]&limit_page_length=500', as)],
    },
    'a row of Operation Log': { call: async (as, { operation }) => [await call('GET', log(operation), as)] },
    'the row of a deletion': {
      isDeleted: true,
      call: async (as, { operation }) => [await call('GET', log(operation), as)],
    },
    'a Trash Item, with record and history': {
      isDeleted: true,
      call: async (as, { item }) => [await call('GET', trash(item), as)],
    },
    get_records: {
      call: async (as, { operation }) => [await act(log(operation), 'get_records', as, {})],
    },
    'get_records of a deletion': {
      isDeleted: true,
      call: async (as, { operation }) => [await act(log(operation), 'get_records', as, {})],
    },
    undo: {
      writes: 'fields',
      call: async (as, { operation }) => [
        await act(log(operation), 'undo', as, { dry_run: 1 }),
        await act(log(operation), 'undo', as, {}),
        await call('GET', log(operation), as),
      ],
    },
    'undo of a deletion': {
      isDeleted: true,
      writes: 'create',
      call: async (as, { operation }) => [
        await act(log(operation), 'undo', as, { dry_run: 1 }),
        await act(log(operation), 'undo', as, {}),
      ],
    },
    undo_version: {
      writes: 'fields',
      call: async (as, { id, version }) => [
        await act(`${vault}/${id}`, 'undo_version', as, { version, dry_run: 1 }),
        await act(`${vault}/${id}`, 'undo_version', as, { version }),
      ],
    },
    'restore of a Trash Item': {
      isDeleted: true,
      writes: 'create',
      call: async (as, { item }) => [await act(trash(item), 'restore', as, { values: { pay: 'mine', owner: 'me' } })],
    },
    'deleting a Trash Item': {
      isDeleted: true,
      call: async (as, { item }) => [await call('DELETE', trash(item), as)],
    },
    get_history: {
      call: async (as, { id }) => [await act(`${vault}/${id}`, 'get_history', as, {})],
    },
    get_state: {
      call: async (as, { id, version }) => [
        await act(`${vault}/${id}`, 'get_state', as, { version }),
        await act(`${vault}/${id}`, 'get_state', as, { at: '2999-01-01 00:00:00' }),
      ],
    },
    restore: {
      writes: 'fields',
      call: async (as, { id, version }) => [
        await act(`${vault}/${id}`, 'restore', as, { version, side: 'before', fields: ['pay', 'key'] }),
        await act(`${vault}/${id}`, 'restore', as, { version, side: 'before' }),
      ],
    },
    'theirs of a late save': {
      writes: 'fields',
      call: async (as, { id, before }) => [
        await call('PUT', `${vault}/${id}`, as, { name: 'x', modified: before }),
        await call('PUT', `${vault}/${id}`, as, { pay: 'x', modified: before }),
      ],
    },
    'clashes of a late save': {
      writes: 'fields',
      call: async (as, { id, before }) => {
        const guess = (body: object, _base: object) =>
          call('PUT', `${vault}/${id}`, as, { ...body, modified: before, _base })
        return [
          await guess({ name: 'x' }, { name: 'y' }),
          await guess({ pay: 'x' }, { pay: 'MARK 2' }),
          await guess({ key: 'x' }, { key: 'y' }),
          await guess({ rows: [] }, { rows: [{ id: 'guess', inner: 'x' }] }),
        ]
      },
    },
    'the repeated answer': {
      writes: 'nothing',
      call: async (as, { id, operation, body }) => [
        await call('PUT', `${vault}/${id}`, as, body, operation),
        await call('PUT', `${vault}/${id}`, as, { name: 'another' }, operation),
      ],
    },
    'the repeated answer of a deletion': {
      isDeleted: true,
      call: async (as, { id, operation }) => [await call('DELETE', `${vault}/${id}`, as, undefined, operation)],
    },
    restore_field: {
      call: async (as) => [await act('/api/entity/Entity/Vault', 'restore_field', as, { fieldname: 'pay' })],
    },
    get_neighbours: {
      call: async (as, { id }) => [
        await call('GET', `/api/app/get_neighbours?entity=Vault&id=${id}`, as),
        await call('GET', `/api/app/get_neighbours?entity=Vault&id=${id}&order_by=pay`, as),
        await call('GET', `/api/app/get_neighbours?entity=Vault&id=${id}&filters={"rows.inner":["is","set"]}`, as),
      ],
    },
    check_changes: {
      call: async (as) => [await act('/api/entity/Entity/Vault', 'check_changes', as, { fields: [] })],
    },
  }

  beforeAll(async () => {
    site = await open()
    admin = await site.signIn('Administrator')
    for (const role_name of ['Keeper', 'Reader', 'Owner', 'Payroll', 'Writer', 'Editor', 'Chief'])
      await ok(call('POST', '/api/entity/Role', admin, { role_name }))
    const inner = { fieldname: 'inner', label: 'Inner', fieldtype: 'Data', permlevel: 1 }
    const row = [{ fieldname: 'word', label: 'Word', fieldtype: 'Data' }, inner]
    await ok(call('POST', '/api/entity/Entity', admin, { id: 'Vault Row', module: 'Test', type: 'Table', fields: row }))
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'pay', label: 'Pay', fieldtype: 'Data', permlevel: 1, in_list_view: 1 },
      { fieldname: 'key', label: 'Key', fieldtype: 'Password' },
      { fieldname: 'rows', label: 'Rows', fieldtype: 'Table', options: 'Vault Row' },
    ]
    const vaultEntity = {
      id: 'Vault',
      module: 'Test',
      naming_rule: 'Prompt',
      title_field: 'name',
      search_fields: 'pay',
    }
    await ok(call('POST', '/api/entity/Entity', admin, { ...vaultEntity, fields, permissions: vaultRules }))
    for (const person of people) await prepare(person)
  })

  /** Makes the person, and as a keeper changes or deletes one record for each door. */
  async function prepare(person: Person): Promise<void> {
    const email = `${person}-of-doors@example.com`
    const named = (names: readonly string[]) => ({ roles: names.map((role) => ({ role })) })
    const account = { email, full_name: person, new_password: passwords.demo }
    await ok(call('POST', '/api/user', admin, { ...account, ...named([...rolesOf[person], 'Keeper']) }))
    const as = await site.signIn(email)
    sessions[person] = as
    const names = ['spare', ...Object.keys(doors)]
    const made = await Promise.all(
      names.map((name, n) => prepareSubject(as, `${person}-${n}`, doors[name]?.isDeleted === true)),
    )
    await ok(call('PUT', `/api/user/${email}`, admin, named(rolesOf[person])))
    const ids = JSON.stringify(made.map(({ id }) => id))
    const ofThem = (entity: string, more: string) =>
      ok(call('GET', `/api/entity/${entity}?limit_page_length=0&filters=[["ref_id","in",${ids}]${more}]`, admin))
    const versions = await ofThem('Version', ',["action","!=","Created"]')
    const items = await ofThem('Trash Item', '')
    const idOf = ({ data }: { data: { id: string; ref_id: string }[] }, id: string) =>
      data.find(({ ref_id }) => ref_id === id)?.id ?? ''
    subjects[person] = Object.fromEntries(
      made.map((one, n) => [names[n], { ...one, version: idOf(versions, one.id), item: idOf(items, one.id) }]),
    )
  }

  async function prepareSubject(as: string, id: string, isDeleted: boolean) {
    const { entity } = await ok(call('POST', vault, admin, { id, ...values(1) }))
    const operation = randomUUIDv7()
    const body = values(2, entity.rows[0].id)
    if (isDeleted) await ok(call('DELETE', `${vault}/${id}`, as, undefined, operation))
    else await ok(call('PUT', `${vault}/${id}`, as, body, operation))
    return { id, operation, before: entity.modified, body }
  }

  const marksIn = (answers: readonly Answer[]) =>
    new Set(answers.flatMap(({ text, headers }) => [...(text + JSON.stringify(headers)).matchAll(markPattern)].flat()))
  /** The values of the record as it is stored, or none when it is gone. */
  async function storedValues(id: string): Promise<Readonly<Record<string, unknown>>> {
    const { entity } = (await call('GET', `${vault}/${id}`, admin)).json
    const [row] = entity?.rows ?? []
    return { name: entity?.name, pay: entity?.pay, rows: entity?.rows?.length, word: row?.word, inner: row?.inner }
  }
  const changedIn = (one: Readonly<Record<string, unknown>>, other: typeof one) =>
    Object.keys(one).filter((name) => one[name] !== other[name])

  describe.each(people)('%s', (person) => {
    const readable = async () => {
      const { id } = subjects[person].spare as Subject
      const filters = encodeURIComponent(JSON.stringify({ id }))
      const listed = `${vault}?fields=["*"]&filters=${filters}`
      return marksIn([
        await call('GET', `${vault}/${id}`, sessions[person]),
        await call('GET', listed, sessions[person]),
      ])
    }

    /** The fields that an ordinary update changes. */
    const writableFields = async () => {
      const { id, body } = subjects[person].spare as Subject
      const before = await storedValues(id)
      await call('PUT', `${vault}/${id}`, sessions[person], JSON.parse(JSON.stringify(body).replaceAll(' 2"', ' 3"')))
      return new Set(changedIn(before, await storedValues(id)))
    }

    test('reads through each door no field that the ordinary calls do not show, and writes none that they refuse', async () => {
      const as = sessions[person]
      const reads = await readable()
      const writable = await writableFields()
      for (const [name, { call: open, isDeleted = false, writes = 'nothing' }] of Object.entries(doors)) {
        const subject = subjects[person][name] as Subject
        const before = await storedValues(subject.id)
        const seen = marksIn(await open(as, subject))
        expect([name, [...seen].filter((mark) => !reads.has(mark))]).toEqual([name, []])
        if (person === 'manager' && !silent.has(name))
          expect([name, [...seen]]).toEqual([name, expect.arrayContaining(['MARK-NAME'])])
        const changed = changedIn(before, await storedValues(subject.id))
        if (isDeleted && changed.length > 0) expect([name, writes, await mayCreate()]).toEqual([name, 'create', true])
        else if (changed.length > 0) expect([name, writes]).toEqual([name, 'fields'])
        if (!isDeleted) expect([name, changed.filter((field) => !writable.has(field))]).toEqual([name, []])
      }

      async function mayCreate() {
        return (await call('POST', vault, as, { id: randomUUIDv7(), name: 'made' })).status === 200
      }
    })
  })

  test('only managers who may delete the records empty the trash', async () => {
    const { item } = subjects.none['deleting a Trash Item'] as Subject
    for (const person of people.filter((one) => one !== 'manager')) {
      const { status } = await call('POST', '/api/app/empty_trash', sessions[person], { entity: 'Vault' })
      expect([person, status]).toEqual([person, 403])
    }
    expect((await call('GET', trash(item), admin)).status).toBe(200)
  })

  test('each registered action is a door above, or has its test elsewhere', () => {
    const names = new Set(site.site.engine.actions.map(({ name }) => name))
    const known = [...Object.keys(doors), ...Object.keys(elsewhere)]
    expect([...names].filter((name) => !known.includes(name))).toEqual([])
    for (const [name, file] of Object.entries(elsewhere))
      expect([name, readFileSync(path.join(import.meta.dirname, '..', file), 'utf8').includes(name)]).toEqual([
        name,
        true,
      ])
  })
}
