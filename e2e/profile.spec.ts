import { expect, test } from './fixtures.ts'

test('people change their own name, and the user menu follows', async ({ page, api, signIn, t }) => {
  const user = await api.createUser({ full_name: 'Ruth Green' })
  await signIn(page, user)
  await page.goto('/profile')
  const name = page.getByLabel(t('Full Name'), { exact: true })
  await expect(name).toHaveValue('Ruth Green')
  await name.fill('רות ירוק')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Save'), exact: true })
    .click()
  await expect.poll(async () => (await api.read('User', user)).full_name).toBe('רות ירוק')
  await page.getByRole('button', { name: t('User menu') }).click()
  await expect(page.getByRole('menu')).toContainText('רות ירוק')
})

test('people change their own password with the one they have', async ({ page, api, site, signIn, t }) => {
  const user = await api.createUser()
  await signIn(page, user)
  await page.goto('/profile')
  const current = page.getByLabel(t('Current Password'), { exact: true })
  const change = page.getByRole('button', { name: t('Change Password') })
  await current.fill('not this one')
  await page.getByLabel(t('New Password'), { exact: true }).fill('another passphrase')
  await page.getByLabel(t('Confirm Password'), { exact: true }).fill('another passphrase')
  await change.click()
  const refused = page.getByRole('alertdialog')
  await expect(refused).toContainText(t('The current password is not correct.'))
  await refused.getByRole('button', { name: t('Ok'), exact: true }).click()
  await current.fill(site.passwordOf(user))
  await change.click()
  await expect(page.getByText(t('Password updated')).filter({ visible: true }).first()).toBeVisible()
  // The session that changed it lives on.
  await page.reload()
  await expect(change).toBeVisible()
  const data = { email: user, password: 'another passphrase' }
  expect((await page.request.post('/api/auth/login', { data })).ok()).toBe(true)
})
