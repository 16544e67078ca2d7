import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { beginEditing, detailsOf, openToEdit, unique } from './screens.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const picture = (name: string) => ({ name, mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })

test('an image is uploaded, replaced and removed, each saved alone while the draft stays @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  await expect(detailsOf(page, t).getByText(t('No image'))).toBeVisible()
  const details = await beginEditing(page, t)
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

  // The rest of the draft takes the new state, even if it is saved before the removal is answered.
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

test('a file that is refused or fails shows the reason, and can be retried or dismissed @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a file that is no image is refused with a message', async () => {
    const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
    const details = await openToEdit(page, t, `Contact/${id}`)
    const photo = details.getByRole('group', { name: t('Photo'), exact: true })
    const file = { name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') }
    await photo.getByLabel(t('Drag & Drop your files or')).setInputFiles(file)
    await expect(photo.getByText(t('File is of invalid type'))).toBeVisible()
    await expect(photo.getByText(t('Expects {lastType}', { lastType: 'image/*' }))).toBeVisible()
    expect(await api.read('Contact', id)).toMatchObject({ photo: null })
  })

  await test.step('a failed upload shows its reason, and can be retried or dismissed', async () => {
    const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
    await page.goto(`/app/Contact/${id}?tab=files`)
    const details = detailsOf(page, t)
    const refusal = { status: 413, json: { message: 'The file is larger than 50 MB.' } }
    await page.route('**/api/files', (route) => route.fulfill(refusal))
    const choose = details.getByLabel(t('Drag & Drop your files or'))
    await choose.setInputFiles([picture('one.png'), picture('two.png')])
    const rowOf = (name: string) => details.locator('.upload-row').filter({ hasText: name })
    await expect(rowOf('one.png')).toContainText(refusal.json.message)
    await expect(rowOf('two.png')).toContainText(t('Error during upload'))
    // A failed upload blocks nothing.
    expect(await asksBeforeClosing(page)).toBe(false)
    await page.unroute('**/api/files')
    await rowOf('one.png')
      .getByRole('button', { name: t('Retry') })
      .click()
    await expect(details.getByRole('link', { name: 'one.png' })).toBeVisible()
    await rowOf('two.png')
      .getByRole('button', { name: t('Remove') })
      .click()
    await expect(rowOf('two.png')).toHaveCount(0)
    await expect(details.getByRole('link', { name: 'two.png' })).toHaveCount(0)
  })
})

test('an upload goes on behind other tabs, and is asked for before it is stopped @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('another screen, sign-out and closing the page all ask before they stop an upload', async () => {
    const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
    const details = await openToEdit(page, t, `Contact/${id}`)
    const photo = details.getByRole('group', { name: t('Photo'), exact: true })
    const arrive = await holdUploads(page)
    await photo.getByLabel(t('Drag & Drop your files or')).setInputFiles(picture('slow.png'))
    await expect(photo.locator('.upload-row')).toContainText(t('Uploading'))

    const question = page.getByRole('alertdialog', { name: t('Files are still being uploaded.') })
    await page.getByRole('link', { name: t('Home') }).click()
    await expect(question).toBeVisible()
    await question.getByRole('button', { name: t('Keep uploading') }).click()
    await expect(page).toHaveURL(new RegExp(`/${id}$`))
    await page.getByRole('button', { name: t('User menu') }).click()
    await page.getByRole('menuitem', { name: t('Logout') }).click()
    await expect(question).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()
    expect(await asksBeforeClosing(page)).toBe(true)

    arrive()
    await expect.poll(async () => (await api.read('Contact', id)).photo).toMatch(/^\/files\/slow-/)
    await expect(photo.getByRole('img')).toBeVisible()
    await page.getByRole('link', { name: t('Home') }).click()
    await expect(page).toHaveURL(/\/app$/)
  })

  await test.step('changing tabs does not stop an upload, and a save waits for it', async () => {
    const name = `Photo ${unique()}`
    const { id } = await api.create('Contact', { contact_name: name })
    const details = await openToEdit(page, t, `Contact/${id}`)
    const arrive = await holdUploads(page)
    await details.getByLabel(t('Drag & Drop your files or')).setInputFiles(picture('patient.png'))
    await expect(details.locator('.upload-row')).toContainText(t('Uploading'))
    await page.getByRole('tab', { name: t('History') }).click()
    await expect(details.locator('.upload-row')).toBeHidden()
    await page.getByRole('tab', { name: t('Details') }).click()
    await expect(details.locator('.upload-row')).toContainText(t('Uploading'))
    await details.getByLabel(t('Contact Name')).fill(`${name} again`)
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Saving…') })).toBeVisible()
    expect((await api.read('Contact', id)).contact_name).toBe(name)
    arrive()
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    await expect(details.getByRole('link', { name: /patient/ })).toBeVisible()
    const saved = await api.read('Contact', id)
    expect(saved.contact_name).toBe(`${name} again`)
    expect(saved.photo).toMatch(/^\/files\/patient-/)
  })
})

test('an upload that is cancelled with its screen shows it; one of the Files tab goes on by itself @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
  await signIn(page)
  const details = await openToEdit(page, t, `Contact/${id}`)
  const arrive = await holdUploads(page)
  const choose = details.getByLabel(t('Drag & Drop your files or'))
  await choose.setInputFiles(picture('lost.png'))
  await expect(details.locator('.upload-row')).toContainText(t('Uploading'))
  await page.getByRole('link', { name: t('Home') }).click()
  await page.getByRole('button', { name: t('Stop the upload') }).click()
  await expect(page).toHaveURL(/\/app$/)
  await expect(page.getByText(`${t('Upload cancelled')}: lost.png`).last()).toBeVisible()

  await page.goto(`/app/Contact/${id}?tab=files`)
  await choose.setInputFiles(picture('later.png'))
  await expect(details.locator('.upload-row')).toContainText(t('Uploading'))
  await page.getByRole('link', { name: t('Home') }).click()
  await expect(page).toHaveURL(/\/app$/)
  // The upload still needs the page.
  expect(await asksBeforeClosing(page)).toBe(true)
  arrive()
  await page.goBack()
  await expect(details.getByRole('link', { name: 'later.png' })).toBeVisible()
  await expect(details.getByRole('link', { name: 'lost.png' })).toHaveCount(0)
  expect(await asksBeforeClosing(page)).toBe(false)
})

test('a private file is served to users who may read its record, and to nobody else @once', async ({
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

/** Holds uploads until the returned function is called. */
async function holdUploads(page: Page): Promise<() => void> {
  const held = Promise.withResolvers<void>()
  await page.route('**/api/files', async (route) => {
    await held.promise
    // A cancelled upload has no page to answer.
    await route.continue().catch(() => undefined)
  })
  return held.resolve
}

/** True if the page objects to closing, as the browser asks it. */
const asksBeforeClosing = (page: Page): Promise<boolean> =>
  page.evaluate(() => !dispatchEvent(new Event('beforeunload', { cancelable: true })))
