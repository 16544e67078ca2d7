import type { EntityRecord, RestoreAnswer, StateAnswer, VersionRecord } from '@tavla/contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { altered, definitionTests, type FieldRow, renamed, without } from '../definitions/testing.ts'
import { type Context, deleteRecord, getRecord, runAction, updateRecord } from '../index.ts'
import { refusal } from '../testing.ts'

const field = (fieldname: string, fieldtype = 'Data', more: object = {}) => ({
  fieldname,
  label: fieldname[0]?.toUpperCase() + fieldname.slice(1),
  fieldtype,
  ...more,
})

eachStore((open) => {
  const { site, create, define, reshape } = definitionTests(open)
  let rowType: string
  let type: string
  beforeAll(async () => {
    rowType = await define([field('step'), field('hours', 'Int')], { type: 'Table' })
    type = await define(
      [
        field('name', 'Data', { in_list_view: 1 }),
        field('points', 'Int'),
        field('extra', 'JSON'),
        field('code', 'Password'),
        field('wage', 'Currency', { permlevel: 1 }),
        field('contact', 'Link', { options: 'Contact' }),
        field('steps', 'Table', { options: rowType }),
      ],
      { title_field: 'name' },
    )
  })

  const act = <T>(ctx: Context, entity: string, id: string, name: string, data: object) =>
    runAction(site.engine, ctx, entity, id, name, data) as Promise<T>
  const historyOf = (entity: string, id: string) => act<VersionRecord[]>(site.manager, entity, id, 'get_history', {})
  const stateOf = (entity: string, id: string, data: object, ctx = site.manager) =>
    act<StateAnswer>(ctx, entity, id, 'get_state', data)
  const restore = (entity: string, id: string, data: object, ctx = site.manager) =>
    act<RestoreAnswer>(ctx, entity, id, 'restore', data)
  const save = (entity: string, id: string, body: object, ctx = site.manager) =>
    updateRecord(site.engine, ctx, entity, id, body)
  const stepsOf = (record: EntityRecord) =>
    (record.steps as FieldRow[]).map(({ id, step, hours }) => ({ id, step, hours }))
  /** The newest version's id. */
  const newest = async (entity: string, id: string) => String((await historyOf(entity, id))[0]?.id)
  const change = async (entity: string, id: string, body: object) => {
    const record = await save(entity, id, body)
    return { record, version: await newest(entity, id) }
  }

  describe('get_state', () => {
    it('answers the record right after each of its versions', async () => {
      const made = await create(type, { name: 'a', points: 1, extra: { a: [1] }, steps: [{ step: 'x', hours: 1 }] })
      const first = {
        record: await getRecord(site.engine, site.manager, type, made.id),
        version: await newest(type, made.id),
      }
      const [row] = stepsOf(first.record)
      const second = await change(type, made.id, {
        name: 'b',
        extra: { b: 'word' },
        steps: [{ step: 'y' }, { ...row, hours: 2 }],
      })
      const third = await change(type, made.id, { points: 3, extra: null, steps: [] })
      for (const { record, version } of [first, second, third]) {
        const { entity, ...rest } = await stateOf(type, made.id, { version })
        for (const name of ['name', 'points', 'extra', 'modified']) expect(entity[name]).toEqual(record[name])
        expect(stepsOf(entity)).toEqual(stepsOf(record))
        expect(rest).toEqual({ version, at: record.modified, complete: 1 })
      }
    })

    it('answers the record at a time: from the `modified` of a write on, what that write made', async () => {
      const made = await create(type, { name: 'a' })
      const { modified: creation } = await getRecord(site.engine, site.manager, type, made.id)
      const { record, version } = await change(type, made.id, { name: 'b' })
      await change(type, made.id, { name: 'c' })
      expect(await stateOf(type, made.id, { at: record.modified })).toMatchObject({
        entity: { name: 'b', modified: record.modified },
        version,
        complete: 1,
      })
      expect(await stateOf(type, made.id, { at: creation })).toMatchObject({ entity: { name: 'a' }, complete: 1 })
      expect((await refusal(stateOf(type, made.id, { at: '2001-01-05 10:00:00' }))).status).toBe(404)
    })

    it('tells where the history begins, when that is later', async () => {
      const untold = await define([field('name')], { track_changes: 0 })
      const { id } = await create(untold, { name: 'a' })
      const { modified } = await save(untold, id, { name: 'b' })
      await save('Entity', untold, { track_changes: 1 })
      const { record } = await change(untold, id, { name: 'c' })
      expect(await stateOf(untold, id, { at: modified })).toMatchObject({
        entity: { name: 'b' },
        version: null,
        complete: 0,
        since: record.modified,
      })
    })

    it('shows no password, and only the fields that the caller may read', async () => {
      const { id } = await create(type, { name: 'a', code: 'secret', wage: 5 })
      const version = await newest(type, id)
      await save(type, id, { name: 'b', wage: 6 })
      const { entity } = await stateOf(type, id, { version })
      expect(entity).toMatchObject({ name: 'a', wage: 5 })
      expect(entity).not.toHaveProperty('code')
      const seen = (await stateOf(type, id, { version }, site.staff)).entity
      expect(seen).toMatchObject({ name: 'a' })
      expect(seen).not.toHaveProperty('wage')
      expect((await refusal(stateOf(type, id, { version }, site.nobody))).status).toBe(403)
    })

    it('refuses a call without a moment, and versions of other records', async () => {
      const [one, other] = [await create(type, { name: 'a' }), await create(type, { name: 'b' })]
      const version = await newest(type, other.id)
      expect((await refusal(stateOf(type, one.id, {}))).status).toBe(417)
      expect((await refusal(stateOf(type, one.id, { at: 'soon' }))).status).toBe(417)
      expect((await refusal(stateOf(type, one.id, { version }))).status).toBe(404)
      expect((await refusal(stateOf(type, one.id, { version: 'x'.repeat(9_000) }))).status).toBe(404)
    })

    it('does not show a former record with the same id', async () => {
      const named = await define([field('name')], { naming_rule: 'Prompt' })
      await create(named, { id: 'A', name: 'first' })
      const version = await newest(named, 'A')
      await deleteRecord(site.engine, site.manager, named, 'A')
      await create(named, { id: 'A', name: 'second' })
      expect((await refusal(stateOf(named, 'A', { version }))).status).toBe(404)
    })

    it('works back through more versions than are read at once', async () => {
      const { id } = await create(type, { name: 'start', points: -1 })
      const version = await newest(type, id)
      await save(type, id, { name: 'changed' })
      for (let n = 0; n < 210; n++) await save(type, id, { points: n })
      expect((await stateOf(type, id, { version })).entity).toMatchObject({ name: 'start', points: -1 })
    })
  })

  describe('a definition that changed since', () => {
    it('renamed fields keep their history, also when two swap names and in rows', async () => {
      const child = await define([field('step'), field('hours', 'Int')], { type: 'Table' })
      const own = await define([field('one'), field('two'), field('steps', 'Table', { options: child })])
      const { id } = await create(own, { one: '1', two: '2', steps: [{ step: 'x', hours: 4 }] })
      const version = await newest(own, id)
      await save(own, id, { one: 'a', two: 'b', steps: [] })
      const swap: Record<string, string> = { one: 'two', two: 'one', steps: 'parts' }
      await reshape(own, (fields) => fields.map((one) => ({ ...one, fieldname: swap[String(one.fieldname)] })))
      await reshape(child, renamed('hours', 'time'))
      expect((await stateOf(own, id, { version })).entity).toMatchObject({
        one: '2',
        two: '1',
        parts: [{ step: 'x', time: 4 }],
      })
      const [changed] = await historyOf(own, id)
      expect(changed?.data.changed.map(([name, before]) => [name, before])).toEqual([
        ['two', '1'],
        ['one', '2'],
      ])
      expect(changed?.data.removed).toMatchObject([['parts', { step: 'x', time: 4 }]])
    })

    it('a removed field, and a later one of the same name, show nothing of the former one', async () => {
      const own = await define([field('name'), field('note')])
      const { id } = await create(own, { name: 'a', note: 'private' })
      const version = await newest(own, id)
      await save(own, id, { note: 'changed' })
      await reshape(own, without('note'), { confirm_data_loss: 1 })
      expect((await stateOf(own, id, { version })).entity).not.toHaveProperty('note')
      await reshape(own, (fields) => [...fields, field('note')])
      expect((await stateOf(own, id, { version })).entity.note).toBeNull()
      expect((await restore(own, id, { version, fields: ['note'] })).entity.note).toBeNull()
      await reshape(own, without('note'))
      expect((await restore(own, id, { version, fields: ['note'] })).not_restored).toMatchObject([
        { fieldname: 'note', reason: 'definition' },
      ])
    })

    it('a value of a former type is converted, or listed when it does not fit', async () => {
      const own = await define([field('amount'), field('count')])
      const { id } = await create(own, { amount: '12', count: 'many' })
      const version = await newest(own, id)
      await save(own, id, { amount: '13', count: '7' })
      await reshape(own, altered('amount', { fieldtype: 'Int' }))
      await reshape(own, altered('count', { fieldtype: 'Int' }))
      expect((await stateOf(own, id, { version })).entity).toMatchObject({ amount: 12 })
      const { entity, not_restored } = await restore(own, id, { version })
      expect(entity).toMatchObject({ amount: 12, count: 7 })
      expect(not_restored).toMatchObject([{ fieldname: 'count', reason: 'definition' }])
    })
  })

  describe('restore', () => {
    it('brings the whole record back, its rows under their ids and in their places', async () => {
      const made = await create(type, {
        name: 'a',
        points: 1,
        steps: [{ step: 'x' }, { step: 'y', hours: 2 }, { step: 'z' }],
      })
      const version = await newest(type, made.id)
      const before = await getRecord(site.engine, site.manager, type, made.id)
      const [x, , z] = stepsOf(before)
      await save(type, made.id, { name: 'b', points: 2, steps: [{ ...z, step: 'Z' }, { step: 'new' }, x] })
      const { entity, not_restored } = await restore(type, made.id, { version })
      expect(entity).toMatchObject({ name: 'a', points: 1 })
      expect(stepsOf(entity)).toEqual(stepsOf(before))
      expect(not_restored).toEqual([])
      const [last] = await historyOf(type, made.id)
      expect(last).toMatchObject({ action: 'Updated', user: site.manager.actor.user })
      // The same again changes nothing.
      expect((await restore(type, made.id, { version })).entity.modified).toBe(entity.modified)
    })

    it('brings single fields and rows back, before or after a version', async () => {
      const made = await create(type, { name: 'a', points: 1, steps: [{ step: 'x' }, { step: 'y', hours: 2 }] })
      const [x, y] = stepsOf(await getRecord(site.engine, site.manager, type, made.id))
      const { version } = await change(type, made.id, { name: 'b', points: 2, steps: [{ ...x, step: 'X' }] })
      const late = { step: 'late', hours: 0 }
      await save(type, made.id, { steps: [{ ...x, step: 'X' }, late] })
      const at = { version, side: 'before' }
      const one = await restore(type, made.id, { ...at, fields: ['name'] })
      expect(one.entity).toMatchObject({ name: 'a', points: 2 })
      expect(stepsOf(one.entity)).toMatchObject([{ step: 'X' }, late])
      const two = await restore(type, made.id, { ...at, rows: [{ table: 'steps', id: y?.id }] })
      expect(stepsOf(two.entity)).toMatchObject([{ step: 'X' }, y, late])
      const added = stepsOf(two.entity)[2]?.id
      const three = await restore(type, made.id, { ...at, rows: [{ table: 'steps', id: added }] })
      expect(stepsOf(three.entity)).toMatchObject([{ step: 'X' }, y])
      expect((await restore(type, made.id, { ...at, fields: [], rows: [] })).entity).toMatchObject({ points: 2 })
    })

    it('refuses a stale record, and leaves it as it is', async () => {
      const { id } = await create(type, { name: 'a' })
      const version = await newest(type, id)
      const { modified } = await getRecord(site.engine, site.manager, type, id)
      await save(type, id, { name: 'b' })
      const problem = await refusal(restore(type, id, { version, modified }))
      expect([problem.status, problem.type]).toEqual([409, 'TimestampMismatchError'])
      expect((await getRecord(site.engine, site.manager, type, id)).name).toBe('b')
    })

    it('lists what it could not bring back, and why', async () => {
      const contact = await create('Contact', { contact_name: 'Tal' })
      const { id } = await create(type, { name: 'a', code: 'one', wage: 5, points: 1, contact: contact.id })
      const version = await newest(type, id)
      await save(type, id, { name: 'b', code: 'two', wage: 6, points: 2, contact: null })
      await deleteRecord(site.engine, site.manager, 'Contact', contact.id)
      await reshape(type, altered('points', { read_only: 1 }))
      const { entity, not_restored } = await restore(type, id, { version })
      expect(entity).toMatchObject({ name: 'a', wage: 5, points: 2, contact: null })
      expect(not_restored.map(({ fieldname, reason }) => [fieldname, reason].join(' ')).toSorted()).toEqual([
        'code secret',
        'contact gone',
        'points read_only',
      ])
      expect(not_restored.every(({ message }) => message.length > 0)).toBe(true)
      await save(type, id, { name: 'c', wage: 7 })
      // A field that the caller may not read is not even listed.
      const staff = await restore(type, id, { version, fields: ['name', 'wage'] }, site.staff)
      expect(staff).toMatchObject({ entity: { name: 'a' }, not_restored: [] })
      expect((await getRecord(site.engine, site.manager, type, id)).wage).toBe(7)
      await reshape(type, altered('points', { read_only: 0 }))
    })

    it('lists a link in a row that leads nowhere, and a value that is not allowed anymore', async () => {
      const child = await define([field('contact', 'Link', { options: 'Contact' }), field('step')], { type: 'Table' })
      const choice = field('size', 'Select', { options: 'small\nlarge' })
      const own = await define([choice, field('steps', 'Table', { options: child })])
      const contact = await create('Contact', { contact_name: 'Tal' })
      const { id } = await create(own, { size: 'large', steps: [{ step: 'x', contact: contact.id }] })
      const version = await newest(own, id)
      await save(own, id, { size: 'small', steps: [] })
      await deleteRecord(site.engine, site.manager, 'Contact', contact.id)
      await reshape(own, altered('size', { options: 'small' }))
      const { entity, not_restored } = await restore(own, id, { version })
      expect(entity).toMatchObject({ size: 'small', steps: [{ step: 'x', contact: null }] })
      expect(not_restored).toMatchObject([
        { fieldname: 'size', row: null, reason: 'invalid' },
        { fieldname: 'steps', row_field: 'contact', reason: 'gone' },
      ])
    })

    it('needs the right to write, and a body of the right form', async () => {
      const { id } = await create(type, { name: 'a' })
      const version = await newest(type, id)
      expect((await refusal(restore(type, id, { version }, site.nobody))).status).toBe(403)
      expect((await refusal(restore(type, id, {}))).status).toBe(417)
      expect((await refusal(restore(type, id, { version, side: 'left' }))).status).toBe(417)
      for (const bad of [{ fields: 'name' }, { rows: [1] }, { fields: [1] }, { rows: [{ table: 'steps' }] }]) {
        expect((await refusal(restore(type, id, { version, ...bad }))).status).toBe(400)
      }
      expect((await refusal(restore(type, id, { version, side: 'before' }))).status).toBe(404)
    })
  })
})
