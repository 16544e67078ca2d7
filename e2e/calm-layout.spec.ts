import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openList, rowOf, unique } from './screens.ts'

/** Distance of an element from the top of the page, in pixels. */
const topOf = async (one: Locator) => (await one.boundingBox())?.y

test('form, list and sign-in do not move when more is shown, and the opened card stays visible @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await test.step('a message under a box moves nothing above it', async () => {
    await page.goto('/login')
    const heading = page.getByRole('heading', { name: t('Login') })
    const before = await topOf(heading)
    await page.getByRole('button', { name: t('Login'), exact: true }).click()
    await expect(page.getByText(t('Password is required'), { exact: true })).toBeVisible()
    expect(await topOf(heading)).toBe(before)
  })

  await test.step('the form does not move when Edit shows more actions', async () => {
    const { id } = await api.create('Task', { subject: `Bread for the wedding of Emma and Tom ${unique()}` })
    await signIn(page)
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    await expect(edit).toBeEnabled()
    const tabs = details.getByRole('tablist')
    const before = await topOf(tabs)
    await edit.click()
    await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
    expect(await topOf(tabs)).toBe(before)
  })

  await test.step('the list does not move when it can be cleared, and Clear focuses the search', async () => {
    await api.create('Task', { subject: unique(), status: 'Done' })
    await signIn(page)
    await openList(page, 'Task')
    const list = page.getByRole('main').getByRole('list').last()
    // The head of the columns comes with the first rows.
    await expect(page.getByRole('article').first()).toBeVisible()
    const before = await topOf(list)
    await page.getByRole('combobox', { name: t('Status') }).click()
    await page.getByRole('option', { name: t('Done', undefined, 'status') }).click()
    const clear = page.getByRole('button', { name: t('Clear'), exact: true })
    await expect(clear).toBeVisible()
    expect(await topOf(list)).toBe(before)
    await clear.click()
    await expect(page.getByRole('combobox', { name: t('Status') })).toHaveText(t('All'))
    await expect(clear).toBeHidden()
    await expect(page.getByRole('searchbox')).toBeFocused()
  })

  await test.step('the opened card stays visible beside its record', async () => {
    const word = unique()
    const nameOf = (number: number) => `Card ${number} of ${word}`
    for (let number = 1; number <= 9; number++) await api.create('Contact', { contact_name: nameOf(number) })
    const name = nameOf(8)
    await signIn(page)
    await page.goto(`/app/Contact?search=${word}&order_by=contact_name asc`)
    await rowOf(page, name).getByRole('link').click()
    await expect(page.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(page.locator('[data-active]').getByRole('link', { name, exact: true })).toBeInViewport()
  })
})

test('no list asks for a choice: it has the whole width @once', async ({ page, api, signIn, t }) => {
  const permissions = [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }]
  const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }]
  const { id } = await api.create('Entity', { id: `Shelf ${unique()}`, module: 'Tests', fields, permissions })
  const hint = page.getByText(t('Select a record'))
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(id)}`)
  await expect(page.getByText(t('No records found'))).toBeVisible()
  await expect(hint).toHaveCount(0)
  await api.create(id, { name: 'Attic' })
  await expect(rowOf(page, 'Attic')).toBeVisible()
  await expect(hint).toHaveCount(0)
  const { width } = (await page.getByRole('main').boundingBox()) ?? {}
  expect((await rowOf(page, 'Attic').boundingBox())?.width).toBeGreaterThan((width ?? 0) - 20)

  await page.goto('about:blank')
  await signIn(page, 'staff@example.com')
  await page.goto(`/app/${encodeURIComponent(id)}`)
  await expect(page.getByRole('main').getByRole('button', { name: t('Reload') })).toBeVisible()
  await expect(hint).toHaveCount(0)
  await expect(page.getByRole('searchbox')).toHaveCount(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('fields stand in pairs, read and edited @he', async ({ page, api, signIn, t }) => {
    const { id } = await api.create('Task', { subject: unique(), status: 'Open', priority: 'High' })
    await signIn(page)
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    const subject = details.locator('[data-field="subject"]')
    const status = details.locator('[data-field="status"]')
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    await expect(edit).toBeEnabled()
    expect(await topOf(status)).toBe(await topOf(subject))
    await edit.click()
    await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    expect(await topOf(status)).toBe(await topOf(subject))
  })

  test('a calendar shows a whole month @he', async ({ page, signIn, t }) => {
    await signIn(page)
    await openList(page, 'Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const window = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
    await window.getByRole('button', { name: t('Calendar') }).click()
    const calendar = page.getByRole('dialog', { name: t('Calendar') })
    await expect(calendar.getByRole('grid')).toBeInViewport({ ratio: 1 })
    const cut = await calendar.evaluate((panel) => panel.scrollHeight - panel.clientHeight)
    expect(cut).toBeLessThanOrEqual(0)
  })
})
