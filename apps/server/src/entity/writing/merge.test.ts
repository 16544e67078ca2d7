import type { EntityRecord } from '@tavla/contract'
import { limits } from '@tavla/contract'
import { describe, expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { bulkUpdate, createRecord, getRecord, mergeInto, readSecret, systemContext, updateRecord } from '../index.ts'
import { addUser, engineForTests, personContext, refusal } from '../testing.ts'

type Row = EntityRecord & Record<string, unknown>

eachStore((open) => {
  const site = engineForTests(open)
  const create = async (body: object) => (await createRecord(site.engine, site.staff, 'Task', body)) as Row
  const get = async (id: string) => (await getRecord(site.engine, site.staff, 'Task', id)) as Row
  /** The other person's save. */
  const others = (id: string, body: object) => updateRecord(site.engine, site.manager, 'Task', id, body)
  const save = (read: Row, changes: object, base: object, ctx = site.staff) =>
    mergeInto(site.engine, ctx, 'Task', read.id, { modified: read.modified, ...changes, _base: base })
  const rowsOf = (record: unknown) => (record as Row).checklist as Row[]

  describe('a save that began with an older state', () => {
    it('is merged when nobody else changed its fields, and says onto what', async () => {
      const task = await create({ subject: 'a', points: 1 })
      const theirs = await others(task.id, { points: 5 })
      const { entity, merged } = await save(task, { subject: 'b' }, { subject: 'a' })
      expect(entity).toMatchObject({ subject: 'b', points: 5, modified_by: 'dana@example.com' })
      const by = { modified_by: 'noa@example.com' }
      expect(merged).toEqual({ modified: theirs.modified, ...by, _link_titles: by })
      expect(await get(task.id)).toMatchObject({ subject: 'b', points: 5 })
    })

    it('is refused with both values where they clash, and nothing of it is written', async () => {
      const task = await create({ subject: 'a', status: 'Open', points: 1 })
      const theirs = await others(task.id, { status: 'Done' })
      const problem = await refusal(save(task, { status: 'Working', points: 9 }, { status: 'Open', points: 1 }))
      expect([problem.status, problem.type]).toEqual([409, 'TimestampMismatchError'])
      const { _rights, _locked, ...stored } = await get(task.id)
      expect([_rights, _locked]).toEqual([{ read: 1, write: 1, delete: 1 }, []])
      expect(problem.extra).toEqual({
        modified: theirs.modified,
        modified_by: 'noa@example.com',
        theirs: stored,
        clashes: [{ fieldname: 'status', base: 'Open', theirs: 'Done', mine: 'Working' }],
      })
      expect(await get(task.id)).toMatchObject({ status: 'Done', points: 1 })
    })

    it('carries the stored record in its refusal without a base too', async () => {
      const task = await create({ subject: 'a' })
      await others(task.id, { subject: 'b' })
      const stale = { modified: task.modified, subject: 'c' }
      const problem = await refusal(updateRecord(site.engine, site.staff, 'Task', task.id, stale))
      expect(problem.extra.theirs).toMatchObject({ id: task.id, subject: 'b' })
      expect(problem.extra).not.toHaveProperty('clashes')
    })

    it('writes nothing when all of it is stored already', async () => {
      const task = await create({ subject: 'a' })
      const theirs = await others(task.id, { subject: 'b' })
      const { entity, merged } = await save(task, { subject: ' b ' }, { subject: 'a' })
      expect([entity.modified, merged?.modified]).toEqual([theirs.modified, theirs.modified])
    })

    it('compares values as answers show them, whatever form they are sent in', async () => {
      const config = { a: [1, { b: null }] }
      const task = await create({ subject: 'a', points: 1, due_date: '2026-02-01', config, is_billable: 1 })
      await others(task.id, { points: 2, status: 'Done' })
      const same = { points: '2', is_billable: true, config: JSON.stringify({ a: [2] }), due_date: ' 2026-02-03 ' }
      const { entity } = await save(task, same, { points: 1, is_billable: 1, config, due_date: '2026-02-01' })
      expect(entity).toMatchObject({ ...{ points: 2, is_billable: 1, config: { a: [2] } }, due_date: '2026-02-03' })
    })

    it('takes the new password, compares none and tells none', async () => {
      const task = await create({ subject: 'a', api_key: 'pw one' })
      await others(task.id, { api_key: 'pw two', subject: 'b' })
      const { merged } = await save(task, { api_key: 'pw three' }, {})
      expect(merged).toBeDefined()
      expect(await readSecret(site.engine, 'Task', task.id, 'api_key')).toBe('pw three')
      const problem = await refusal(save(task, { api_key: 'pw four', subject: 'c' }, { subject: 'a' }))
      expect(JSON.stringify(problem.extra)).not.toMatch(/pw /)
    })

    it('clashes in a field whose base it does not know', async () => {
      const task = await create({ subject: 'a', points: 1 })
      await others(task.id, { status: 'Done' })
      const problem = await refusal(save(task, { points: 2 }, {}))
      expect(problem.extra.clashes).toEqual([{ fieldname: 'points', theirs: 1, mine: 2 }])
    })

    it('is still validated as a whole', async () => {
      const task = await create({ subject: 'a' })
      await others(task.id, { points: 5 })
      const problem = await refusal(save(task, { subject: '', status: 'Nope' }, { subject: 'a', status: 'Open' }))
      expect([problem.status, problem.errors?.map(({ fieldname }) => fieldname)]).toEqual([417, ['subject', 'status']])
    })

    it('takes its id and its own modified as any save does', async () => {
      const task = await create({ subject: 'a' })
      await others(task.id, { points: 5 })
      const first = await save(task, { subject: 'b' }, { subject: 'a' })
      expect(first.merged).toBeDefined()
      const next = await save(first.entity as Row, { subject: 'c' }, { subject: 'b' })
      expect([next.entity.subject, next.merged]).toEqual(['c', undefined])
    })
  })

  describe('rows', () => {
    const checklist = [{ title: 'A' }, { title: 'B' }, { title: 'C' }]
    const titles = (record: unknown) => rowsOf(record).map(({ title }) => title)

    it('of both sides are merged by their ids, and keep them', async () => {
      const task = await create({ subject: 'a', checklist })
      const [a, b, c] = rowsOf(task) as [Row, Row, Row]
      await others(task.id, { checklist: [{ ...a, hours: 7 }, b, c, { title: 'T' }] })
      const mine = [{ ...a, title: 'A2' }, c, { title: 'M' }]
      const { entity } = await save(task, { checklist: mine }, { checklist: rowsOf(task) })
      expect(titles(entity)).toEqual(['A2', 'C', 'T', 'M'])
      expect(rowsOf(entity)[0]).toMatchObject({ id: a.id, title: 'A2', hours: 7, idx: 1 })
      expect(titles(await get(task.id))).toEqual(['A2', 'C', 'T', 'M'])
    })

    it('clash in one column, or as a whole', async () => {
      const task = await create({ subject: 'a', checklist })
      const [a, b, c] = rowsOf(task) as [Row, Row, Row]
      await others(task.id, { checklist: [{ ...a, hours: 2 }, c] })
      const mine = [{ ...a, hours: 3 }, { ...b, title: 'B2' }, c]
      const problem = await refusal(save(task, { checklist: mine }, { checklist: rowsOf(task) }))
      expect(problem.extra.clashes).toEqual([
        { fieldname: 'checklist', row: a.id, row_field: 'hours', base: 1, theirs: 2, mine: 3 },
        { fieldname: 'checklist', row: b.id, row_field: null, base: b, theirs: null, mine: { ...b, title: 'B2' } },
      ])
      // The person keeps the removed row, and saves onto the state that was shown.
      const { theirs, modified } = problem.extra as { theirs: Row; modified: string }
      const solved = await save({ ...theirs, modified }, { checklist: mine }, { checklist: rowsOf(theirs) })
      expect(titles(solved.entity)).toEqual(['A', 'B2', 'C'])
    })

    it('may not become more than the limit by a merge', async () => {
      const half = Array.from({ length: limits.tableRows / 2 }, (_, index) => ({ title: `row ${index}` }))
      const task = await create({ subject: 'a' })
      await others(task.id, { checklist: half })
      const problem = await refusal(save(task, { checklist: [...half, { title: 'one more' }] }, { checklist: [] }))
      expect([problem.status, problem.detail.text]).toEqual([417, '{0} can hold at most {1} rows'])
    })
  })

  describe('a caller who may not compare', () => {
    it('learns nothing, with the right to write alone and without a right to read a sent field', async () => {
      await createRecord(site.engine, site.manager, 'Entity', {
        id: 'Ledger',
        module: 'Test',
        fields: [{ fieldname: 'amount' }, { fieldname: 'secret_note', permlevel: 1 }],
        permissions: [
          { role: 'System Manager', read: 1, write: 1, create: 1 },
          { role: 'System Manager', permlevel: 1, read: 1, write: 1 },
          { role: 'Staff', read: 1, write: 1 },
          { role: 'Operator', read: 0, write: 1 },
        ],
      })
      await addUser(site.engine, 'writer@example.com', ['Operator'])
      const writer = await personContext(site.engine, 'writer@example.com')
      const body = { amount: '1', secret_note: 'x' }
      const { id, modified } = await createRecord(site.engine, site.manager, 'Ledger', body)
      await updateRecord(site.engine, site.manager, 'Ledger', id, { secret_note: 'y' })
      const attempts = [
        [writer, { amount: '2', _base: { amount: '1' } }],
        [writer, { amount: '2' }],
        [site.staff, { amount: '2', secret_note: 'z', _base: { amount: '1', secret_note: 'y' } }],
      ] as const
      for (const [ctx, sent] of attempts) {
        const problem = await refusal(mergeInto(site.engine, ctx, 'Ledger', id, { modified, ...sent }))
        expect([problem.status, Object.keys(problem.extra)]).toEqual([409, ['modified', 'modified_by']])
      }
      const known = await mergeInto(site.engine, site.staff, 'Ledger', id, {
        modified,
        amount: '2',
        _base: { amount: '1' },
      })
      expect(known.entity).toMatchObject({ amount: '2' })
      expect(known.entity).not.toHaveProperty('secret_note')
    })
  })

  describe('a base', () => {
    it('that is no object is refused, stale or not', async () => {
      const task = await create({ subject: 'a' })
      for (const base of [null, [], 'x', 1]) {
        expect((await refusal(save(task, { subject: 'b' }, base as object))).status).toBe(400)
      }
      expect((await get(task.id)).subject).toBe('a')
    })

    it('of odd values is a clash at worst', async () => {
      const task = await create({ subject: 'a', checklist: [{ title: 'A' }] })
      await others(task.id, { checklist: [] })
      for (const base of [{ checklist: 'x' }, { checklist: [null, 1, []] }, { checklist: { id: 1 } }]) {
        const answer = save(task, { checklist: [{ title: 'B' }] }, base)
        await answer.catch((error: { status?: number }) => expect(error.status).toBe(409))
      }
      expect((await refusal(save(task, { checklist: ['x'] }, { checklist: [] }))).status).toBe(400)
    })

    it('counts for nothing in a bulk update', async () => {
      const task = await create({ subject: 'a' })
      await others(task.id, { points: 5 })
      const item = { id: task.id, modified: task.modified, subject: 'b', _base: { subject: 'a' } }
      expect((await refusal(bulkUpdate(site.engine, site.staff, 'Task', { entities: [item] }))).status).toBe(409)
    })
  })

  describe('settings', () => {
    it('merge as records do', async () => {
      const read = await getRecord(site.engine, site.manager, 'System Settings', 'System Settings').catch(() => null)
      if (!read) await createRecord(site.engine, systemContext(site.engine), 'System Settings', {})
      const before = (read ?? (await getRecord(site.engine, site.manager, 'System Settings', 'System Settings'))) as Row
      const title = { site_title: 'Theirs' }
      await updateRecord(site.engine, site.admin, 'System Settings', undefined, title)
      const body = { modified: before.modified, currency: 'USD', _base: { currency: before.currency } }
      const { entity, merged } = await mergeInto(site.engine, site.manager, 'System Settings', undefined, body)
      expect([entity, merged?.modified_by]).toMatchObject([{ ...title, currency: 'USD' }, 'Administrator'])
    })
  })
})
