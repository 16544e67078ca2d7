import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { tabTo } from './screens.ts'

const isDark = (page: Page) =>
  page.evaluate(() => {
    const background = getComputedStyle(document.documentElement).backgroundColor
    return Number(/oklch\(([\d.]+)/.exec(background)?.[1]) < 0.5
  })

test('the page follows the system until a theme is chosen, with the keyboard alone @once', async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('the page follows the system until the user chooses a theme', async () => {
    await page.goto('/app')
    await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      expect(await isDark(page)).toBe(colorScheme === 'dark')
    }
  })

  await test.step('a theme can be chosen with the keyboard alone', async () => {
    await page.goto('/app')
    const menu = page.getByRole('button', { name: t('User menu') })
    await expect(menu).toBeVisible()
    await tabTo(page, menu)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('menuitem', { name: t('My Profile') })).toBeFocused()
    await tabTo(page, page.getByRole('menuitemradio', { name: t('Light') }), 'ArrowDown')
    await page.keyboard.press('Enter')
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light')
  })
})

test('a chosen theme shows at once, in other tabs too, and stays @he', async ({ page, context, signIn, t }) => {
  await signIn(page)
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/app')
  const other = await context.newPage()
  await other.goto('/app')
  await expect(other.getByRole('button', { name: t('User menu') })).toBeVisible()

  await page.getByRole('button', { name: t('User menu') }).click()
  const dark = page.getByRole('menuitemradio', { name: t('Dark') })
  await expect(page.getByRole('menuitemradio', { name: t('System') })).toBeChecked()
  await dark.click()
  await expect(dark).toBeChecked()
  expect(await isDark(page)).toBe(true)
  await expect.poll(() => isDark(other)).toBe(true)
  // The menu is still open, so that the user can choose again.
  await page.getByRole('menuitemradio', { name: t('Light') }).click()
  expect(await isDark(page)).toBe(false)
  await dark.click()

  await page.reload()
  await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
  expect(await isDark(page)).toBe(true)
  await expect(page.locator('meta[name=theme-color][media=all]')).toHaveAttribute('content', '#131418')
})

test('the chosen theme is set before any code of the application has run @once', async ({ page, t }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: t('Login') })).toBeVisible()
  await page.evaluate(() => localStorage.setItem('tavla.theme', 'dark'))
  await page.route(/\/assets\/index-[^/]+\.js$/, (route) => route.abort())
  await page.reload()
  expect(await isDark(page)).toBe(true)
})
