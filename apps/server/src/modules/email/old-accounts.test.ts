import { expect, test } from 'vitest'
import { sql } from '../../store/sql.ts'
import { makeTestSite, type TestSite } from '../../testing/test-site.ts'

const account = (email_account_name: string, more: object) => ({
  ...{ email_account_name, email_id: `${email_account_name}@example.com`, password: 'secret' },
  ...more,
})
const outgoing = { enable_outgoing: 1, smtp_server: 'smtp.example.com' }

test('an upgrade allows unencrypted mail for accounts that use it, for no others, and only once', async () => {
  const first = await makeTestSite({ sample: false })
  const create = async (site: TestSite, body: object) => {
    const as = await site.signIn('Administrator')
    const { status, text } = await site.call('POST', '/api/entity/Email Account', { as, body })
    if (status !== 200) throw new Error(text)
  }
  await first.call('PUT', '/api/entity/System Settings/System Settings', {
    as: await first.signIn('Administrator'),
    body: { may_reach_people: 0 },
  })
  await create(first, account('open', { ...outgoing, use_tls: 0 }))
  await create(first, account('sealed', { ...outgoing, use_tls: 1 }))
  await create(first, account('whole', { ...outgoing, use_tls: 0, use_ssl_for_outgoing: 1 }))
  await create(first, account('unused', { use_tls: 0, use_ssl: 0 }))
  await create(first, account('hook', { enable_incoming: 1, use_ssl: 0 }))
  // As an earlier version left it.
  const { engine } = first.site
  await engine.store.write((tx) => tx.run(sql`delete from site where key = 'marked unencrypted mail accounts'`))
  await first.close()

  const second = await makeTestSite({ dir: first.config.dir })
  const as = await second.signIn('Administrator')
  const marks = async () => {
    const query = 'fields=["id","allow_unencrypted"]&order_by=id asc'
    const { json } = await second.call('GET', `/api/entity/Email Account?${query}`, { as })
    return Object.fromEntries(
      json.data.map((row: { id: string; allow_unencrypted: number }) => [row.id, row.allow_unencrypted]),
    )
  }
  expect(await marks()).toEqual({ open: 1, sealed: 0, whole: 0, unused: 0, hook: 0 })
  await create(second, account('later', { ...outgoing, use_tls: 0 }))
  expect((await marks()).later).toBe(0)
})
