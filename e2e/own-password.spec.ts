import { expect, test } from './fixtures.ts'

test('a manager who sets their own password in their record is asked for the current one there', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const user = await api.createUser({ role_profiles: [], roles: [{ role: 'System Manager' }] })
  await signIn(page, user)
  await page.goto(`/app/User/${encodeURIComponent(user)}`)
  await page.getByRole('button', { name: t('Edit'), exact: true }).click()
  const current = page.getByLabel(t('Current Password'), { exact: true })
  await page.getByLabel(t('New Password'), { exact: true }).fill('password1')
  await page.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(page.getByText(t('The current password is not correct.'))).toBeVisible()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await current.fill(site.passwordOf(user))
  await page.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(page.getByText(t('This password is too common.'))).toBeVisible()
  await page.getByLabel(t('New Password'), { exact: true }).fill('another passphrase')
  await page.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(page.getByText(t('Saved')).filter({ visible: true }).first()).toBeVisible()
  const data = { email: user, password: 'another passphrase' }
  expect((await page.request.post('/api/auth/login', { data })).ok()).toBe(true)
})
