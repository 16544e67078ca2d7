import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import {
  createRecord,
  deleteRecord,
  emptyTrash,
  entityMeta,
  getRecord,
  listRecords,
  mergeInto,
  openEngine,
  runAction,
  updateRecord,
} from '../index.ts'
import { dumpOf, refusal } from '../testing.ts'
import { altered, definitionTests, type FieldRow, type Row, renamed, without } from './testing.ts'

eachStore((open) => {
  const { site, create, get, define, fieldsOf, save, reshape, tablesWith, text } = definitionTests(open)

  describe('versions and conflicts', () => {
    it('each change raises the version and with it the ETag; a save that changes nothing does not', async () => {
      const id = await define([{ fieldname: 'a' }])
      const first = entityMeta(site.engine, site.manager, id)
      const changed = await reshape(id, altered('a', { label: 'Anna' }))
      const second = entityMeta(site.engine, site.manager, id)
      expect([first.meta.schema_version, second.meta.schema_version]).toEqual([1, 2])
      expect(second.etag).not.toBe(first.etag)
      const heard: unknown[] = []
      const stop = site.engine.listen((event) => heard.push(event))
      const same = await save(id, changed)
      stop()
      expect([same.modified, same.schema_version, heard]).toEqual([changed.modified, 2, []])
    })

    it('of two users who change one definition, the second gets a conflict', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { modified, fields } = await get('Entity', id)
      const both = await Promise.allSettled(
        ['b', 'c'].map((fieldname) => save(id, { modified, fields: [...(fields as FieldRow[]), { fieldname }] })),
      )
      const [failed] = both.filter((one) => one.status === 'rejected')
      expect(both.map((one) => one.status).toSorted()).toEqual(['fulfilled', 'rejected'])
      expect(failed?.reason).toMatchObject({ status: 409, type: 'TimestampMismatchError' })
      expect(await fieldsOf(id)).toHaveLength(2)
    })

    it('of two users who began with the same state are merged row by row, in the check as in the save', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const read = await get('Entity', id)
      const [a, b] = read.fields as FieldRow[]
      const theirs = await save(id, { fields: [a, { ...b, label: 'Theirs' }, { fieldname: 'c' }], description: 'x' })
      const fields = [{ ...a, fieldname: 'a2' }, b, { fieldname: 'd' }]
      const mine = { modified: read.modified, fields, _base: { fields: read.fields } }
      const { plan } = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', mine)) as {
        plan: object[]
      }
      expect(plan).toMatchObject([
        { change: 'rename', from: 'a', fieldname: 'a2' },
        { change: 'add', fieldname: 'd' },
      ])
      const { merged } = await mergeInto(site.engine, site.manager, 'Entity', id, mine)
      expect(merged).toMatchObject({ modified: theirs.modified, modified_by: 'noa@example.com' })
      expect((await fieldsOf(id)).map(({ fieldname, label }) => [fieldname, label])).toEqual([
        ['a2', 'A'],
        ['b', 'Theirs'],
        ['c', 'C'],
        ['d', 'D'],
      ])
      const clash = { ...mine, fields: [a, { ...b, label: 'Mine' }] }
      const problems = await Promise.all([
        refusal(mergeInto(site.engine, site.manager, 'Entity', id, clash)),
        refusal(runAction(site.engine, site.manager, 'Entity', id, 'check_changes', clash)),
      ])
      const expected = [
        { fieldname: 'fields', row: b?.id, row_field: 'label', base: 'B', theirs: 'Theirs', mine: 'Mine' },
      ]
      for (const { extra } of problems) expect(extra.clashes).toEqual(expected)
    })

    it('of two users who each change a type lose no value that the second one was not shown', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const { id: record } = await create(id, { a: '5', b: 'soon' })
      const read = await get('Entity', id)
      const [a, b] = read.fields as FieldRow[]
      await save(id, { fields: [{ ...a, fieldtype: 'Int' }, b] })
      const stale = { modified: read.modified, _base: { fields: read.fields } }
      const mine = { ...stale, fields: [a, { ...b, fieldtype: 'Date' }] }
      const checked = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', mine)) as Row
      const lost = {
        fieldname: 'b',
        records: 1,
        samples: [record],
        examples: [{ id: record, title: null, value: 'soon' }],
      }
      expect(checked).toMatchObject({ plan: [{ change: 'retype', fieldname: 'b', to: 'Date' }], losses: [lost] })
      const problem = await refusal(mergeInto(site.engine, site.manager, 'Entity', id, mine))
      expect([problem.status, problem.type]).toEqual([417, 'DataLossError'])
      expect(await get(id, record)).toMatchObject({ a: 5, b: 'soon' })
      const { merged } = await mergeInto(site.engine, site.manager, 'Entity', id, { ...mine, confirm_data_loss: 1 })
      expect(merged).toBeDefined()
      expect((await fieldsOf(id)).map(({ fieldtype }) => fieldtype)).toEqual(['Int', 'Date'])
      expect(await get(id, record)).toMatchObject({ a: 5, b: null })

      // Two types for one field: nothing is written, and both are named.
      const twice = { ...stale, fields: [{ ...a, fieldtype: 'Float' }, b] }
      const { extra } = await refusal(mergeInto(site.engine, site.manager, 'Entity', id, twice))
      expect(extra.clashes).toEqual([
        { fieldname: 'fields', row: a?.id, row_field: 'fieldtype', base: 'Data', theirs: 'Int', mine: 'Float' },
      ])
      expect(await get(id, record)).toMatchObject({ a: 5 })
    })

    it('rows without an id are matched by their name, even when only the address contains the id', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }])
      const { id: record } = await create(id, { a: 'x', b: 'y' })
      const { fields } = entityMeta(site.engine, site.manager, id).meta.doc_meta
      await save(id, { meta: { doc_meta: { fields: fields.toReversed() } } })
      expect((await fieldsOf(id)).map((field) => field.fieldname)).toEqual(['b', 'a'])
      expect(await get(id, record)).toMatchObject({ a: 'x', b: 'y' })
    })

    it('check_changes reports the effects and changes nothing', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }, { fieldname: 'p', fieldtype: 'Password' }])
      const { id: record } = await create(id, { a: 'x', b: 'y' })
      const before = await dumpOf(site.engine.store)
      const fields = [
        ...altered('a', { fieldtype: 'Int' })(without('b')(await fieldsOf(id))),
        { fieldname: 'c' },
        { fieldname: 'owner' },
      ].map((field: FieldRow) => (field.fieldname === 'p' ? { ...field, fieldtype: 'Data' } : field))
      const answer = (await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', { fields })) as Row
      expect(answer.plan).toMatchObject([
        { change: 'remove', fieldname: 'b', from: 'Data' },
        { change: 'retype', fieldname: 'a', from: 'Data', to: 'Int' },
        { change: 'retype', fieldname: 'p' },
        { change: 'add', fieldname: 'c' },
        { change: 'add', fieldname: 'owner' },
      ])
      expect(answer.losses).toEqual([
        { fieldname: 'b', records: 1, samples: [record], examples: [{ id: record, title: null, value: 'y' }] },
        { fieldname: 'a', records: 1, samples: [record], examples: [{ id: record, title: null, value: 'x' }] },
      ])
      expect(answer.records).toBe(1)
      expect(answer.refused).toHaveLength(2)
      expect(answer.faults).toMatchObject([
        { fieldname: 'fields', row: 2, row_fieldname: 'fieldtype' },
        { fieldname: 'fields', row: 4, row_fieldname: 'fieldname' },
      ])
      expect((await dumpOf(site.engine.store)) === before).toBe(true)
    })

    it('check_changes answers as the save would when a field that the entity names is renamed or replaced', async () => {
      const id = await define([{ fieldname: 'a' }, { fieldname: 'b' }], { title_field: 'a', search_fields: 'a, b' })
      const fields = await fieldsOf(id)
      const check = async (body: object) =>
        ((await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', body)) as Row).refused
      expect(await check({ fields: renamed('a', 'c')(fields) })).toEqual([])
      expect(await check({ fields: without('a')(fields) })).toHaveLength(2)
      expect(await check({ fields: without('a')(fields), title_field: 'b', search_fields: 'b' })).toEqual([])
      expect(await check({ fields, title_field: 'gone' })).toHaveLength(1)
    })

    it('check_changes answers as the save would when the type or the rules change', async () => {
      const id = await define([{ fieldname: 'a' }])
      const check = async (body: object) =>
        ((await runAction(site.engine, site.manager, 'Entity', id, 'check_changes', body)) as Row).refused
      const { permissions } = await get('Entity', id)
      expect(await check({ type: 'Table' })).toEqual([])
      await create(id, { a: 'x' })
      expect(await check({ type: 'Table' })).toEqual(['The type of an entity with records cannot be changed'])
      expect(await check({ permissions })).toEqual([])
      expect(await check({ permissions: [{ role: 'Staff', read: 1 }] })).toEqual([
        'At least one rule must let System Manager read and change this entity',
      ])
    })

    it('check_changes is refused like the save when another user changed the entity meanwhile', async () => {
      const id = await define([{ fieldname: 'a' }])
      const { modified, fields } = await get('Entity', id)
      const check = () => runAction(site.engine, site.manager, 'Entity', id, 'check_changes', { fields, modified })
      expect(await check()).toMatchObject({ plan: [], refused: [] })
      await reshape(id, (rows) => [...rows, { fieldname: 'b' }])
      expect((await refusal(check())).status).toBe(409)
    })
  })

  describe("the product's own entities", () => {
    it('are only for Administrator, who may change their appearance', async () => {
      for (const call of [
        () => get('Entity', 'User'),
        () => save('User', { description: 'x' }),
        () => deleteRecord(site.engine, site.manager, 'Entity', 'User'),
      ]) {
        expect((await refusal(call())).status).toBe(403)
      }
      const { engine, admin } = site
      const role = (await getRecord(engine, admin, 'Entity', 'Role')) as Row
      const fields = role.fields as FieldRow[]
      const put = (rows: FieldRow[]) => updateRecord(engine, admin, 'Entity', 'Role', { fields: rows })
      const sentence = '{0} is a built-in field and cannot be removed, renamed or retyped'
      for (const change of [
        without('disabled'),
        renamed('disabled', 'off'),
        altered('disabled', { fieldtype: 'Int' }),
        altered('disabled', { hidden: 1 }),
        altered('disabled', { is_core: 0, fieldtype: 'Int' }),
      ]) {
        expect(await text(put(change(fields)))).toEqual([417, sentence, 'disabled'])
      }
      await put([...altered('disabled', { label: 'Switched off', field_group: 'Old' })(fields), { fieldname: 'mine' }])
      const { doc_meta } = entityMeta(engine, admin, 'Role').meta
      expect(doc_meta.fields.find((field) => field.fieldname === 'disabled')).toMatchObject({ label: 'Switched off' })
      expect((await refusal(deleteRecord(engine, admin, 'Entity', 'Role'))).status).toBe(403)
      await put(
        altered('disabled', { is_core: 0 })(
          ((await getRecord(engine, admin, 'Entity', 'Role')) as Row).fields as FieldRow[],
        ),
      )
      const after = ((await getRecord(engine, admin, 'Entity', 'Role')) as Row).fields as FieldRow[]
      expect(after.find((field) => field.fieldname === 'disabled')).toMatchObject({ is_core: 1 })
    })

    it('the site may change those of the sample app', async () => {
      await reshape('Contact', altered('company', { fieldname: 'firm' }))
      await reshape('Contact', renamed('firm', 'company'))
    })
  })

  describe('deleting an entity', () => {
    it('is refused while another entity links to it, then while it has records, then goes with everything of it', async () => {
      const id = await define([{ fieldname: 'rows', fieldtype: 'Table', options: 'Task Item' }])
      const linking = await define([{ fieldname: 'to', fieldtype: 'Link', options: id }])
      const record = await create(id, { rows: [{ title: 'only here' }] })
      const remove = (sent = {}) => deleteRecord(site.engine, site.manager, 'Entity', id, { sent })
      expect((await refusal(remove())).extra.links).toEqual([{ entity: 'Entity', id: linking, fieldname: 'options' }])
      await deleteRecord(site.engine, site.manager, 'Entity', linking)
      expect(await refusal(remove())).toMatchObject({ type: 'DataLossError', errors: [{ samples: [record.id] }] })
      const task = await create('Task', { subject: 'a', related_entity: id, related_id: record.id })
      expect((await refusal(remove({ confirm_data_loss: '1' }))).extra.links).toEqual([
        { entity: 'Task', id: task.id, fieldname: 'related_id' },
      ])
      await deleteRecord(site.engine, site.manager, 'Task', task.id)
      const mail = { communication_medium: 'Email', sent_or_received: 'Received', subject: 's', status: 'Open' }
      const when = { communication_date: '2026-01-05 10:00:00' }
      const { id: message } = await create('Communication', {
        ...{ ...mail, ...when, reference_entity: id, reference_id: record.id },
      })
      await remove({ confirm_data_loss: '1' })
      expect((await refusal(get(id, record.id))).status).toBe(404)
      expect((await refusal(get('Communication', message))).status).toBe(404)
      await emptyTrash(site.engine, site.manager, 'Entity')
      expect(await tablesWith('only here')).toEqual([])
      await createRecord(site.engine, site.manager, 'Entity', { id, module: 'T', fields: [{ fieldname: 'rows' }] })
      expect((await listRecords(site.engine, site.manager, id, {})).count).toBe(0)
    })
  })

  describe('while records are written', () => {
    it('every write uses one definition or the other, and none fails', async () => {
      const id = await define([{ fieldname: 'a' }])
      const writes = Array.from({ length: 60 }, (_, n) => createRecord(site.engine, site.staff, id, { a: `${n}` }))
      const reads = Array.from({ length: 20 }, () => listRecords(site.engine, site.staff, id, { fields: '*' }))
      const changes = ['b', 'c', 'a'].reduce(
        (done, name, index) => done.then(() => reshape(id, renamed(['a', 'b', 'c'][index] as string, name))),
        Promise.resolve<unknown>(undefined),
      )
      const more = Array.from({ length: 60 }, async (_, n) => {
        await new Promise((resolve) => setImmediate(resolve))
        return createRecord(site.engine, site.staff, id, { b: `${n}` })
      })
      await Promise.all([...writes, ...reads, changes, ...more])
      expect((await listRecords(site.engine, site.staff, id, {})).count).toBe(120)
    })
  })

  it('a site that is opened again has the same definitions', async () => {
    const id = await define([{ fieldname: 'a', unique: 1 }])
    const { id: record } = await create(id, { a: 'x' })
    await reshape(id, (fields) => [...renamed('a', 'b')(fields), { fieldname: 'n', fieldtype: 'Int' }])
    const { engine } = site
    const again = await openEngine({
      ...{ store: engine.store, fieldTypes: engine.types, modules: engine.modules },
      keys: { current: Buffer.alloc(32) },
    })
    const meta = (one: typeof engine) => entityMeta(one, site.manager, id)
    expect(meta(again)).toEqual(meta(engine))
    expect(await getRecord(again, site.manager, id, record)).toMatchObject({ b: 'x', n: 0 })
    expect((await refusal(createRecord(again, site.manager, id, { b: 'X' }))).status).toBe(409)
  })
})
