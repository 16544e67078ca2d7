import { beforeAll, expect, test } from 'vitest'
import { makeTestSite, type TestSite } from '../testing/test-site.ts'

let site: TestSite
let url: string
let staff: string

beforeAll(async () => {
  site = await makeTestSite()
  url = await site.listen()
  staff = await site.signIn('staff@example.com')
})

test('a sender of too large a body reads the reason, however much is still on its way', async () => {
  for (const megabytes of [6, 12, 20, 20, 20]) {
    const response = await fetch(`${url}/api/entity/Task`, {
      method: 'POST',
      headers: { cookie: staff, 'content-type': 'application/json' },
      body: JSON.stringify({ subject: 'Call', long_notes: 'x'.repeat(megabytes * 1024 * 1024) }),
    })
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({
      exc_type: 'PayloadTooLarge',
      message: 'The file is larger than 5 MB.',
      max_bytes: 5_242_880,
    })
  }
})
