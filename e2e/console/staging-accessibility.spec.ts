import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import { expect, test } from './fixtures.ts'

type T = (source: string) => string

const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** A screen of a project's own server: its address, and how its content is opened. */
type Screen = readonly [path: string, open: (page: Page, t: T) => Promise<void>]

const ofPeople: readonly Screen[] = [
  [
    'users/manager@example.com',
    (page, t) => expect(page.getByRole('button', { name: t('Actions'), exact: true })).toBeVisible(),
  ],
  ['users/manager@example.com?tab=rights', (page) => expect(page.getByRole('rowheader').first()).toBeVisible()],
  ['roles', (page, t) => openFirst(page, t('Role Profile'), t)],
  ['audit', (page) => expect(page.getByRole('article').first()).toBeVisible()],
  [
    'audit?tab=security',
    async (page, t) => {
      await expect(page.getByRole('tab', { name: t('Security'), exact: true })).toBeVisible()
      await expect(
        page
          .getByRole('article')
          .first()
          .or(page.getByText(t('No records found'))),
      ).toBeVisible()
    },
  ],
]

const ofServices: readonly Screen[] = [
  ['email', (page, t) => expect(page.getByRole('tab', { name: t('Outgoing Mail') })).toBeVisible()],
  ['settings/System%20Settings', (page, t) => expect(page.getByText(t('Time Zone'), { exact: true })).toBeVisible()],
  ['google', (page, t) => openFirst(page, t('Connected App'), t)],
  ['google-callback/google', (page) => expect(page.getByRole('main').getByRole('alert')).toBeVisible()],
  ['whatsapp', (page, t) => expect(page.getByText(t('No records found'))).toBeVisible()],
]

for (const [name, screens, tag] of [
  ['people and roles', ofPeople, '@once'],
  ['services', ofServices, '@he'],
] as const) {
  test(`the screens of ${name} are accessible in light and dark, and fit a phone`, { tag }, async ({
    page,
    openTab,
    t,
  }) => {
    test.slow()
    for (const [at, [path, open]] of screens.entries()) {
      await page.setViewportSize({ width: 1400, height: 800 })
      if (at === 0) await openTab(page, path)
      else await page.goto(`/project/demo/${path}`)
      await open(page, t)
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expectAccessibleByDayAndNight(page)
      await page.setViewportSize({ width: 390, height: 844 })
      const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      await expect.poll(overflow, { message: path }).toBeLessThanOrEqual(0)
      await expectAccessible(page)
    }
  })
}

test('the questions about a person are accessible in light and dark @once', async ({ page, openTab, t }) => {
  await openTab(page, 'users/staff@example.com')
  await page.getByRole('button', { name: t('Actions'), exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: t('Disable User') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})

test('on a phone the active tab is visible, at any position @he', async ({ page, openTab, t }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTab(page, 'whatsapp')
  await expect(page.getByRole('tab', { name: t('Whatsapp'), exact: true })).toBeInViewport({ ratio: 1 })
})

test('on a phone a record replaces its list, and leads back to its row @once', async ({ page, openTab, t }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openTab(page, 'roles')
  const row = listOf(page, t('Role')).getByRole('button', { name: t('Staff'), exact: true })
  await row.click()
  await expect(row).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: t('Staff') })).toBeFocused()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Back to the list') })
    .click()
  await expect(row).toBeFocused()
})

async function openFirst(page: Page, list: string, t: T): Promise<void> {
  await listOf(page, list).locator('[data-record]').first().click()
  await expect(listOf(page, t('Details')).getByRole('heading', { level: 2 })).not.toBeEmpty()
}
