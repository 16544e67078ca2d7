import { translateMessage } from '@tavla/i18n'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { definitionTests, type FieldRow, type Row } from '../definitions/testing.ts'
import {
  bulkUpdate,
  type Context,
  createIn,
  createRecord,
  entityMeta,
  getRecord,
  runAction,
  updateRecord,
  writeBlock,
  writeManyRecords,
} from '../index.ts'
import { refusal } from '../testing.ts'

const states = 'New\nPicking\nShipped\nCancelled'

/** From New by Pick, by roles, by condition, by reason and by asked fields, each to a state of its own. */
const ways: (Record<string, string | number> & { title: string })[] = [
  { title: 'Pick', from_states: 'New', to_state: 'Picking', is_primary: 1 },
  {
    ...{
      title: 'Ship',
      from_states: 'Picking',
      to_state: 'Shipped',
      condition: 'weight > 0 && old.status == "Picking"',
    },
    ask_fields: 'carrier',
  },
  { title: 'Cancel', from_states: 'New\nPicking', to_state: 'Cancelled', needs_reason: 1 },
  { title: 'Reopen', from_states: 'Cancelled', to_state: 'New', roles: 'Operator' },
]

eachStore((open) => {
  const { site, define, create, save, text, fieldsOf, get: getAs } = definitionTests(open)

  beforeAll(() => {
    site.engine.say = async (message, language) => translateMessage(new Map(), message, language)
  })

  const makeOrders = (more: object = {}, fields: FieldRow[] = []) =>
    define(
      [
        { fieldname: 'subject' },
        { fieldname: 'status', fieldtype: 'Select', options: states },
        { fieldname: 'weight', fieldtype: 'Float' },
        { fieldname: 'carrier' },
        ...fields,
      ],
      { state_field: 'status', transitions: ways, ...more },
    )
  const get = (entity: string, id: string, ctx: Context = site.staff) =>
    getRecord(site.engine, ctx, entity, id) as Promise<Row>
  const put = (entity: string, id: string, body: object, ctx: Context = site.staff) =>
    updateRecord(site.engine, ctx, entity, id, body) as Promise<Row>
  const take = (entity: string, id: string, data: object, ctx: Context = site.staff) =>
    runAction(site.engine, ctx, entity, id, 'transition', data) as Promise<{ entity: Row }>
  /** A record that the server itself puts into a state. */
  const makeIn = (entity: string, status: string, more: object = {}) => create(entity, { status, ...more })

  /** The doors by which a person changes the state of one record. */
  const doors: Record<
    string,
    (entity: string, id: string, body: Record<string, unknown>, ctx?: Context) => Promise<unknown>
  > = {
    'a change': put,
    'a bulk update': (entity, id, body, ctx = site.staff) =>
      bulkUpdate(site.engine, ctx, entity, { entities: [{ id, ...body }] }),
    'a bulk change': async (entity, id, change, ctx = site.staff) => {
      const { refused } = await writeBlock(site.engine, ctx, { entity, write: { do: 'change', change }, ids: [id] })
      if (refused[0]) throw refused[0].problem
    },
    'the call': (entity, id, { status, _reason, ...values }, ctx = site.staff) =>
      take(entity, id, { to: status, reason: _reason, values }, ctx),
  }

  describe.each(Object.entries(doors))('%s', (_name, change) => {
    it('takes the ways that the rows give, and no other', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, { subject: 'A' })
      expect(await text(change(orders, id, { status: 'Shipped' }))).toEqual([
        ...[409, '{0} cannot go from {1} to {2}.', { translate: 'Status', context: orders }],
        ...[
          { translate: 'New', context: orders },
          { translate: 'Shipped', context: orders },
        ],
      ])
      await change(orders, id, { status: 'Picking' })
      expect(await get(orders, id)).toMatchObject({ status: 'Picking' })
    })

    it('is for those who hold one of the roles', async () => {
      const orders = await makeOrders()
      const { id } = await makeIn(orders, 'Cancelled')
      for (const ctx of [site.staff, site.manager, site.admin]) {
        expect(await text(change(orders, id, { status: 'New' }, ctx))).toEqual([
          ...[403, 'Only for {0}.', [{ translate: 'Operator' }]],
        ])
      }
      expect(await get(orders, id)).toMatchObject({ status: 'Cancelled' })
    })

    it('needs its reason, and keeps it in the history', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, {})
      for (const _reason of [undefined, '', '  ']) {
        const { status, type, detail } = await refusal(change(orders, id, { status: 'Cancelled', _reason }))
        expect([status, type, detail.text]).toEqual([417, 'ValidationError', 'A reason is needed.'])
      }
      await change(orders, id, { status: 'Cancelled', _reason: ' Sold out ' })
      const [last] = (await runAction(site.engine, site.staff, orders, id, 'get_history', {})) as {
        data: { transition: unknown }
      }[]
      expect(last?.data.transition).toEqual({ title: 'Cancel', reason: 'Sold out', forced: 0 })
    })

    it('asks for its fields before its condition', async () => {
      const orders = await makeOrders()
      const { id } = await makeIn(orders, 'Picking')
      const { type, errors } = await refusal(change(orders, id, { status: 'Shipped' }))
      expect([type, errors?.map(({ fieldname }) => fieldname)]).toEqual(['MandatoryError', ['carrier']])
      expect(await text(change(orders, id, { status: 'Shipped', carrier: 'DHL' }))).toEqual([
        ...[409, '{0} is not possible now: {1}', { translate: 'Ship', context: orders }],
        'Weight > 0 && old.Status == "Picking"',
      ])
      await create(orders, {})
      await put(orders, id, { weight: 2 })
      await change(orders, id, { status: 'Shipped', carrier: 'DHL' })
      expect(await get(orders, id)).toMatchObject({ status: 'Shipped', carrier: 'DHL' })
    })
  })

  describe('a new record', () => {
    it('begins in the default, else in the first state', async () => {
      const orders = await makeOrders()
      const made = (await createRecord(site.engine, site.staff, orders, {})) as Row
      expect(made.status).toBe('New')
      expect(((await createRecord(site.engine, site.staff, orders, { status: '' })) as Row).status).toBe('New')
      await save(orders, {
        fields: (await fieldsOf(orders)).map((field) =>
          field.fieldname === 'status' ? { ...field, default: 'Picking' } : field,
        ),
      })
      expect(((await createRecord(site.engine, site.staff, orders, {})) as Row).status).toBe('Picking')
    })

    it('begins elsewhere only in an import, or for a System Manager', async () => {
      const orders = await makeOrders()
      expect(await text(createRecord(site.engine, site.staff, orders, { status: 'Shipped' }))).toEqual([
        ...[409, '{0} cannot go from {1} to {2}.', { translate: 'Status', context: orders }],
        ...[
          { translate: 'New', context: orders },
          { translate: 'Shipped', context: orders },
        ],
      ])
      const { status } = (await createRecord(site.engine, site.manager, orders, { status: 'Shipped' })) as Row
      expect(status).toBe('Shipped')
      const imported = await writeManyRecords(site.engine, orders, (tx) =>
        createIn(site.engine, { ...site.staff, imports: true }, tx, orders, { status: 'Cancelled' }),
      )
      expect(imported.row.status).toBe('Cancelled')
    })
  })

  describe('the call', () => {
    it('names the state or the row', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, {})
      const [pick] = (await get(orders, id))._transitions ?? []
      expect((await refusal(take(orders, id, {}))).status).toBe(417)
      expect((await refusal(take(orders, id, { to: '', transition: 7 }))).status).toBe(417)
      expect((await refusal(take(orders, id, { transition: 'elsewhere' }))).status).toBe(404)
      expect((await refusal(take(orders, id, { to: 'Picking', values: [] }))).status).toBe(417)
      expect((await refusal(take(orders, id, { to: 'Picking', reason: 5 }))).status).toBe(417)
      expect((await refusal(take(orders, id, { to: 'Picking', values: { weight: 3 } }))).status).toBe(417)
      const { entity } = await take(orders, id, { transition: pick?.id })
      expect(entity).toMatchObject({ id, status: 'Picking', _rights: { write: 1 } })
      expect(entity._transitions?.map(({ title }) => title)).toEqual(['Ship', 'Cancel'])
    })

    it('tells the second of two the state that the first one left', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, {})
      const { modified } = await get(orders, id)
      const outcomes = await Promise.allSettled([
        take(orders, id, { to: 'Picking', modified }),
        take(orders, id, { to: 'Cancelled', reason: 'Twice', modified }),
        take(orders, id, { to: 'Picking', modified }),
      ])
      const won = outcomes.filter(({ status }) => status === 'fulfilled')
      expect(won).toHaveLength(1)
      const { status } = await get(orders, id)
      for (const lost of outcomes) {
        if (lost.status === 'fulfilled') continue
        const { status: code, type, detail } = lost.reason
        // From Picking one may still cancel, but not on the ground of an older state.
        const isOlder = type === 'TimestampMismatchError' && status === 'Picking'
        const told = (detail.args as readonly unknown[] | undefined)?.[1]
        expect([code, isOlder || told]).toEqual([409, isOlder || { translate: status, context: orders }])
      }
    })

    it('is forced by a System Manager alone, with a reason that stays', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, {})
      const forced = { to: 'Shipped', force: 1 }
      expect((await refusal(take(orders, id, { ...forced, reason: 'Now' }))).status).toBe(403)
      expect(await text(take(orders, id, forced, site.manager))).toEqual([417, 'A reason is needed.'])
      expect((await refusal(take(orders, id, { ...forced, to: 'Lost', reason: 'x' }, site.manager))).status).toBe(417)
      expect((await refusal(put(orders, id, { status: 'Shipped', force: 1, _reason: 'x' }, site.manager))).status).toBe(
        409,
      )
      await take(orders, id, { ...forced, reason: 'Sent by hand' }, site.manager)
      const [last] = (await runAction(site.engine, site.staff, orders, id, 'get_history', {})) as {
        data: { transition: unknown }
      }[]
      expect(last?.data.transition).toEqual({ title: 'Shipped', reason: 'Sent by hand', forced: 1 })
    })

    it('leads out of a value that is no option anymore only by force, or from any state', async () => {
      const orders = await makeOrders()
      const { id } = await makeIn(orders, 'Picking')
      await save(orders, {
        fields: (await fieldsOf(orders)).map((field) =>
          field.fieldname === 'status' ? { ...field, options: 'New\nShipped' } : field,
        ),
        transitions: [{ title: 'Ship', from_states: 'New', to_state: 'Shipped' }],
      })
      expect((await refusal(take(orders, id, { to: 'New' }, site.manager))).status).toBe(409)
      await take(orders, id, { to: 'New', force: 1, reason: 'Picking is gone' }, site.manager)
      expect((await get(orders, id)).status).toBe('New')
    })

    it('takes the first open row to a state, else tells why the last one is closed', async () => {
      const orders = await makeOrders({
        transitions: [
          { title: 'Send', to_state: 'Shipped', condition: 'weight > 5' },
          { title: 'Hurry', to_state: 'Shipped', roles: 'Operator' },
          { title: 'Carry', to_state: 'Shipped', condition: 'weight > 1', else_text: 'Weigh it first.' },
        ],
      })
      const { id } = await create(orders, {})
      expect(await text(put(orders, id, { status: 'Shipped' }))).toEqual([
        ...[409, '{0} is not possible now: {1}', { translate: 'Carry', context: orders }],
        { translate: 'Weigh it first.', context: orders },
      ])
      await put(orders, id, { status: 'Shipped', weight: 2 })
      const history = (await runAction(site.engine, site.staff, orders, id, 'get_history', {})) as {
        data: { transition: { title: string } }
      }[]
      expect(history[0]?.data.transition.title).toBe('Carry')
    })

    it('moves a state that people cannot write by hand', async () => {
      const orders = await makeOrders()
      await save(orders, {
        fields: (await fieldsOf(orders)).map((field) =>
          field.fieldname === 'status' ? { ...field, read_only: 1 } : field,
        ),
      })
      const { id } = await create(orders, {})
      expect((await put(orders, id, { status: 'Picking', subject: 'B' })).status).toBe('New')
      expect((await take(orders, id, { to: 'Picking' })).entity.status).toBe('Picking')
    })
  })

  describe('a record', () => {
    it('tells the ways from its state, and why some are closed', async () => {
      const orders = await makeOrders({ states: [{ title: 'Shipped', color: 'Green' }] })
      const { id } = await makeIn(orders, 'Picking', { carrier: 'DHL' })
      const [ship, cancel, ...others] = (await get(orders, id))._transitions ?? []
      expect(others).toEqual([])
      expect(ship).toEqual({
        ...{ id: expect.any(String), title: 'Ship', to: 'Shipped', color: 'Green', is_primary: 0, allowed: 0 },
        ...{ why: expect.stringContaining('is not possible now'), needs_reason: 0, ask_fields: ['carrier'] },
      })
      expect(cancel).toMatchObject({ title: 'Cancel', color: 'Gray', allowed: 1, why: null, needs_reason: 1 })
      const closed = await makeIn(orders, 'Cancelled')
      expect((await get(orders, closed.id))._transitions).toMatchObject([{ title: 'Reopen', allowed: 0 }])
      expect((await get('Role', 'Staff', site.manager))._transitions).toBeUndefined()
    })

    it('keeps its conditions from those who may not read the definition', async () => {
      const orders = await makeOrders({
        permissions: [
          { role: 'All', read: 1, write: 1 },
          { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
        ],
      })
      const { id } = await makeIn(orders, 'Picking', { carrier: 'DHL' })
      expect(await text(put(orders, id, { status: 'Shipped' }, site.nobody))).toEqual([
        ...[409, '{0} is not possible now.', { translate: 'Ship', context: orders }],
      ])
      const metaOf = (ctx: Context) => entityMeta(site.engine, ctx, orders)
      expect(metaOf(site.nobody).meta.doc_meta.transitions?.map(({ condition }) => condition)).toEqual(
        ways.map(() => null),
      )
      const { meta, etag } = metaOf(site.manager)
      expect(etag).not.toBe(metaOf(site.nobody).etag)
      expect(meta.doc_meta).toMatchObject({ state_field: 'status', has_notes: 1 })
      expect(meta.doc_meta.transitions?.[1]).toMatchObject({
        ...{
          from_states: ['Picking'],
          to_state: 'Shipped',
          condition: ways[1]?.condition as string,
          ask_fields: ['carrier'],
        },
        ...{ roles: [], else_text: null, needs_reason: 0, is_primary: 0 },
      })
    })

    it('goes to no state that its caller may not write', async () => {
      const orders = await makeOrders({
        permissions: [
          { role: 'Staff', read: 1 },
          { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
        ],
      })
      const { id } = await create(orders, {})
      expect((await refusal(take(orders, id, { to: 'Picking' }))).status).toBe(403)
      const shown = (await get(orders, id))._transitions ?? []
      expect(shown.map(({ allowed, why }) => [allowed, typeof why])).toEqual([
        [0, 'string'],
        [0, 'string'],
      ])
    })
  })

  describe('the way back', () => {
    it('is skipped by an undo where no open row leads back', async () => {
      const orders = await makeOrders()
      const { id } = await create(orders, {})
      await put(orders, id, { status: 'Picking', subject: 'B' })
      const versions = (await runAction(site.engine, site.staff, orders, id, 'get_history', {})) as {
        id: string
      }[]
      const first = versions.at(-1)?.id
      const { entity, not_restored } = (await runAction(site.engine, site.staff, orders, id, 'restore', {
        version: first,
      })) as { entity: Row; not_restored: object[] }
      expect(entity).toMatchObject({ status: 'Picking', subject: null })
      expect(not_restored).toMatchObject([
        { fieldname: 'status', reason: 'invalid', message: expect.stringContaining('cannot go from') },
      ])
    })
  })

  it('a definition with other states leaves its transitions when they are not sent', async () => {
    const orders = await makeOrders()
    await save(orders, { icon: 'box' })
    const { transitions } = await getAs('Entity', orders)
    expect((transitions as FieldRow[]).map(({ title }) => title)).toEqual(ways.map(({ title }) => title))
    await save(orders, { transitions: [] })
    expect((await getAs('Entity', orders)).transitions).toEqual([])
  })
})
