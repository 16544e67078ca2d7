import type { UndoAnswer } from '@tavla/contract'
import { expect, it } from 'vitest'
import { eachStore } from '../../store/testing.ts'
import { randomFrom } from '../../testing/random.ts'
import { definitionTests, type FieldRow, type Row } from '../definitions/testing.ts'
import {
  bulkUpdate,
  createRecord,
  deleteRecord,
  findOne,
  listRecords,
  renameRecord,
  runAction,
  systemContext,
  updateRecord,
} from '../index.ts'
import { personContext } from '../testing.ts'
import { restoreFromTrash } from '../trash/restore.ts'
import { checkDerived } from './derived.ts'

const rounds = 140

eachStore((open) => {
  const { site, define, reshape } = definitionTests(open)
  const add = (id: string, ...fields: FieldRow[]) => reshape(id, (known) => [...known, ...fields])
  const all = async (entity: string): Promise<Row[]> => {
    const query = { fields: ['*'], limit_page_length: 0, order_by: 'creation' }
    return (await listRecords(site.engine, systemContext(site.engine), entity, query)).data as Row[]
  }

  async function makeShop() {
    const region = await define([{ fieldname: 'name' }])
    const customer = await define(
      [
        { fieldname: 'region', fieldtype: 'Link', options: region },
        { fieldname: 'limit', fieldtype: 'Float' },
      ],
      { allow_rename: 1 },
    )
    const rows = [
      { fieldname: 'buyer', fieldtype: 'Link', options: customer },
      { fieldname: 'amount', fieldtype: 'Currency' },
    ]
    const line = await define(rows, { type: 'Table' })
    const order = await define(
      [
        { fieldname: 'customer', fieldtype: 'Link', options: customer },
        { fieldname: 'status', fieldtype: 'Select', options: 'Open\nDone' },
        { fieldname: 'lines', fieldtype: 'Table', options: line },
        { fieldname: 'total', fieldtype: 'Currency', formula: 'sum(lines.map(l, l.amount))' },
      ],
      { allow_rename: 1 },
    )
    const over = (fieldname: string, fieldtype: string, rollup: object) => ({
      ...{ fieldname, fieldtype },
      rollup: { entity: order, link: 'customer', ...rollup },
    })
    await add(
      customer,
      over('orders', 'Int', { kind: 'count' }),
      over('owed', 'Currency', { kind: 'sum', field: 'total', filters: { status: 'Open' } }),
      over('most', 'Currency', { kind: 'highest', field: 'total' }),
      over('last', 'Currency', { kind: 'latest', field: 'total' }),
      over('bought', 'Currency', { link: 'lines.buyer', kind: 'sum', field: 'lines.amount' }),
      { fieldname: 'left', fieldtype: 'Float', formula: 'limit - owed' },
    )
    const room = { entity: customer, link: 'region', kind: 'sum', field: 'left' }
    await add(region, { fieldname: 'room', fieldtype: 'Float', rollup: room })
    return { region, customer, order }
  }

  it('after random writes each roll-up equals a fresh count', async () => {
    const random = randomFrom(20_261_124)
    const int = (below: number) => Math.floor(random() * below)
    const pick = <T>(list: readonly T[]): T => list[int(list.length)] as T
    const { region, customer, order } = await makeShop()
    const regions = await Promise.all(
      ['a', 'b'].map((name) => createRecord(site.engine, site.manager, region, { name })),
    )
    for (const limit of [100, 200, 300]) {
      await createRecord(site.engine, site.manager, customer, { limit, region: pick(regions).id })
    }
    const operations: string[] = []
    const one = async (entity: string) => pick(await all(entity)) as Row | undefined
    const body = async () => ({
      customer: int(5) ? (await one(customer))?.id : null,
      status: pick(['Open', 'Done']),
      ...(int(2) && {
        lines: await Promise.all(
          Array.from({ length: int(4) }, async () => ({ buyer: (await one(customer))?.id, amount: int(10_000) / 100 })),
        ),
      }),
    })
    const write = async () => {
      const ctx = await personContext(site.engine, 'noa@example.com')
      operations.push(ctx.operation.id)
      const [mine, some, person] = [await one(order), await one(order), await one(customer)]
      const change = int(10)
      if (change < 4 || !mine || !some || !person) return createRecord(site.engine, ctx, order, await body())
      if (change === 4) return updateRecord(site.engine, ctx, order, mine.id, await body())
      if (change === 5) {
        const entities = [...new Set([mine.id, some.id])].map(async (id) => ({ id, ...(await body()) }))
        return bulkUpdate(site.engine, ctx, order, { entities: await Promise.all(entities) })
      }
      if (change === 6) return deleteRecord(site.engine, ctx, order, mine.id)
      if (change === 7) {
        const item = await findOne(site.engine, 'Trash Item', { where: { ref_entity: order } })
        return item && site.engine.store.write((tx) => restoreFromTrash(site.engine, ctx, tx, String(item.id)))
      }
      if (change === 8) {
        return runAction(site.engine, ctx, 'Operation Log', pick(operations), 'undo', {}).catch(
          () => undefined,
        ) as Promise<UndoAnswer>
      }
      if (int(2))
        return updateRecord(site.engine, ctx, customer, person.id, { limit: int(500), region: pick(regions).id })
      const target = int(2) ? [order, mine.id] : [customer, person.id]
      return renameRecord(site.engine, ctx, String(target[0]), target[1], `Name ${operations.length}`)
    }
    for (let round = 1; round <= rounds; round++) {
      await write()
      if (round % 20 > 0) continue
      expect((await checkDerived(site.engine)).ids).toEqual([])
      const orders = await all(order)
      for (const record of await all(customer)) {
        const own = orders.filter((row) => row.customer === record.id)
        const total = (rows: Row[]) => Math.round(rows.reduce((sum, row) => sum + Number(row.total) * 100, 0)) / 100
        expect([record.orders, record.owed, record.most, record.last]).toEqual([
          own.length,
          total(own.filter(({ status }) => status === 'Open')),
          Math.max(0, ...own.map((row) => Number(row.total))),
          own.toSorted((a, b) => (`${a.creation} ${a.id}` < `${b.creation} ${b.id}` ? 1 : -1))[0]?.total ?? 0,
        ])
      }
    }
  })
})
