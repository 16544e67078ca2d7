import { expect, test } from './fixtures.ts'
import { beginEditing, unique } from './screens.ts'

test('a manager who sets their own password in their record must give the current one there @once', async ({
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
  await expect(page.getByText(t('Saved'), { exact: true }).filter({ visible: true }).first()).toBeVisible()
  const data = { email: user, password: 'another passphrase' }
  expect((await page.request.post('/api/auth/login', { data })).ok()).toBe(true)
})

test('a save that sends an invitation reports that its mail does not leave, and copies the link instead @he', async ({
  page,
  context,
  signIn,
  t,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await signIn(page)
  const email = `invited-${unique()}@example.com`
  const made = await page.request.post('/api/user', { data: { email, full_name: 'Gil Stone' } })
  expect(made.ok()).toBe(true)
  await page.goto(`/app/User/${encodeURIComponent(email)}`)
  const details = await beginEditing(page, t)
  await details.getByLabel(t('Send Welcome Email'), { exact: true }).check()
  await details.getByRole('button', { name: t('Save'), exact: true }).click()
  // Screen readers hear it as well.
  await expect(page.getByText(t('The mail did not leave: it is kept in a folder on the server.')).first()).toBeVisible()
  await page.getByRole('button', { name: t('Copy invitation link') }).click()
  await expect(page.getByText(t('Copied')).first()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/validate-password\?key=[\w-]{43}$/)
})
