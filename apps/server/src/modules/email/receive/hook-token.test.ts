import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeTestSite } from '../../../testing/test-site.ts'

test('no log holds the token in the address of a hook, whether it is right, wrong or sent with rubbish', async () => {
  const site = await makeTestSite({ sample: false })
  await site.listen()
  const as = await site.signIn('Administrator')
  const account = { email_account_name: 'box', email_id: 'box@example.com', enable_incoming: 1 }
  expect((await site.call('POST', '/api/entity/Email Account', { as, body: account })).status).toBe(200)
  const rotated = await site.call('POST', '/api/entity/Email Account/box?run_method=rotate_hook_token', {
    as,
    body: { data: {} },
  })
  const right = rotated.json.data.hook_token as string
  const wrong = 'a-token-that-somebody-guessed'
  const mail = { from: 'noa@customer.example', to: 'box@example.com', subject: 'Hi', message_id: '<1@x>', text: 'Hi' }
  const statuses: number[] = []
  for (const token of [right, wrong]) {
    for (const body of [mail, { odd: true }, 'no JSON', undefined]) {
      const headers = typeof body === 'string' ? { 'content-type': 'application/json' } : {}
      const path = `/api/hooks/email/box?token=${token}`
      statuses.push((await site.call('POST', path, { headers, ...(body === undefined ? {} : { body }) })).status)
    }
    for (const path of [`/api/hooks/email/none?token=${token}`, `/api/hooks/whatsapp/none?hub.verify_token=${token}`]) {
      statuses.push((await site.call('POST', path, { body: mail })).status, (await site.call('GET', path)).status)
    }
  }
  expect(statuses[0]).toBe(200)
  expect(statuses.filter((status) => status >= 500)).toEqual([])
  await site.settled()
  const lists = await Promise.all(
    ['Webhook Log', 'Error Log', 'Version', 'Security Event'].map((entity) =>
      site.call('GET', `/api/entity/${entity}?fields=["*"]&limit_page_length=500`, { as }),
    ),
  )
  expect(lists.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { dir } = site.config
  await site.close()
  const files = globSync('logs/*', { cwd: dir }).map((file) => readFileSync(join(dir, file), 'utf8'))
  expect(files.join()).toContain('/api/hooks/email/box')
  for (const text of [...files, ...lists.map((list) => list.text)]) {
    expect(text).not.toContain(right)
    expect(text).not.toContain(wrong)
  }
})
