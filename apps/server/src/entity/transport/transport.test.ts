import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { definitionTests, type FieldRow } from '../definitions/testing.ts'
import {
  createRecord,
  deleteRecord,
  exportDefinitions,
  getRecord,
  importDefinitions,
  listRecords,
  planItems,
  putItems,
  readItems,
  renameEntity,
  rollBackItems,
  runAction,
  standsAsPlanned,
  stepsOf,
  updateRecord,
} from '../index.ts'
import { dumpOf, personContext, refusal } from '../testing.ts'

eachStore((open) => {
  const source = definitionTests(open)
  const target = definitionTests(open)
  const admin = () => personContext(target.site.engine, 'Administrator')
  const files = () => exportDefinitions(source.site.engine, source.site.admin, 'source')
  const put = async (body: object = {}) => {
    const file = await files()
    return importDefinitions(target.site.engine, await admin(), { file, dry_run: 0, ...body })
  }
  /** Plans everything, and carries it out as a promotion. */
  const promote = async (base?: Awaited<ReturnType<typeof readItems>>, isLossConfirmed = false) => {
    const { engine } = target.site
    const plan = await planItems(engine, await admin(), await readItems(source.site.engine), base)
    const options = { isDryRun: false, isLossConfirmed, isPromotion: true }
    const { operation } = await putItems(engine, await admin(), stepsOf(plan), options)
    return { plan, operation: String(operation) }
  }
  const fieldsOf = async (id: string) => (await target.get('Entity', id)).fields as FieldRow[]

  describe('definitions as items', () => {
    it('are equal bytes for equal state, name no person and no secret, and are for System Managers', async () => {
      const [one, two] = [await files(), await files()]
      expect(JSON.stringify(one.items)).toBe(JSON.stringify(two.items))
      expect(one.items.map(({ kind }) => kind)).toContain('Entity Rules')
      const settings = one.items.find(({ kind }) => kind === 'System Settings')?.value ?? {}
      expect(Object.keys(settings)).not.toContain('may_reach_people')
      expect(JSON.stringify(one.items)).not.toContain('@example.com')
      const { engine, staff } = source.site
      expect((await refusal(exportDefinitions(engine, staff, 's'))).status).toBe(403)
      expect((await refusal(importDefinitions(engine, staff, { file: one }))).status).toBe(403)
      expect((await importDefinitions(engine, source.site.manager, { file: one })).plan).toEqual([])
      for (const file of [
        undefined,
        {},
        { ...one, version: 2 },
        { ...one, items: [{ kind: 'User', id: 'x', value: {} }] },
      ])
        expect((await refusal(importDefinitions(engine, source.site.manager, { file }))).status).toBe(417)
    })

    it('go to another site in one operation, with ids of rows, whatever names what', async () => {
      const { engine, admin: owner } = source.site
      await createRecord(engine, owner, 'Role', { role_name: 'Seller' })
      const a = await source.define([{ fieldname: 'name' }, { fieldname: 'amount', fieldtype: 'Int' }])
      const b = await source.define([
        { fieldname: 'a', fieldtype: 'Link', options: a },
        { fieldname: 'a_name', fetch_from: 'a.name' },
      ])
      const { fields } = await source.get('Entity', a)
      await updateRecord(engine, owner, 'Entity', a, {
        fields: [
          ...(fields as FieldRow[]),
          { fieldname: 'b', fieldtype: 'Link', options: b },
          { fieldname: 'b_name', fetch_from: 'b.a_name' },
        ],
        permissions: [
          { role: 'System Manager', read: 1, write: 1, create: 1, delete: 1 },
          { role: 'Seller', read: 1 },
        ],
      })
      const own = await source.define([{ fieldname: 'name' }])
      await createRecord(engine, owner, 'Canned Text', { title: 'Hello', text: 'Hi' })
      const file = await files()
      const planned = await importDefinitions(target.site.engine, await admin(), { file })
      expect([planned.applied, planned.plan.every(({ change }) => change === 'add')]).toEqual([0, true])
      expect(planned.plan.find(({ key }) => key === `Entity/${a}`)?.needs).toEqual([`Entity/${b}`, 'Role/Seller'])
      const { applied, operation_id } = await put({ pick: [`Entity/${b}`] })
      expect(applied).toBe(1)
      const items = await readItems(target.site.engine)
      for (const id of [a, b]) {
        const of = (list: typeof items) => list.find((item) => item.kind === 'Entity' && item.id === id)
        expect(of(items)).toEqual(of(file.items))
      }
      expect(target.site.engine.models.get(own)).toBeUndefined()
      const { count } = await listRecords(target.site.engine, target.site.admin, 'Version', {
        filters: { operation_id: String(operation_id) },
      })
      expect(count).toBeGreaterThanOrEqual(3)
      await put()
      expect((await importDefinitions(target.site.engine, await admin(), { file: await files() })).plan).toEqual([])
    })

    it('a conflict is not picked, and a target that changed since the plan is refused', async () => {
      const { engine, admin: owner } = source.site
      const id = await source.define([{ fieldname: 'name' }])
      await put()
      const base = await readItems(engine)
      await updateRecord(engine, owner, 'Entity', id, { description: 'ours' })
      const plan = await planItems(target.site.engine, await admin(), await readItems(engine), base)
      await updateRecord(target.site.engine, target.site.admin, 'Entity', id, { description: 'theirs' })
      const steps = stepsOf(plan)
      const options = { isDryRun: false, isLossConfirmed: false }
      const late = putItems(target.site.engine, await admin(), steps, {
        ...options,
        check: (draft) => standsAsPlanned(draft, steps, 'target'),
      })
      expect((await refusal(late)).type).toBe('TimestampMismatchError')
      const again = await planItems(target.site.engine, await admin(), await readItems(engine), base)
      expect(again).toMatchObject([{ key: `Entity/${id}`, conflict: 1, picked: 0 }])
      expect((await target.get('Entity', id)).description).toBe('theirs')
      await put({ pick: [`Entity/${id}`] })
      expect((await target.get('Entity', id)).description).toBe('ours')
    })

    it('a loss needs consent; without it, and with a fault in the last of 40, nothing is changed', async () => {
      const { engine, admin: owner } = source.site
      const id = await source.define([{ fieldname: 'name' }, { fieldname: 'old' }])
      await put()
      await target.create(id, { name: 'a', old: 'kept' })
      const base = await readItems(engine)
      const { fields } = await source.get('Entity', id)
      await updateRecord(engine, owner, 'Entity', id, {
        fields: (fields as FieldRow[]).filter(({ fieldname }) => fieldname !== 'old'),
      })
      for (let n = 0; n < 39; n++) {
        await createRecord(engine, owner, 'Canned Text', { title: `T${String(n).padStart(2, '0')}`, text: 'x' })
      }
      const before = await dumpOf(target.site.engine.store)
      const lossy = await refusal(promote(base))
      expect([lossy.type, lossy.errors?.[0]?.records]).toEqual(['DataLossError', 1])
      expect((await dumpOf(target.site.engine.store)) === before).toBe(true)
      const plan = await planItems(target.site.engine, await admin(), await readItems(engine), base)
      expect(plan.find(({ key }) => key === `Entity/${id}`)).toMatchObject({ risk: 'Loss', picked: 0 })
      const texts = stepsOf(plan)
      const last = texts.findLast(({ kind }) => kind === 'Canned Text')
      const broken = texts.map((step) => (step === last ? { ...step, after: { title: 'Last' } } : step))
      const fault = await refusal(
        putItems(target.site.engine, await admin(), broken, { isDryRun: false, isLossConfirmed: true }),
      )
      expect(fault.type).toBe('MandatoryError')
      expect((await dumpOf(target.site.engine.store)) === before).toBe(true)
      expect(target.site.engine.models.require(id).byName.has('old')).toBe(true)
      const { operation } = await promote(base, true)
      expect(target.site.engine.models.require(id).byName.has('old')).toBe(false)
      const undo = runAction(target.site.engine, await admin(), 'Operation Log', operation, 'undo', {})
      expect((await refusal(undo)).status).toBe(409)
    })

    it('roll back brings former values back and keeps 500 records made since', async () => {
      const { engine, admin: owner } = source.site
      const id = await source.define([{ fieldname: 'name' }, { fieldname: 'old' }, { fieldname: 'size' }])
      const gone = await source.define([{ fieldname: 'name' }])
      await put()
      const state = JSON.stringify(await readItems(target.site.engine))
      const { id: record } = await target.create(id, { name: 'a', old: 'kept', size: 'big' })
      await target.create(gone, { name: 'here' })
      const base = await readItems(engine)
      const { fields } = await source.get('Entity', id)
      const renamed = `${id} Two`
      await updateRecord(engine, owner, 'Entity', id, {
        fields: (fields as FieldRow[]).flatMap((row): FieldRow[] => {
          if (row.fieldname === 'old') return []
          if (row.fieldname === 'name') return [{ ...row, fieldname: 'title' }]
          return [{ ...row, fieldtype: 'Int' }, { fieldname: 'fresh' } as FieldRow]
        }),
        confirm_data_loss: 1,
      })
      await renameEntity(engine, owner, id, renamed)
      await deleteRecord(engine, owner, 'Entity', gone, { sent: { confirm_data_loss: '1' } })
      const { plan, operation } = await promote(base, true)
      expect(plan.map(({ key, change }) => [key, change])).toEqual([
        [`Entity/${renamed}`, 'rename'],
        [`Entity/${gone}`, 'remove'],
      ])
      expect(await target.get(renamed, record)).toMatchObject({ title: 'a', size: 0 })
      const made = Array.from({ length: 500 }, (_, n) => ({ title: `n${n}`, size: n + 1, fresh: 'x' }))
      await Promise.all(made.map((body) => target.create(renamed, body)))
      const seen = await rollBackItems(target.site.engine, await admin(), operation, true)
      expect(seen.operation).toBeNull()
      expect(seen.lost.length).toBeGreaterThan(0)
      expect(target.site.engine.models.get(renamed)).toBeDefined()
      await rollBackItems(target.site.engine, await admin(), operation, false)
      expect(await target.get(id, record)).toMatchObject({ name: 'a', old: 'kept', size: 'big' })
      const { data, count } = await listRecords(target.site.engine, target.site.admin, id, {
        fields: ['name', 'size'],
        limit_page_length: 500,
        filters: { name: ['!=', 'a'] },
      })
      expect(count).toBe(500)
      const kept = data.map(({ name, size }) => `${String(name)} ${String(size)}`)
      expect(kept.toSorted()).toEqual(made.map(({ title, size }) => `${title} ${size}`).toSorted())
      expect((await listRecords(target.site.engine, target.site.admin, gone, {})).count).toBe(1)
      expect((await fieldsOf(id)).map(({ fieldname }) => fieldname)).toEqual(['name', 'old', 'size'])
      expect(JSON.stringify(await readItems(target.site.engine))).toBe(state)
      expect((await refusal(rollBackItems(target.site.engine, await admin(), operation, false))).status).toBe(409)
    })

    it('rules and labels of the product travel without their ids, for Administrator alone', async () => {
      const { engine, admin: owner } = source.site
      const { permissions, fields } = await getRecord(engine, owner, 'Entity', 'Canned Text')
      await updateRecord(engine, owner, 'Entity', 'Canned Text', {
        permissions: [...(permissions as FieldRow[]), { role: 'Staff', read: 1, permlevel: 0 }],
        fields: (fields as FieldRow[]).map((row) => (row.fieldname === 'title' ? { ...row, label: 'Heading' } : row)),
      })
      const file = await files()
      const pick = ['Entity Rules/Canned Text']
      const asManager = importDefinitions(target.site.engine, target.site.manager, { file, pick, dry_run: 0 })
      expect((await refusal(asManager)).status).toBe(403)
      const { plan } = await put({ pick })
      expect(plan.find(({ key }) => key === pick[0])).toMatchObject({ risk: 'Careful', change: 'change' })
      const stored = await getRecord(target.site.engine, target.site.admin, 'Entity', 'Canned Text')
      expect((stored.permissions as FieldRow[]).some(({ role }) => role === 'Staff')).toBe(true)
      expect((stored.fields as FieldRow[]).find(({ fieldname }) => fieldname === 'title')?.label).toBe('Heading')
    })

    it('a file that somebody wrote does not let a site reach people', async () => {
      const one = await files()
      const own = await getRecord(target.site.engine, await admin(), 'System Settings', 'System Settings')
      const change = (value: object) =>
        one.items.map((item) =>
          item.kind === 'System Settings' ? { ...item, value: { ...item.value, ...value } } : item,
        )
      const opened = {
        ...one,
        items: change({ may_reach_people: own.may_reach_people === 1 ? 0 : 1, site_title: 'Ours' }),
      }
      await put({ file: opened, pick: ['System Settings/System Settings'] })
      const after = await getRecord(target.site.engine, await admin(), 'System Settings', 'System Settings')
      expect([after.site_title, after.may_reach_people]).toEqual(['Ours', own.may_reach_people])
    })
  })
})
