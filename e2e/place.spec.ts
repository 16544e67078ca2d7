import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { atList, openList, watchListReads } from './screens.ts'

test.use({ viewport: { width: 1300, height: 800 } })

const area = (page: Page) => page.locator('.entity-list-area')
const topOf = (page: Page) => area(page).evaluate((element) => element.scrollTop)
const link = (page: Page, entity: string) => page.getByRole('navigation').locator(`a[href="/app/${entity}"]`)

/** Scrolls down, page by page, until `top` pixels are above. */
const scrollTo = (page: Page, top: number) =>
  expect
    .poll(() =>
      area(page).evaluate((element, wanted) => {
        element.scrollTop = wanted
        return element.scrollTop
      }, top),
    )
    .toBe(top)

/** Scrolls the row at `place`, from 1, to the top of the list; returns its record's address. */
async function goDown(page: Page, place: number): Promise<string> {
  await scrollTo(page, (place - 1) * 85)
  const row = page.locator(`li[aria-posinset="${place}"]`)
  await expect(row.locator('.entity-row-fields, .columns-fields')).not.toBeEmpty()
  return (await row.getByRole('link').getAttribute('href')) ?? ''
}

test('a list restores its scroll position on the return from another @once', async ({ page, signIn }) => {
  await signIn(page)
  await openList(page, 'Task')
  const task = await goDown(page, 61)
  await page.locator(`a[href="${task}"]`).click()
  await expect(page).toHaveURL(new RegExp(`${task}$`))
  // The address changes before the screen does, and only a screen that was drawn is returned to.
  await expect(page.locator(`a[href="${task}"]`)).toHaveAttribute('aria-current', 'true')
  await link(page, 'Contact').click()
  await expect(page).toHaveURL(atList('Contact'))
  await scrollTo(page, 720)

  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${task}$`))
  await expect(page.locator(`a[href="${task}"]`)).toBeInViewport()
  await expect.poll(() => topOf(page)).toBe(60 * 85)
  await page.goBack()
  await expect(page).toHaveURL(atList('Task'))
  await expect.poll(() => topOf(page)).toBe(60 * 85)
  await page.goForward()
  await page.goForward()
  await expect(page).toHaveURL(atList('Contact'))
  await expect.poll(() => topOf(page)).toBe(720)

  // A new visit to the list starts at its top, and Back still restores the position of the first visit.
  await link(page, 'Task').click()
  await expect(page).toHaveURL(atList('Task'))
  await expect(page.locator('li[aria-posinset="1"]')).toBeInViewport()
  expect(await topOf(page)).toBe(0)
  await page.goBack()
  await page.goBack()
  await expect(page).toHaveURL(new RegExp(`${task}$`))
  await expect.poll(() => topOf(page)).toBe(60 * 85)
  await expect(page.locator(`a[href="${task}"]`)).toBeInViewport()
})

test('rows far down are read again at their place, and show changes from the meantime @he', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(page)
  await openList(page, 'Task')
  const path = await goDown(page, 91)
  const id = path.split('/').at(-1) ?? ''
  const { subject } = await api.read('Task', id)
  await link(page, 'Contact').click()
  await expect(page).toHaveURL(atList('Contact'))
  const reads = watchListReads(page, 'Task')
  await page.goBack()
  await expect(page.locator(`a[href="${path}"]`)).toHaveText(String(subject))
  await expect.poll(() => topOf(page)).toBe(90 * 85)
  // Every list is read again when it is entered, but not from its top.
  await expect.poll(() => reads.length).toBeGreaterThan(0)
  expect(Number(reads[0]?.get('limit_start'))).toBeGreaterThan(0)
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 800 } })

  test('a list behind an open record keeps its scroll position @once', async ({ page, signIn, t }) => {
    await signIn(page)
    await openList(page, 'Task')
    const task = await goDown(page, 31)
    await page.locator(`a[href="${task}"]`).click()
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    await page.getByRole('button', { name: t('User menu') }).click()
    await page.getByRole('menuitem', { name: t('My Profile') }).click()
    await expect(page).toHaveURL(/\/profile$/)
    await page.goBack()
    await expect(page).toHaveURL(new RegExp(`${task}$`))
    await page.goBack()
    await expect(page).toHaveURL(atList('Task'))
    await expect.poll(() => topOf(page)).toBe(30 * 85)
    await expect(page.locator(`a[href="${task}"]`)).toBeInViewport()
  })
})
