import { beforeAll, describe, expect, test } from 'vitest'
import { actorOf, contextOf } from '../entity/index.ts'
import { onPostgres } from '../store/testing.ts'
import { type Answer, makeTestSite, type TestSite } from '../testing/test-site.ts'

type Values = Readonly<Record<string, unknown>>
type Stored = Values & { id: string; modified: string }

/** A rule about records, and a way to break it. */
interface Condition {
  /** The record in three legal steps: as it is made, as the first write leaves it, and as the second one does. */
  start: Values
  first: Values
  second: Values
  /** Values that break the rule. The way back from the first step breaks it, too. */
  attack: Values
  /** Whether the rule holds for the record as it is, before which it stood so. */
  holds(now: Stored, before: Stored): boolean
  /** Kinds of doors that the rule leaves open. */
  open?: readonly Kind[]
}

type Kind = 'create' | 'import of new' | 'change'

const conditions: Readonly<Record<string, Condition>> = {
  required: {
    start: { need: '', strict: 0 },
    first: { need: 'given' },
    second: { strict: 1 },
    attack: { need: '' },
    holds: ({ need, strict }) => strict !== 1 || Boolean(need),
  },
  locked: {
    start: { frozen: 'old', closed: 0 },
    first: { frozen: 'kept' },
    second: { closed: 1 },
    attack: { frozen: 'old' },
    holds: ({ frozen }, before) => frozen === before.frozen,
    // A new record has no locked field.
    open: ['create', 'import of new'],
  },
  fetched: {
    start: { good: 'cheap' },
    first: { good: 'dear' },
    second: { title: 'second' },
    attack: { price: 1 },
    holds: ({ good, price }) => price === { cheap: 10, dear: 20 }[String(good)],
  },
  formula: {
    start: { n: 1 },
    first: { n: 2 },
    second: { title: 'second' },
    attack: { twice: 99 },
    holds: ({ n, twice }) => twice === Number(n) * 2,
  },
  'formula of rows': {
    start: { rows: [{ n: 1 }] },
    first: { rows: [{ n: 2 }, { n: 3 }] },
    second: { title: 'second' },
    attack: { rows: [{ n: 4, twice: 99 }], sum: 99 },
    holds({ rows, sum }) {
      const all = rows as { n: number; twice: number }[]
      return all.every(({ n, twice }) => twice === n * 2) && sum === all.reduce((total, { n }) => total + n * 2, 0)
    },
  },
  transition: {
    start: { state: 'New' },
    first: { state: 'Open' },
    second: { title: 'second' },
    attack: { state: 'New' },
    holds: ({ state }, before) => state === before.state,
    open: ['create', 'import of new'],
  },
  'transition without its reason': {
    start: { state: 'New' },
    first: { state: 'Open' },
    second: { title: 'second' },
    attack: { state: 'Shut' },
    holds: ({ state }, before) => state === before.state,
    open: ['import of new'],
  },
}
const names = Object.keys(conditions)

describe('on SQLite', () => matrixTests(() => makeTestSite()))
onPostgres((_open, database) => matrixTests(() => makeTestSite({ database })))

function matrixTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string

  const call = (method: string, url: string, body?: object) =>
    site.call(method, url, { as: staff, ...(body && { body }) })
  const ok = async (answer: Promise<Answer>) => {
    const { status, text, json } = await answer
    expect([status, status === 200 ? '' : text]).toEqual([200, ''])
    return json
  }
  const path = '/api/entity/Gate'
  const read = async (id: string): Promise<Stored> => (await ok(call('GET', `${path}/${id}`))).entity
  const put = (id: string, body: object) => ok(call('PUT', `${path}/${id}`, body))
  const act = (url: string, name: string, data: object) => call('POST', `${url}?run_method=${name}`, { data })
  const versionsOf = async (id: string): Promise<{ id: string; operation_id: string }[]> =>
    (await ok(act(`${path}/${id}`, 'get_history', {}))).data

  beforeAll(async () => {
    site = await open()
    const manager = await site.signIn('manager@example.com')
    staff = await site.signIn('staff@example.com')
    const define = (body: object) =>
      ok(
        site.call('POST', '/api/entity/Entity', {
          as: manager,
          body: { module: 'Test', naming_rule: 'Prompt', ...body },
        }),
      )
    const field = (fieldname: string, fieldtype = 'Data', more: object = {}) => ({
      ...{ fieldname, fieldtype, label: fieldname },
      ...more,
    })
    await define({ id: 'Gate Good', fields: [field('price', 'Currency')] })
    const twice = field('twice', 'Int', { formula: 'n * 2' })
    await define({ id: 'Gate Row', type: 'Table', naming_rule: undefined, fields: [field('n', 'Int'), twice] })
    await define({
      id: 'Gate',
      title_field: 'title',
      state_field: 'state',
      transitions: [
        { title: 'Begin', from_states: 'New', to_state: 'Open' },
        { title: 'Shut', from_states: 'Open', to_state: 'Shut', needs_reason: 1 },
      ],
      fields: [
        field('title'),
        field('state', 'Select', { options: 'New\nOpen\nShut' }),
        field('strict', 'Check'),
        field('need', 'Data', { mandatory_depends_on: 'strict' }),
        field('closed', 'Check'),
        field('frozen', 'Data', { read_only_depends_on: 'closed' }),
        field('good', 'Link', { options: 'Gate Good' }),
        field('price', 'Currency', { fetch_from: 'good.price', read_only: 1 }),
        field('n', 'Int'),
        twice,
        field('rows', 'Table', { options: 'Gate Row' }),
        field('sum', 'Int', { formula: 'sum(rows.map(r, r.twice))' }),
      ],
    })
    for (const [id, price] of Object.entries({ cheap: 10, dear: 20 })) {
      await ok(call('POST', '/api/entity/Gate Good', { id, price }))
    }
  })

  /** The record after its legal steps, with the states that it had. */
  async function prepare(name: string, door: string) {
    const { start, first, second } = conditions[name] as Condition
    const id = `${name} by ${door}`
    const made = (await ok(call('POST', path, { id, ...start }))).entity as Stored
    await put(id, first)
    const operation = (await versionsOf(id))[0]?.operation_id ?? ''
    await put(id, second)
    return { id, made, operation, before: await read(id) }
  }

  const csv = (records: readonly Values[]) => {
    const columns = [...new Set(records.flatMap((one) => Object.keys(one)))]
    const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value ?? ''))
    return [columns, ...records.map((one) => columns.map((name) => textOf(one[name] ?? '')))]
      .map((line) => line.join())
      .join('\n')
  }

  async function importFile(records: readonly Values[], options: object): Promise<void> {
    const actor = await actorOf(site.site.engine, 'staff@example.com')
    if (!actor) throw new Error('The demo user is missing')
    const content = Buffer.from(csv(records))
    const { file_url: file } = await site.site.files.save(contextOf(actor, ''), { fileName: 'list.csv', content })
    const job = async (body: object) => {
      const { data } = await ok(call('POST', `${path}/import`, body))
      await site.settled()
      return (await ok(call('GET', `/api/entity/Job/${data.job}`))).entity
    }
    const { result } = await job({ file, options, plan: 1 })
    await job({ plan_id: result.plan_id, on_error: 'skip' })
  }

  interface Target {
    before: Stored
    values: Values
  }
  const each =
    (enter: (before: Stored, values: Values) => Promise<unknown>) =>
    async (targets: readonly Target[]): Promise<void> => {
      for (const { before, values } of targets) await enter(before, values)
    }

  /** Doors through which values come into stored records. */
  const changes: Readonly<Record<string, (targets: readonly Target[]) => Promise<void>>> = {
    'a change': each(({ id }, values) => call('PUT', `${path}/${id}`, values)),
    'a change by the id in its body': each(({ id }, values) => call('PUT', path, { id, ...values })),
    'a late save that is merged': each(({ id, modified, ...before }, values) => {
      const _base = Object.fromEntries(Object.keys(values).map((name) => [name, before[name as never]]))
      return call('PUT', `${path}/${id}`, { ...values, modified, _base })
    }),
    'a bulk update': each(({ id }, values) => call('POST', `${path}/bulk-update`, { entities: [{ id, ...values }] })),
    'a bulk job': each(async ({ id }, change) => {
      const body = { target: { ids: [id] }, change }
      const { json } = await call('POST', `${path}/bulk`, { ...body, plan: 1 })
      if (json.data) await call('POST', `${path}/bulk`, { ...body, plan_id: json.data.plan_id })
      await site.settled()
    }),
    'the transition call': each(({ id, state }, { state: to = state, ...values }) =>
      act(`${path}/${id}`, 'transition', { to, values }),
    ),
    'an import': (targets) => {
      const columns = new Set(targets.flatMap(({ values }) => Object.keys(values)))
      const records = targets.map(({ before, values }) => {
        // A cell that is left blank would empty its field.
        const rest = [...columns].map((name) => [name, before[name as never]])
        return { id: before.id, ...Object.fromEntries(rest), ...values }
      })
      return importFile(records, { key: 'id', mode: 'update' })
    },
  }

  test.each(Object.keys(changes))('%s leaves every rule in force, and lets other values in', async (door) => {
    const enter = changes[door] as (typeof changes)[string]
    // Neither files of one table nor bulk changes have rows.
    const isFlat = door === 'an import' || door === 'a bulk job'
    const tried = names.filter((name) => !isFlat || !('rows' in (conditions[name] as Condition).attack))
    const targets: (Target & { name: string })[] = []
    for (const name of tried) {
      const { before } = await prepare(name, door)
      targets.push({ name, before, values: (conditions[name] as Condition).attack })
    }
    await enter(targets)
    for (const { name, before } of targets) {
      expect([name, conditions[name]?.holds(await read(before.id), before)]).toEqual([name, true])
    }
    if (door === 'the transition call') return
    const legal = await Promise.all(
      targets.map(async ({ before }) => ({ before: await read(before.id), values: { title: 'let in' } })),
    )
    await enter(legal)
    for (const { name, before } of targets) expect([name, (await read(before.id)).title]).toEqual([name, 'let in'])
  })

  test.each(['create', 'import of new'] as const)(
    '%s leaves every rule in force, and lets other values in',
    async (door) => {
      const made = names.flatMap((name) => {
        const { start, first, second, attack, open: left } = conditions[name] as Condition
        if (left?.includes(door) || (door !== 'create' && 'rows' in attack)) return []
        const id = `${name} by ${door}`
        return [{ name, id, values: { ...start, ...first, ...second, ...attack } }]
      })
      const legal = { id: `legal by ${door}`, title: 'let in' }
      const records = [...made.map(({ id, values }) => ({ id, ...values })), legal]
      if (door === 'import of new') await importFile(records, { mode: 'create' })
      else for (const record of records) await call('POST', path, record)
      for (const { name, id } of made) {
        const { status, json } = await call('GET', `${path}/${id}`)
        const isLegal = status === 404 || conditions[name]?.holds(json.entity, { ...json.entity, state: 'New' })
        expect([name, isLegal]).toEqual([name, true])
      }
      expect((await read(legal.id)).title).toBe('let in')
    },
  )

  /** Doors through which a former state comes back. */
  const returns: Readonly<Record<string, (record: Awaited<ReturnType<typeof prepare>>) => Promise<Answer>>> = {
    'an undo': ({ operation }) => act(`/api/entity/Operation Log/${operation}`, 'undo', {}),
    'an undo of one version': async ({ id }) =>
      act(`${path}/${id}`, 'undo_version', { version: (await versionsOf(id))[1]?.id }),
    'a restore of a former state': async ({ id }) =>
      act(`${path}/${id}`, 'restore', { version: (await versionsOf(id)).at(-1)?.id }),
  }

  test.each(Object.keys(returns))('%s leaves every rule in force', async (door) => {
    for (const name of names) {
      const record = await prepare(name, door)
      await returns[door]?.(record)
      const now = await read(record.id)
      // With the whole state its own conditions come back, too.
      expect([name, conditions[name]?.holds(now, record.before)]).toEqual([name, true])
    }
  })

  test('a return from the trash leaves every rule in force', async () => {
    for (const name of names) {
      const { id, before } = await prepare(name, 'trash')
      await ok(call('DELETE', `${path}/${id}`))
      const { data } = await ok(call('GET', `/api/entity/Trash Item?filters={"ref_id":"${id}"}`))
      const { attack, holds } = conditions[name] as Condition
      const restore = (values?: Values) =>
        act(`/api/entity/Trash Item/${data[0].id}`, 'restore', values ? { values } : {})
      const answer = await restore(attack)
      if (answer.status !== 200) await ok(restore())
      expect([name, holds(await read(id), before)]).toEqual([name, true])
    }
  })
}
