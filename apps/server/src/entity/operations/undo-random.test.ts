import type { StateAnswer, UndoAnswer, VersionRecord } from '@tavla/contract'
import { expect, it } from 'vitest'
import { sql } from '../../store/sql.ts'
import { eachStore } from '../../store/testing.ts'
import { randomFrom } from '../../testing/random.ts'
import { definitionTests, type FieldRow, without } from '../definitions/testing.ts'
import { bulkUpdate, createRecord, deleteRecord, renameRecord, runAction, updateRecord } from '../index.ts'
import { personContext } from '../testing.ts'

/** Random choices, the same for the same seed. */
function chooserFrom(seed: number) {
  const random = randomFrom(seed)
  const int = (below: number) => Math.floor(random() * below)
  return { int, pick: <T>(list: readonly T[]): T => list[int(list.length)] as T }
}

eachStore((open) => {
  const { site, create, define, get, reshape } = definitionTests(open)
  /** Each write is a call of its own. */
  const call = () => personContext(site.engine, 'noa@example.com')
  const undo = async (operation: string) => {
    const data = await runAction(site.engine, await call(), 'Operation Log', operation, 'undo', {})
    return data as UndoAnswer & { operation: string }
  }
  const historyOf = async (entity: string, id: string, limit = 1) =>
    (await runAction(site.engine, site.manager, entity, id, 'get_history', { limit })) as VersionRecord[]
  const fields: FieldRow[] = [
    { fieldname: 'name' },
    { fieldname: 'count', fieldtype: 'Int' },
    { fieldname: 'price', fieldtype: 'Float' },
    { fieldname: 'done', fieldtype: 'Check' },
    { fieldname: 'day', fieldtype: 'Date' },
    { fieldname: 'note', fieldtype: 'Long Text' },
    { fieldname: 'extra', fieldtype: 'JSON' },
  ]

  /** Random values of the fields above, and of rows; some are blank. */
  function valuesFrom({ int, pick }: ReturnType<typeof chooserFrom>, rows: readonly FieldRow[]): FieldRow {
    const word = () => pick(['a', 'Ä', 'שלום', 'long '.repeat(40), '', '0', '😀'])
    const all: FieldRow = {
      ...{ name: word().slice(0, 40), count: int(9) - 4, price: int(100) / 8, done: int(2), note: word() },
      ...{ day: pick(['2026-01-05', '0001-01-01', null]), extra: pick([{ a: [1, null] }, [], '"x"', 7, null]) },
    }
    const kept = rows.filter(() => int(3) > 0).map((row) => (int(2) ? row : { ...row, step: word().slice(0, 40) }))
    const list = [...kept, ...(int(2) ? [{ step: word().slice(0, 40), hours: int(5) }] : [])]
    const steps = int(4) === 0 ? list.toReversed() : list
    const chosen = Object.entries(all).filter(() => int(3) === 0)
    return { ...Object.fromEntries(chosen), ...(int(2) && { steps }) }
  }
  const rowsOf = (record: FieldRow) =>
    (record.steps as FieldRow[]).map(({ id, step, hours }) => ({ id, step, hours }) as FieldRow)

  it('undo, redo and undo again end where the first undo did, after random writes', async () => {
    const random = chooserFrom(20_261_123)
    const { int, pick } = random
    const child = await define([{ fieldname: 'step' }, { fieldname: 'hours', fieldtype: 'Int' }], { type: 'Table' })
    const steps = { fieldname: 'steps', fieldtype: 'Table', options: child }
    const link = { fieldname: 'to', fieldtype: 'Link', options: 'Contact' }
    const entity = await define([...fields, link, steps], { allow_rename: 1 })
    const contact = await create('Contact', { contact_name: 'Tal' })
    const ids = async () =>
      (
        await site.engine.store.all<{ id: string }>(sql`select id from ${sql.table(tableOf(entity))} order by creation`)
      ).map(({ id }) => id)
    const tableOf = (name: string) => site.engine.models.require(name).table.name
    /** All that is stored of the records, without the times of their last write and the places of their rows on disk. */
    const stored = async () => {
      const read = (table: string) => site.engine.store.all(sql`select * from ${sql.table(table)} order by id`)
      const tables = await Promise.all([entity, child].map((name) => read(tableOf(name))))
      return JSON.stringify(tables.map((rows) => rows.map(({ rid, modified, modified_by, ...rest }) => rest)))
    }
    const writes = {
      async create() {
        const ctx = await call()
        const values = { ...valuesFrom(random, []), to: contact.id }
        await createRecord(site.engine, ctx, entity, values)
        return ctx
      },
      async update() {
        const ctx = await call()
        const record = await get(entity, pick(await ids()))
        await updateRecord(site.engine, ctx, entity, record.id, valuesFrom(random, rowsOf(record)))
        return ctx
      },
      async bulk() {
        const ctx = await call()
        const entities = (await ids()).slice(0, 3).map((id) => ({ id, ...valuesFrom(random, []), steps: undefined }))
        await bulkUpdate(site.engine, ctx, entity, { entities })
        return ctx
      },
      async delete() {
        const ctx = await call()
        await deleteRecord(site.engine, ctx, entity, pick(await ids()))
        return ctx
      },
      async rename() {
        const ctx = await call()
        await renameRecord(site.engine, ctx, entity, pick(await ids()), `N${int(1_000_000)}`)
        return ctx
      },
      async restore() {
        const ctx = await call()
        const id = pick(await ids())
        const versions = await historyOf(entity, id, 20)
        await runAction(site.engine, ctx, entity, id, 'restore', { version: pick(versions).id })
        return ctx
      },
    }
    for (let n = 0; n < 4; n++) await writes.create()
    const kinds = Object.keys(writes) as (keyof typeof writes)[]
    for (let n = 0; n < 36; n++) {
      const kind = (await ids()).length < 3 ? 'create' : (kinds[n % kinds.length] ?? 'update')
      const before = await stored()
      const { operation } = await writes[kind]()
      const after = await stored()
      if (after === before) continue
      const first = await undo(operation.id)
      expect([n, kind, first.skipped]).toEqual([n, kind, []])
      expect([n, kind, await stored()]).toEqual([n, kind, before])
      const redo = await undo(first.operation)
      expect([n, kind, redo.kind, await stored()]).toEqual([n, kind, 'Redo', after])
      const second = await undo(redo.operation)
      expect([n, kind, await stored()]).toEqual([n, kind, before])
      // Half of the writes stay, so that the next ones find other records.
      if (int(2)) await undo(second.operation)
    }
  })

  it('the state after each of 1,000 versions is what was stored then', async () => {
    const random = chooserFrom(1_000)
    const child = await define([{ fieldname: 'step' }, { fieldname: 'hours', fieldtype: 'Int' }], { type: 'Table' })
    const entity = await define([...fields, { fieldname: 'steps', fieldtype: 'Table', options: child }])
    const told = (record: FieldRow) => ({
      ...Object.fromEntries(
        ['modified', ...fields.map(({ fieldname }) => fieldname)].map((name) => [name, record[String(name)]]),
      ),
      steps: rowsOf(record),
    })
    let record = await get(entity, (await create(entity, { name: 'first' })).id)
    const recorded = [told(record)]
    while (recorded.length < 1_000) {
      const values = valuesFrom(random, rowsOf(record))
      const saved = (await updateRecord(site.engine, site.manager, entity, record.id, values)) as typeof record
      if (saved.modified === record.modified) continue
      record = saved
      recorded.push(told(record))
    }
    const versions = [...(await historyOf(entity, record.id, 500))].reverse()
    expect(versions).toHaveLength(500)
    for (let n = 0; n < 1_000; n += 1 + random.int(60)) {
      const at = recorded[n]?.modified
      const answer = (await runAction(site.engine, site.manager, entity, record.id, 'get_state', { at })) as StateAnswer
      expect([n, answer.complete, told(answer.entity)]).toEqual([n, 1, recorded[n]])
      const version = versions[n - 500]?.id
      if (!version) continue
      const same = (await runAction(site.engine, site.manager, entity, record.id, 'get_state', {
        version,
      })) as StateAnswer
      expect([n, told(same.entity)]).toEqual([n, recorded[n]])
    }
  })

  it('a field that was removed since is left out, and the rest is undone under another name of the entity', async () => {
    const entity = await define([{ fieldname: 'a' }, { fieldname: 'b' }], {})
    const record = await create(entity, { a: 'one', b: 'one' })
    const ctx = await call()
    await updateRecord(site.engine, ctx, entity, record.id, { a: 'two', b: 'two' })
    await reshape(entity, without('a'), { confirm_data_loss: 1 })
    const renamed = `${entity} renamed`
    await renameRecord(site.engine, await call(), 'Entity', entity, renamed)
    const answer = await undo(ctx.operation.id)
    expect(answer).toMatchObject({
      undone: 1,
      skipped: [{ entity: renamed, id: record.id, reason: 'definition', fields: ['a'] }],
    })
    expect(await get(renamed, record.id)).toMatchObject({ b: 'one' })
    // The redo knows of the other field alone.
    await undo(answer.operation)
    expect(await get(renamed, record.id)).toMatchObject({ b: 'two' })
  })
})
