import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })

test('an image is uploaded, replaced and removed, each saved alone while the draft stays', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByText(t('No image'))).toBeVisible()
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const company = details.getByLabel(t('Company'), { exact: true })
  await company.fill('A draft')
  const photo = details.getByRole('group', { name: t('Photo'), exact: true })
  const choose = photo.getByLabel(t('Drag & Drop your files or'))

  await choose.setInputFiles(picture('first.png'))
  await expect(photo.getByRole('img')).toBeVisible()
  await expect.poll(async () => (await api.read('Contact', id)).photo).toMatch(/^\/files\/first-/)
  expect(await api.read('Contact', id)).toMatchObject({ company: null })
  await expect(company).toHaveValue('A draft')

  await photo.getByRole('button', { name: t('Replace') }).click()
  await expect(photo.getByText(t('Browse'))).toBeVisible()
  await photo.getByRole('button', { name: t('Cancel') }).click()
  await expect(photo.getByRole('img')).toBeVisible()
  await photo.getByRole('button', { name: t('Replace') }).click()
  await choose.setInputFiles(picture('second.png'))
  await expect.poll(async () => (await api.read('Contact', id)).photo).toMatch(/^\/files\/second-/)

  // The rest of the draft takes over the new state, also when it is saved before the removal is answered.
  const draftSaved = Promise.withResolvers<void>()
  await page.route(`**/${id}`, async (route) => {
    await draftSaved.promise
    await route.continue()
  })
  await photo.getByRole('button', { name: t('Remove') }).click()
  await page.keyboard.press('ControlOrMeta+s')
  draftSaved.resolve()
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await api.read('Contact', id)).toMatchObject({ company: 'A draft', photo: null })
})

test('a file that is no image is refused in words', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const photo = details.getByRole('group', { name: t('Photo'), exact: true })
  const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') }
  await photo.getByLabel(t('Drag & Drop your files or')).setInputFiles(file)
  await expect(photo.getByText(t('File is of invalid type'))).toBeVisible()
  await expect(photo.getByText(t('Expects {lastType}', { lastType: 'image/*' }))).toBeVisible()
  expect(await api.read('Contact', id)).toMatchObject({ photo: null })
})

test('a private file is served to whoever may read its record, and to nobody else', async ({
  page,
  browser,
  api,
  site,
  signIn,
}) => {
  const closed = await api.create('Entity', {
    id: `Wage ${unique()}`,
    module: 'Tests',
    naming_rule: 'Prompt',
    fields: [{ fieldname: 'slip', label: 'Slip', fieldtype: 'Attach' }],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const contact = await api.create('Contact', { contact_name: `Open ${unique()}` })
  await api.create(closed.id, { id: 'W-1' })
  const upload = async (target: { entity: string; id: string; field: string }): Promise<string> => {
    const multipart = { filename: `${target.field}.png`, ...target, is_private: '1', file: picture('any.png') }
    const answer = await api.request.post('/api/files', { multipart })
    return (await answer.json()).file_url
  }
  const shared = await upload({ entity: 'Contact', id: contact.id, field: 'photo' })
  const secret = await upload({ entity: closed.id, id: 'W-1', field: 'slip' })
  expect([shared, secret].filter((address) => !address.startsWith('/private/files/'))).toEqual([])
  const statuses = async (reader: Page) => [
    (await reader.request.get(shared)).status(),
    (await reader.request.get(secret)).status(),
  ]

  expect(await statuses(page)).toEqual([401, 401])
  await signIn(page, 'staff@example.com')
  expect(await statuses(page)).toEqual([200, 403])
  const context = await browser.newContext({ baseURL: site.url })
  const manager = await context.newPage()
  await signIn(manager)
  expect(await statuses(manager)).toEqual([200, 200])
  await context.close()
  await page.goto(shared)
  await expect(page.getByRole('img')).toBeVisible()
})
