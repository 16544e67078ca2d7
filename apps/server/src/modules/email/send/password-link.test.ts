import { mkdtempSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { readSecret } from '../../../entity/index.ts'
import { sql } from '../../../store/sql.ts'
import { makeTestSite, type TestSite } from '../../../testing/test-site.ts'

let site: TestSite
let manager: string
let people = 0

beforeAll(async () => {
  site = await makeTestSite()
  manager = await site.signIn('Administrator')
})

const call = (method: string, path: string, body?: object, as = manager) => site.call(method, path, { body, as })
const reach = (may_reach_people: 0 | 1) => call('PUT', '/api/entity/System Settings', { may_reach_people })
const keyPattern = /key=(?:3D)?([\w-]{43})/

async function invite(): Promise<{ email: string; id: string }> {
  const email = `invited${++people}@example.com`
  await call('POST', '/api/user', { email, full_name: 'Person', send_welcome_email: 1 })
  await site.site.outbox.settled()
  return { email, id: (await mailTo(email)).id }
}

async function mailTo(email: string) {
  const filters = encodeURIComponent(JSON.stringify({ recipients: ['like', `%${email}%`] }))
  return (await call('GET', `/api/entity/Email Queue?filters=${filters}&fields=["*"]`)).json.data[0]
}

/** The key in the sent mail. */
async function keyIn(id: string, dir = site.config.dir): Promise<string | undefined> {
  const mail = await readFile(join(dir, 'outbox', `${id}.eml`), 'utf8')
  return keyPattern.exec(mail.replace(/=\r?\n/g, ''))?.[1]
}

/** The stored form of the link. */
async function sealedIn({ site: { engine } }: TestSite, id: string) {
  return (await engine.rows(engine.models.require('Email Queue')).byId(engine.store, id))?.password_link
}

const use = (key: string | undefined, password = 'a password of my own') =>
  site.call('POST', '/api/auth/set_password', { body: { password, key } })

/** Files of the site's folder that hold the text. */
async function filesWith(text: string, dir = site.config.dir): Promise<string[]> {
  const names = await readdir(dir, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const file of names.filter((one) => one.isFile())) {
    const path = join(file.parentPath, file.name)
    if ((await readFile(path)).includes(text)) found.push(path)
  }
  return found
}

describe('the key of an invitation', () => {
  test('is only in the sent mail, and in no answer, row, log or file of the site', async () => {
    await reach(0)
    const { email, id } = await invite()
    const held = await mailTo(email)
    expect(held.status).toBe('Held')
    expect(held.message).toContain('<a href="{link}">{link}</a>')
    expect(JSON.stringify(held)).not.toMatch(keyPattern)
    expect(await sealedIn(site, id)).toMatch(/^v2\./)
    const shown = (await call('GET', `/api/entity/Email Queue/${id}`)).text
    expect(shown).toContain('{link}')
    expect(shown).not.toMatch(keyPattern)
    await reach(1)
    await site.site.outbox.settled()
    const key = (await keyIn(id)) as string
    expect(key).toHaveLength(43)
    expect(await filesWith(key)).toEqual([join(site.config.dir, 'outbox', `${id}.eml`)])
    const sent = await mailTo(email)
    expect(sent.status).toBe('Sent')
    expect(await sealedIn(site, id)).toBeNull()
    expect((await use(key)).status).toBe(200)
  })

  test('is new when the mail is sent again', async () => {
    await reach(0)
    const { id } = await invite()
    await call('POST', `/api/entity/Email Queue/${id}?run_method=cancel`, {})
    const sealed = await readSecret(site.site.engine, 'Email Queue', id, 'password_link')
    await reach(1)
    await call('POST', `/api/entity/Email Queue/${id}?run_method=retry`, {})
    await site.site.outbox.settled()
    const key = (await keyIn(id)) as string
    expect(sealed).toContain('"key":')
    expect(sealed).not.toContain(key)
    expect((await use(key)).status).toBe(200)
  })

  test('that no longer works is not sent: the mail notes that, and a retry sends a new one', async () => {
    await reach(0)
    const { email, id } = await invite()
    await site.site.store.write((tx) => tx.run(sql`update reset_key set expires = ${'2000-01-01 00:00:00.000000'}`))
    await reach(1)
    await site.site.outbox.settled()
    const stuck = await mailTo(email)
    expect([stuck.status, stuck.error]).toEqual([
      'Error',
      'The link in this mail no longer works. Retry sends it with a new one.',
    ])
    await call('POST', `/api/entity/Email Queue/${id}?run_method=retry`, {})
    await site.site.outbox.settled()
    expect((await use(await keyIn(id))).status).toBe(200)
  })

  test('is not renewed for a user who was disabled meanwhile', async () => {
    await reach(0)
    const { email, id } = await invite()
    await call('PUT', `/api/user/${email}`, { enabled: 0 })
    const { status, json } = await call('POST', `/api/entity/Email Queue/${id}?run_method=retry`, {})
    expect([status, json.message]).toEqual([417, `${email} cannot sign in, so there is no new link for them.`])
    expect((await mailTo(email)).status).toBe('Held')
    await reach(1)
  })
})

test('a letter with the text {link} leaves unchanged', async () => {
  const body = { recipients: 'reader@example.com', subject: 'About links', content: 'Write {link} here.' }
  await call('POST', '/api/app/send_email', body)
  await site.site.outbox.settled()
  const { id } = await mailTo('reader@example.com')
  expect(await readFile(join(site.config.dir, 'outbox', `${id}.eml`), 'utf8')).toContain('Write {link} here.')
})

test('the next start seals a key that an earlier version left readable in the queue, and the key still works', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tavla-keys-'))
  const first = await makeTestSite({ dir })
  const as = await first.signIn('Administrator')
  await first.call('PUT', '/api/entity/System Settings', { as, body: { may_reach_people: 0 } })
  const email = 'early@example.com'
  await first.call('POST', '/api/user', { as, body: { email, full_name: 'Early', send_welcome_email: 1 } })
  await first.site.outbox.settled()
  const table = first.site.engine.models.require('Email Queue').table.name
  const key = await first.site.store.write(async (tx) => {
    const made = await first.site.accounts.renewKeyIn(tx, email, 'invitation')
    const link = `http://localhost/validate-password?key=${made}`
    await tx.run(
      sql`update ${sql.id(table)} set c_message = replace(c_message, ${'{link}'}, ${link}), c_password_link = null`,
    )
    await tx.run(sql`delete from site where key = ${'sealed keys of queued mails'}`)
    return made
  })
  await first.close()
  const second = await makeTestSite({ dir })
  const again = await second.signIn('Administrator')
  const list = await second.call('GET', '/api/entity/Email Queue?fields=["*"]', { as: again })
  expect(list.text).toContain('{link}')
  expect(list.text).not.toContain(key)
  await second.call('PUT', '/api/entity/System Settings', { as: again, body: { may_reach_people: 1 } })
  await second.site.outbox.settled()
  expect(await keyIn(list.json.data[0].id, dir)).toBe(key)
  await second.close()
  await rm(dir, { recursive: true })
})
