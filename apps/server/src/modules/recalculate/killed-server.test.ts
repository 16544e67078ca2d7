import { randomUUIDv7 } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  createIn,
  createRecord,
  engineChecks,
  getRecord,
  listRecords,
  systemContext,
  updateRecord,
} from '../../entity/index.ts'
import { type NewTestDatabase, onPostgres } from '../../store/testing.ts'
import { startKillable } from '../../testing/killed-site.ts'
import { operationIdOf } from '../../testing/operations.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

describe('on SQLite', () => killTests())
onPostgres((_open, address) => killTests(address))

const writers = 50
const parcels = 2_000
const buyers = ['Ann', 'Bob']

function killTests(database?: NewTestDatabase): void {
  test('sums and formulas are fresh after fifty writers and a kill', async () => {
    const first = await makeTestSite(database ? { database } : {})
    await makeShop(first)
    await first.close()
    const { dir, databaseUrl } = first.config
    const place = { dir, ...(databaseUrl !== undefined && { databaseUrl }) }
    await killedAmongWrites(dir, databaseUrl)
    const site = await makeTestSite(place)
    await site.settled()
    await expectFresh(site)
    expect((await recordsOf(site, 'Parcel')).every(({ n, twice }) => Number(twice) === 2 * Number(n))).toBe(true)
    await writeAtOnce(site)
    await expectFresh(site)
  })
}

/** Sales go to and fro between two buyers, and a formula is added elsewhere, until the server is killed. */
async function killedAmongWrites(dir: string, databaseUrl: string | undefined): Promise<void> {
  const running = await startKillable(dir, databaseUrl)
  const { fields } = (await running.call('/api/entity/Entity/Parcel')).entity
  const twice = { fieldname: 'twice', fieldtype: 'Int', formula: 'n * 2' }
  await running.call('/api/entity/Entity/Parcel', { fields: [...fields, twice] }, 'PUT')
  const half = Promise.withResolvers<void>()
  let answers = 0
  const moving = Array.from({ length: writers }, async (_, n) => {
    for (let turn = 1; turn < 5; turn++) {
      const entities = [{ id: `S-${n}`, buyer: buyers[(n + turn) % 2], total: n + turn }]
      const isAnswered = await running.call('/api/entity/Sale/bulk-update', { entities }).then(
        ({ count }) => count === 1,
        () => false,
      )
      if (isAnswered && ++answers === writers) half.resolve()
    }
  })
  await half.promise
  await running.kill()
  await Promise.all(moving)
}

/** Fifty people at once move, delete, bring back and undo. */
async function writeAtOnce(site: TestSite): Promise<void> {
  const staff = await site.signIn('staff@example.com')
  const call = (method: string, path: string, body?: object) =>
    site.call(method, path, { as: staff, headers: { 'operation-id': randomUUIDv7() }, ...(body && { body }) })
  const undo = (answer: Awaited<ReturnType<typeof call>>) =>
    call('POST', `/api/entity/Operation Log/${operationIdOf(answer)}?run_method=undo`, { data: {} })
  const work = async (n: number) => {
    const path = `/api/entity/Sale/S-${n}`
    const moved = await call('PUT', path, { buyer: buyers[n % 2], total: 3 * n })
    if (n % 5 === 0) await undo(moved)
    const deleted = n % 3 === 0 ? await call('DELETE', path) : undefined
    if (deleted && n % 2 === 0) await undo(deleted)
    const both = { entities: [n, (n + 7) % writers].map((one) => ({ id: `S-${one}`, buyer: buyers[(n + 1) % 2] })) }
    const changed = await call('POST', '/api/entity/Sale/bulk-update', both)
    const statuses = [moved.status, deleted?.status ?? 200, changed.status]
    // A record that another one deleted meanwhile is not there.
    expect(statuses.every((status) => [200, 404].includes(status))).toBe(true)
  }
  await Promise.all(Array.from({ length: writers }, (_, n) => work(n)))
}

async function makeShop({ site: { engine } }: TestSite): Promise<void> {
  const ctx = systemContext(engine)
  const define = (id: string, fields: object[]) =>
    createRecord(engine, ctx, 'Entity', { id, module: 'Test', naming_rule: 'Prompt', fields })
  await define('Buyer', [{ fieldname: 'note' }])
  await define('Parcel', [{ fieldname: 'n', fieldtype: 'Int' }])
  const sale = [
    { fieldname: 'buyer', fieldtype: 'Link', options: 'Buyer' },
    { fieldname: 'total', fieldtype: 'Currency' },
  ]
  await define('Sale', sale)
  await addRollups(engine)
  for (const id of buyers) await createRecord(engine, ctx, 'Buyer', { id })
  await engine.store.write(async (tx) => {
    for (let n = 0; n < writers; n++) {
      await createIn(engine, ctx, tx, 'Sale', { id: `S-${n}`, buyer: buyers[n % 2], total: n })
    }
    for (let n = 0; n < parcels; n++) await createIn(engine, ctx, tx, 'Parcel', { id: `P-${n}`, n })
  })
}

async function addRollups(engine: TestSite['site']['engine']): Promise<void> {
  const over = { entity: 'Sale', link: 'buyer' }
  const { fields } = await getRecord(engine, systemContext(engine), 'Entity', 'Buyer')
  const rollups = [
    { fieldname: 'sales', fieldtype: 'Int', rollup: { ...over, kind: 'count' } },
    { fieldname: 'owed', fieldtype: 'Currency', rollup: { ...over, kind: 'sum', field: 'total' } },
  ]
  await updateRecord(engine, systemContext(engine), 'Entity', 'Buyer', {
    fields: [...(fields as object[]), ...rollups],
  })
}

async function recordsOf({ site: { engine } }: TestSite, entity: string): Promise<Record<string, unknown>[]> {
  const query = { fields: ['*'], limit_page_length: 0 }
  return (await listRecords(engine, systemContext(engine), entity, query)).data
}

async function expectFresh(site: TestSite): Promise<void> {
  const sales = await recordsOf(site, 'Sale')
  expect(sales.length).toBeGreaterThan(0)
  for (const buyer of await recordsOf(site, 'Buyer')) {
    const own = sales.filter((sale) => sale.buyer === buyer.id)
    const total = own.reduce((sum, sale) => sum + Number(sale.total), 0)
    expect([buyer.id, buyer.sales, buyer.owed]).toEqual([buyer.id, own.length, total])
  }
  expect((await engineChecks['derived values']?.(site.site.engine, false))?.ids).toEqual([])
}
