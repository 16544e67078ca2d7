import { expect, test } from 'vitest'
import { onPostgres } from '../../../store/testing.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'

test('a mail that several deliveries bring at the same time is stored once, with its files', async () => {
  await bringAtOnce(await makeTestSite())
})

onPostgres((_open, database) => {
  test('and also on a store with several writers', async () => {
    await bringAtOnce(await makeTestSite({ database }))
  })
})

async function bringAtOnce(site: TestSite): Promise<void> {
  const as = await site.signIn('Administrator')
  const call = async (path: string, body: object) => (await site.call('POST', path, { body, as })).json
  const account = { email_account_name: 'Desk', email_id: 'desk@example.com', enable_incoming: 1 }
  await call('/api/entity/Email Account', account)
  const { data } = await call('/api/entity/Email Account/Desk?run_method=rotate_hook_token', { data: {} })
  const headers = { 'x-hook-token': data.hook_token, 'content-type': 'message/rfc822' }
  const countFiles = async () =>
    (await site.call('GET', '/api/entity/File?fields=["id"]&limit_page_length=1', { as })).json.count
  for (const files of [0, 1, 10]) {
    const part = (at: number) => `--b\r\nContent-Type: text/csv; name=f.csv\r\n\r\n${files},${at}\r\n`
    const parts = Array.from({ length: files }, (_, at) => part(at)).join('')
    const raw = `Message-ID: <m${files}@x>\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${parts}--b--\r\n`
    const before = await countFiles()
    const answers = await Promise.all(
      [1, 2, 3].map(async () => {
        const answer = await site.call('POST', '/api/hooks/email/Desk', { body: Buffer.from(raw), headers })
        return answer.json as { message: string; communication: string }
      }),
    )
    expect(answers.map(({ message }) => message).toSorted()).toEqual(['Duplicate', 'Duplicate', 'Received'])
    expect(new Set(answers.map(({ communication }) => communication)).size).toBe(1)
    expect(await countFiles()).toBe(before + files)
  }
}
