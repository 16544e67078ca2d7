import type { Page, Route } from '@playwright/test'
import { closeAll } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { openList } from './screens.ts'

// A new language fades in.
test.use({ ownContext: true, contextOptions: { reducedMotion: 'no-preference' } })

test('a start without an answer, or with a failure, says so and has a way on @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await test.step('a start without an answer says so and opens at Retry', async () => {
    await page.route('**/api/**', (route) => route.abort())
    await page.goto('/app')
    const overlay = page.getByRole('alert')
    await expect(overlay.getByRole('heading', { name: t('No connection') })).toBeVisible()
    await expect(overlay).toContainText(
      t('The server cannot be reached. The page opens by itself when the connection is back.'),
    )
    await page.unroute('**/api/**')
    await overlay.getByRole('button', { name: t('Retry') }).click()
    await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
  })

  await test.step('a start that fails shows a message and a way to reload', async () => {
    await page.route('**/api/auth/validate', (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto('/app')
    const overlay = page.getByRole('alert')
    await expect(overlay.getByRole('heading', { name: t('Something went wrong') })).toBeVisible()
    await expect(overlay).toContainText(t('The application could not start. Reload the page to try again.'))
    await page.unroute('**/api/auth/validate')
    await overlay.getByRole('button', { name: t('Reload') }).click()
    await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
  })

  await test.step('the application shows that it loads until it knows the user', async () => {
    const answers = await holdAnswers(page)
    await page.goto('/app')
    await expect(page.getByRole('status').filter({ hasText: t('Loading…') })).toBeVisible()
    await answers.letAllGo()
    await expect(page.getByRole('button', { name: t('User menu') })).toBeVisible()
  })
})

for (const visit of ['first', 'next'] as const) {
  test(`the first row of a list needs two round trips, at the ${visit} visit @once`, async ({ page, signIn }) => {
    await signIn(page)
    if (visit === 'next') await openList(page, 'Task')
    const answers = await holdAnswers(page)
    await page.goto('/app/Task')
    await answers.next(/auth\/validate/, /get_translations/, /Task\/meta/)
    await answers.next(/entity\/Task\?/)
    await expect(page.getByRole('article').first()).toBeVisible()
    await answers.letAllGo()
  })
}

test('a new language is saved, the application starts again in it, and a reload keeps it @once', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const user = await api.createUser()
  await signIn(page, user)
  await openList(page, 'Task')
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    if (/auth\/validate|get_translations|api\/user\//.test(pathname))
      calls.push([request.method(), pathname + search, request.postData() ?? ''].join(' ').trim())
  })
  const other = language === 'he' ? 'en' : 'he'
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: other === 'he' ? 'עברית' : 'English' }).click()
  const html = page.locator('html')
  await expect(html).toHaveAttribute('lang', other)
  await expect(html).toHaveAttribute('dir', other === 'he' ? 'rtl' : 'ltr')
  const person = `/api/user/${encodeURIComponent(user)}`
  await expect
    .poll(() => calls)
    .toEqual([
      `PUT ${person} ${JSON.stringify({ language: other })}`,
      'GET /api/auth/validate',
      `GET /api/app/get_translations?language=${other}`,
      `GET ${person}`,
    ])
  await expect(page.getByRole('banner')).toContainText(other === 'he' ? 'משימה' : 'Task')
  await expect(page.getByRole('menu')).toBeHidden()
  expect(await api.read('User', user)).toMatchObject({ language: other })
  await page.reload()
  await expect(html).toHaveAttribute('lang', other)
})

test('an application that cannot start again stays as it was @he', async ({ page, api, signIn, language, t }) => {
  await signIn(page, await api.createUser())
  await page.goto('/app')
  await page.route('**/api/auth/validate', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: language === 'he' ? 'English' : 'עברית' }).click()
  await expect(page.getByRole('alertdialog')).toContainText(
    t('The server cannot be reached. Check your connection and try again.'),
  )
  await page.keyboard.press('Enter')
  const link = page.getByRole('navigation').getByRole('link', { name: t('Task') })
  await link.click()
  await expect(page.getByRole('article').first()).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', language)
})

test('the title of the window names the place, and an unknown or missing one has a message @he', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  await signIn(page)
  await test.step('the title of the window names the current place', async () => {
    // Open messages would stand before it.
    await closeAll(api)
    await page.goto('/app')
    await expect(page).toHaveTitle(new RegExp(`^${t('Home')} · `))
    await page.goto('/app/Task')
    await expect(page).toHaveTitle(new RegExp(`^${t('Task')} · `))
    await page.goto('/app/Task/TASK-0001')
    await expect(page).toHaveTitle(new RegExp(`^TASK-0001 · ${t('Task')} · `))
  })

  await test.step('a site that has a name of its own bears it in place of the product’s', async () => {
    const name =
      language === 'he' ? 'מאפיית לוי ובניו, ייצור ושיווק מאפים בעיר בע״מ' : 'Levi Bakery and Sons Manufacturing Ltd'
    await api.update('System Settings', { id: 'System Settings', site_title: name })
    try {
      await page.reload()
      await expect(page).toHaveTitle(new RegExp(` · ${name}$`))
      await expect(page.getByRole('navigation', { name: t('Main menu') }).getByText(name)).toBeVisible()
      // However long it is, on a phone the menu stays within its drawer.
      await page.setViewportSize({ width: 390, height: 844 })
      await page.goto('/app')
      await page.getByRole('button', { name: t('Main menu') }).click()
      const drawer = page.getByRole('dialog', { name: t('Main menu') })
      await expect(drawer.getByText(name)).toBeVisible()
      expect(await drawer.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
      await page.keyboard.press('Escape')
      await page.setViewportSize({ width: 1280, height: 720 })
    } finally {
      await api.update('System Settings', { id: 'System Settings', site_title: null })
    }
  })

  await test.step('an unknown address shows a message and a link home', async () => {
    await page.goto('/nowhere/at/all')
    await expect(page.getByRole('main')).toContainText(t('Page not found'))
    await page
      .getByRole('main')
      .getByRole('link', { name: t('Home') })
      .click()
    await expect(page).toHaveURL(/\/app$/)
  })

  await test.step('a missing record and a missing entity have their own messages', async () => {
    await page.goto('/app/Task/TASK-9999')
    await expect(page.getByRole('region', { name: t('Details') })).toContainText('TASK-9999')
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeHidden()
    await page.goto('/app/Nothing')
    await expect(page.getByRole('main')).toContainText('Nothing')
    await expect(page.getByRole('article')).toHaveCount(0)
  })
})

/** Holds every answer of the API, and releases them one round after the other. */
async function holdAnswers(page: Page) {
  let held: Route[] = []
  let isOpen = false
  const handle = (route: Route) => {
    if (isOpen) return route.fallback()
    held.push(route)
  }
  await page.route('**/api/**', handle)
  const letGo = () => Promise.all(held.splice(0).map((route) => route.continue()))
  return {
    /** Waits until all of these are requested, then answers every request. */
    async next(...wanted: RegExp[]) {
      const missing = () => wanted.filter((one) => !held.some((route) => one.test(route.request().url())))
      await expect.poll(missing).toEqual([])
      await letGo()
    },
    async letAllGo() {
      isOpen = true
      await letGo()
      held = []
    },
  }
}
