import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createRecord, find, readSecret, systemContext } from '../../entity/index.ts'
import { sql } from '../../store/sql.ts'
import type { NewTestDatabase } from '../../store/testing.ts'
import { copySiteTemplate } from '../../testing/site-template.ts'
import { makeTestSite, passwords } from '../../testing/test-site.ts'
import { settleClone } from './settle-clone.ts'
import { callerOf, configure, eachDatabase, newFolder, noteValues, placesOf, startCopy } from './testing-clones.ts'

const adminPassword = 'a new password of the clone'

/** Values of personal fields, each of which stands nowhere else. */
const unique = {
  name: 'Zebulon Quixwort',
  hebrew: 'זבולון קוויקסוורט',
  email: 'zq.unusual@quixwort.example',
  phone: '+972 54-777-3141',
  note: 'owes Mrs Xylander a zither since the flood',
  file: 'quixwort-passport',
  picture: 'zebulon-portrait',
  removed: 'formerly Quibblethorpe',
  trashed: 'Ottokar Vanderschnitzel',
  bytes: 'the bytes of a very private file of Zebulon',
}

eachDatabase((database) => {
  test('holds no value of a personal field anywhere, and the same value has the same mask', async () => {
    const { dir, databaseUrl } = await filledFolder(database)
    expect((await placesOf(unique, dir, databaseUrl)).filter(({ found }) => found)).toHaveLength(
      Object.keys(unique).length,
    )
    await settleClone(dir, { mask: true, keepSignIn: true, adminPassword })
    expect((await placesOf(unique, dir, databaseUrl)).filter(({ found }) => found)).toEqual([])
    expect((await readdir(join(dir, 'store'))).every((name) => name.startsWith('data.sqlite'))).toBe(true)

    const clone = await makeTestSite({ dir, databaseUrl, port: 0, rateLimit: 0 })
    const { engine } = clone.site
    const fields = ['contact_name', 'email', 'phone', 'birthday', 'notes', 'photo'] as const
    const contacts = await find(engine, 'Contact', {
      where: { company: { in: ['Clone Works', 'Clone Sons'] } },
      order: 'made',
      fields,
    })
    const [latin, again] = contacts.filter(({ contact_name }) => /^[a-z]/i.test(String(contact_name)))
    const hebrew = contacts.find(({ contact_name }) => /^[א-ת]/.test(String(contact_name)))
    expect(hebrew).toBeDefined()
    expect(latin?.contact_name).toMatch(/^[A-Z][a-z]+ [A-Z][a-z]+/)
    expect(again?.contact_name).toBe(latin?.contact_name)
    expect(latin?.email).toMatch(/^p[a-z0-9]{10}@masked\.invalid$/)
    expect(latin?.phone).toMatch(/^\+000 \d\d-\d\d\d-\d{4}$/)
    expect(latin?.birthday).toMatch(/^1984-/)
    expect(latin?.notes).toMatch(/^[a-z]{4} [A-Z][a-z]{2} [A-Z][a-z]{7} [a-z] [a-z]{6} /)
    expect(latin?.photo).toMatch(/^\/files\/placeholder-[0-9a-f]{6}\.png$/)
    expect(existsSync(join(dir, String(latin?.photo).replace('/files', 'files/public')))).toBe(true)

    const admin = await clone.signIn('Administrator', adminPassword)
    await clone.signIn('manager@example.com')
    const list = (query: string) => clone.call('GET', `/api/entity/Contact?${query}`, { as: admin })
    expect((await list(`search=${encodeURIComponent(String(latin?.contact_name))}`)).json.data.length).toBeGreaterThan(
      0,
    )
    expect((await list('search=Quixwort')).json.data).toEqual([])
    for (const entity of ['Version', 'Trash Item', 'Note', 'Operation Log']) {
      expect([entity, (await find(engine, entity)).length]).toEqual([entity, 0])
    }
    expect(await readSecret(engine, 'Email Account', 'Office', 'password')).toBeNull()
    expect(await readSecret(engine, 'Task', 'CLONE-1', 'api_key')).toBe('kept secret')
    const [task] = await find(engine, 'Task', { where: { id: 'CLONE-1' }, fields: ['description'] })
    const logo = String(task?.description).replace('See /files/', '')
    expect(await readFile(join(dir, 'files/public', logo), 'utf8')).toBe('a public text')
    await clone.close()
  })

  test('without masks keeps its records, but no way out, no session, and no password but those asked for', async () => {
    const { dir, databaseUrl, cookie } = await filledFolder(database)
    const key = await readFile(join(dir, 'site.key'), 'utf8')
    await settleClone(dir, { mask: false, keepSignIn: false, adminPassword })
    expect(await readFile(join(dir, 'site.key'), 'utf8')).not.toBe(key)
    const clone = await makeTestSite({ dir, databaseUrl, port: 0, rateLimit: 0 })
    const { engine, store } = clone.site
    expect((await find(engine, 'Contact', { where: { contact_name: unique.name } })).length).toBe(2)
    expect((await find(engine, 'Version')).length).toBeGreaterThan(0)
    expect((await clone.call('GET', '/api/auth/validate', { as: cookie })).json.user).toBe('Guest')
    expect(await store.all(sql`select state from outbox`)).toEqual([])
    const [account] = await find(engine, 'Email Account', { fields: ['enable_incoming', 'enable_outgoing'] })
    expect(account).toMatchObject({ enable_incoming: 0, enable_outgoing: 0 })
    const modes = await find(engine, 'Whatsapp Webhook', { fields: ['mode'] })
    expect(modes.map(({ mode }) => mode)).toEqual(['Sandbox', 'Sandbox'])
    expect(await readSecret(engine, 'Whatsapp Webhook', 'Live', 'access_token')).toBeNull()
    expect(await readSecret(engine, 'Task', 'CLONE-1', 'api_key')).toBe('kept secret')
    await clone.signIn('Administrator', adminPassword)
    await expect(clone.signIn('manager@example.com')).rejects.toThrow()
    await expect(clone.signIn('Administrator')).rejects.toThrow()
    await clone.close()
  })
})

test('only a folder that HQ made a copy becomes a clone', async () => {
  const dir = await newFolder()
  await copySiteTemplate(dir)
  const site = await makeTestSite({ dir, port: 0, rateLimit: 0 })
  await site.close()
  const order = { mask: true, keepSignIn: true, adminPassword }
  await expect(settleClone(dir, order)).rejects.toThrow(`${dir} holds no copy of a project.`)
  await configure(dir, { environment: 'Staging', reach: 'people' })
  const again = await makeTestSite({ dir, port: 0, rateLimit: 0 })
  await expect(settleClone(dir, order)).rejects.toThrow('Another process uses this site.')
  await again.signIn('manager@example.com', passwords.demo)
  await again.close()
})

/** A folder with the unique values in every kind of place, and the cookie of a session of its. */
async function filledFolder(database: NewTestDatabase | undefined) {
  const { dir, databaseUrl, site } = await startCopy(database)
  const cookie = await site.signIn('manager@example.com')
  const call = callerOf(site, cookie)
  const upload = async (filename: string, bytes: string, more: object) => {
    const filedata = Buffer.from(bytes).toString('base64')
    return (await call('POST', '/api/files', { filedata, filename, decode_base64: 1, ...more })).file.file_url as string
  }
  await call('PUT', '/api/entity/System Settings', { may_reach_people: 0 })
  await call('PUT', '/api/entity/Entity', {
    id: 'Contact',
    fields: [
      ...(await call('GET', '/api/entity/Entity/Contact')).entity.fields,
      { fieldname: 'nickname', label: 'Nickname', fieldtype: 'Data', personal: 1 },
    ],
  })
  const logo = await upload(`${unique.picture}.txt`, 'a public text', { is_private: '0' })
  const person = {
    ...{ contact_name: unique.name, email: unique.email, phone: unique.phone, notes: unique.note },
    ...{ company: 'Clone Works', birthday: '1984-02-29', nickname: unique.removed },
  }
  const { entity: contact } = await call('POST', '/api/entity/Contact', person)
  await call('PUT', '/api/entity/Contact', { id: contact.id, photo: await picture(call), status: 'Inactive' })
  await call('POST', '/api/entity/Contact', { contact_name: unique.name, company: 'Clone Sons' })
  await call('POST', '/api/entity/Contact', { contact_name: unique.hebrew, company: 'Clone Sons' })
  const { entity: gone } = await call('POST', '/api/entity/Contact', { contact_name: unique.trashed })
  await call('DELETE', `/api/entity/Contact/${gone.id}`)
  await upload(`${unique.file}.txt`, unique.bytes, { entity: 'Contact', id: contact.id, is_private: '1' })
  const note = { reference_entity: 'Contact', reference_id: contact.id, text: unique.note }
  await call('POST', '/api/entity/Note', note)
  const mail = {
    entity: 'Contact',
    id: contact.id,
    recipients: unique.email,
    subject: unique.name,
    content: unique.note,
  }
  await call('POST', '/api/app/send_email', mail)
  // The field goes, and its values wait for thirty days.
  const { entity: definition } = await call('GET', '/api/entity/Entity/Contact')
  const fields = definition.fields.filter(({ fieldname }: { fieldname: string }) => fieldname !== 'nickname')
  await call('PUT', '/api/entity/Entity', { id: 'Contact', fields, confirm_data_loss: 1 })
  const { engine } = site.site
  const account = { email_account_name: 'Office', email_id: 'office@example.com', password: 'secret of the account' }
  await createRecord(engine, systemContext(engine), 'Email Account', account)
  const live = { webhook_name: 'Live', mode: 'Live', phone_number_id: '1', business_account_id: '2', meta_app_id: '3' }
  await createRecord(engine, systemContext(engine), 'Whatsapp Webhook', { ...live, access_token: 't', app_secret: 's' })
  await createRecord(engine, systemContext(engine), 'Task', {
    id: 'CLONE-1',
    subject: 'Call',
    api_key: 'kept secret',
    description: `See ${logo}`,
  })
  await site.settled()
  await site.close()
  if (databaseUrl !== undefined) await noteValues(databaseUrl)
  return { dir, databaseUrl, cookie }
}

/** A picture of a person, uploaded by them. */
async function picture(call: (method: string, path: string, body?: object) => Promise<{ file: { file_url: string } }>) {
  const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const body = { filedata: png, filename: `${unique.picture}.png`, decode_base64: 1, is_private: '0' }
  return (await call('POST', '/api/files', body)).file.file_url
}
