import { beforeAll, describe, expect, test } from 'vitest'
import { addMillis } from '../../ground/utc-text.ts'
import { sql } from '../../store/sql.ts'
import { onPostgres } from '../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'
import { dropExpired } from './old-files.ts'

describe('on SQLite', () => jobTests(() => makeTestSite()))
onPostgres((_open, address) => jobTests(async () => makeTestSite({ database: address })))

const count = 100_001

function jobTests(open: () => Promise<TestSite>): void {
  let site: TestSite
  let staff: string
  let job: string

  beforeAll(async () => {
    site = await open()
    staff = await site.signIn('staff@example.com')
    const manager = await site.signIn('manager@example.com')
    const fields = [{ fieldname: 'n', label: 'N', fieldtype: 'Int' }]
    const permissions = [
      { role: 'System Manager', read: 1, write: 1, create: 1 },
      { role: 'Staff', read: 1 },
    ]
    const body = { id: 'Reading', module: 'Test', sort_field: 'id', sort_order: 'ASC', fields, permissions }
    await site.call('POST', '/api/entity/Entity', { body, as: manager })
    const { name } = site.site.engine.models.require('Reading').table
    const now = site.site.engine.clock.nowUtc()
    await site.site.store.write((tx) =>
      tx.run(sql`with recursive number(i) as (select 1 union all select i + 1 from number where i < ${sql.lit(count)})
        insert into ${sql.table(name)} (id, id_fold, owner, modified_by, creation, modified, c_n)
        select 'r' || (i + 1000000), 'r' || (i + 1000000), 'x', 'x', ${now}, ${now}, i from number`),
    )
    // The number of rows is kept until a write of the engine.
    site.site.engine.generations.bump('Reading')
  })

  const read = async (id: string, as = staff) => site.call('GET', `/api/entity/Job/${id}`, { as })

  test('more records than a call answers are exported by a job, into a file of the person alone', async () => {
    const asked = await site.call('GET', '/api/entity/Reading/export?format=csv&fields=id,n', { as: staff })
    expect(asked.json).toEqual({ data: { job: expect.any(String) } })
    job = asked.json.data.job
    await site.settled()
    const { entity } = (await read(job)).json
    expect(entity).toMatchObject({
      kind: 'Export',
      status: 'Done',
      title: 'Export of Reading',
      total: count,
      done: count,
    })
    const file = await site.call('GET', entity.file, { as: staff })
    const lines = file.text.trimEnd().split('\r\n')
    expect([lines.length, lines[1], lines.at(-1)]).toEqual([count + 1, 'r1000001,1', `r${1_000_000 + count},${count}`])
    expect(file.headers['content-disposition']).toMatch(/; filename="Reading \d{4}-\d\d-\d\d\.csv"/)

    const body = { email: 'other@example.com', full_name: 'O', new_password: 'Kettle-9-brown-sky' }
    await site.call('POST', '/api/user', { body, as: await site.signIn('Administrator') })
    const other = await site.signIn(body.email, body.new_password)
    expect((await site.call('GET', entity.file, { as: other })).status).toBe(403)
    expect((await read(job, other)).status).toBeGreaterThanOrEqual(403)
  })

  test('the file is gone after a day, and the job says so', async () => {
    const { file } = (await read(job)).json.entity
    await dropExpired(site.site)
    expect((await site.call('GET', file, { as: staff })).status).toBe(200)
    const { name } = site.site.engine.models.require('Job').table
    const then = addMillis(site.site.engine.clock.nowUtc(), -25 * 3_600_000)
    await site.site.store.write((tx) => tx.run(sql`update ${sql.table(name)} set c_ended = ${then} where id = ${job}`))
    await dropExpired(site.site)
    await site.settled()
    expect((await site.call('GET', file, { as: staff })).status).toBe(404)
    expect((await read(job)).json.entity.file).toBeNull()
  })
}
