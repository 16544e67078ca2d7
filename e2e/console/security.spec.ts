import { request } from '@playwright/test'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test("a project's security log stands beside its audit, can be searched and filtered, and names user, event and address @once", async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const email = `promoted-${unique()}@example.com`
  await staging.create('User', { email, full_name: 'Promoted', roles: [{ role: 'System Manager' }] })
  await openTab(page, 'audit')
  await page.getByRole('tab', { name: t('Security'), exact: true }).click()
  await expect(page).toHaveURL(/\/audit\?tab=security$/)
  await page.getByRole('searchbox').fill(email)
  const row = page.getByRole('article').filter({ hasText: email })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText(t('Roles Changed'))
  await expect(row).toContainText(t('Allowed'))
  // Address and time have fixed places in each row.
  for (const name of ['Address', 'Time']) {
    await expect(row.locator('dl > div:not(.visually-hidden)').filter({ hasText: t(name) })).toBeVisible()
  }
  await row.click()
  const details = page.getByRole('region', { name: t('Details'), exact: true })
  await expect(details.getByText('+System Manager', { exact: false })).toBeVisible()

  // Beside an open record the filters stand behind a button.
  await page.getByRole('button', { name: t('Filters'), exact: true }).click()
  await page.getByRole('combobox', { name: t('Outcome') }).click()
  await page.getByRole('option', { name: t('Refused'), exact: true }).click()
  await expect(row).toHaveCount(0)
})

test('HQ has its own security log, which operators may not read @once', async ({ page, signIn, site, t }) => {
  const outside = await request.newContext({ baseURL: site.url })
  await outside.post('/api/auth/login', {
    data: { user: 'a', password: 'b' },
    headers: { origin: 'https://evil.example' },
  })
  await outside.dispose()
  await signIn(page)
  await page.goto('/audit?tab=security')
  await page.getByRole('searchbox').fill('evil.example')
  await expect(
    page
      .getByRole('article')
      .filter({ hasText: t('Origin Refused') })
      .first(),
  ).toBeVisible()
  await page.context().clearCookies()
  await signIn(page, 'operator@example.com')
  await page.goto('/audit?tab=security')
  await expect(
    page
      .getByRole('region', { name: t('Project Event') })
      .getByRole('article')
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('tab', { name: t('Security'), exact: true })).toHaveCount(0)
  await expect(page.getByText(t('Origin Refused'))).toHaveCount(0)
})

test('an invitation link is copied where mail does not arrive, and sets the password once @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const email = `handed-${unique()}@example.com`
  await staging.create('User', { email, full_name: 'Handed Over' })
  await openTab(page, `users/${encodeURIComponent(email)}`)
  const details = page.getByRole('region', { name: t('Details'), exact: true })
  await details.getByRole('button', { name: t('Copy invitation link') }).click()
  const window = page.getByRole('dialog')
  const link = await window.locator('code').innerText()
  expect(link).toMatch(/\/validate-password\?key=[\w-]{43}$/)
  await window
    .getByRole('button', { name: t('Close') })
    .last()
    .click()
  const answer = await staging.request.post('/api/auth/set_password', {
    data: { key: new URL(link).searchParams.get('key'), password: 'blue lamp seven' },
  })
  expect(answer.status()).toBe(200)
  await expect(details.getByRole('button', { name: t('Copy invitation link') })).toHaveCount(0)
})
