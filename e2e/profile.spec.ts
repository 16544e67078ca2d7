import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { draftKeys } from './screens.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

test('people change their own name, and the user menu follows @once', async ({ page, api, signIn, t }) => {
  const user = await api.createUser({ full_name: 'Ruth Green' })
  await signIn(page, user)
  await page.goto('/profile')
  const name = page.getByLabel(t('Full Name'), { exact: true })
  await expect(name).toHaveValue('Ruth Green')
  await expect(page.getByRole('main').getByText(t('Staff'), { exact: true })).toBeVisible()
  await name.fill('רות ירוק')
  await expect.poll(() => page.evaluate(draftKeys)).toHaveLength(1)
  await page.reload()
  await expect(name).toHaveValue('Ruth Green')
  // The draft that continues is merged with the change of another person.
  await api.update('User', { id: user, phone: '+972501234567' })
  await page.getByRole('button', { name: t('Continue') }).click()
  await expect(name).toHaveValue('רות ירוק')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Save'), exact: true })
    .click()
  const merged = t('Saved together with changes by {0}: {1}', ['Administrator', t('Phone')])
  const notice = page.locator('.notice').filter({ hasText: merged })
  await notice.getByRole('button', { name: t('Undo') }).click()
  await expect(name).toHaveValue('Ruth Green')
  await expect(page.getByLabel(t('Phone'), { exact: true })).toHaveValue('+972501234567')
  await page
    .locator('.notice')
    .getByRole('button', { name: t('Redo') })
    .click()
  await expect(name).toHaveValue('רות ירוק')
  await expect.poll(() => page.evaluate(draftKeys)).toEqual([])
  await expect.poll(async () => (await api.read('User', user)).full_name).toBe('רות ירוק')
  await page.getByRole('button', { name: t('User menu') }).click()
  await expect(page.getByRole('menu')).toContainText('רות ירוק')
})

test("a user's picture is saved at once, and removed, while the rest of the form waits @he", async ({
  page,
  api,
  signIn,
  t,
}) => {
  const user = await api.createUser({ full_name: 'Ruth Green' })
  await signIn(page, user)
  await page.goto('/profile')
  const name = page.getByLabel(t('Full Name'), { exact: true })
  await name.fill('Ruth Blue')
  const picture = page.getByRole('group', { name: t('User Image'), exact: true })
  const avatar = page.locator('.user-button .avatar')
  await picture
    .getByLabel(t('Drag & Drop your files or'))
    .setInputFiles({ name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') })
  await expect(avatar.locator('img')).toBeVisible()
  const kept = await api.read('User', user)
  expect(kept).toMatchObject({ full_name: 'Ruth Green' })
  expect(kept.user_image).toMatch(/^\/files\/me-/)
  await picture.getByRole('button', { name: t('Remove') }).click()
  await expect(avatar).toHaveText('RG')
  expect(await api.read('User', user)).toMatchObject({ full_name: 'Ruth Green', user_image: null })
  await expect(name).toHaveValue('Ruth Blue')
  await expect(page.getByRole('main').getByRole('button', { name: t('Save'), exact: true })).toBeEnabled()
})

test('people change their own password with the current one, and an invalid new one gets a message @he', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  await test.step('people change their own password with the current one', async () => {
    const user = await api.createUser()
    await signIn(page, user)
    await page.goto('/profile')
    const current = page.getByLabel(t('Current Password'), { exact: true })
    const change = page.getByRole('button', { name: t('Change Password') })
    await current.fill('not this one')
    await page.getByLabel(t('New Password'), { exact: true }).fill('another passphrase')
    await page.getByLabel(t('Confirm Password'), { exact: true }).fill('another passphrase')
    await change.click()
    await expect(page.getByText(t('The current password is not correct.'))).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await expect(current).toBeFocused()
    await current.fill(site.passwordOf(user))
    await change.click()
    await expect(page.getByText(t('Password updated')).filter({ visible: true }).first()).toBeVisible()
    // The session that changed it goes on.
    await page.reload()
    await expect(change).toBeVisible()
    const data = { email: user, password: 'another passphrase' }
    expect((await page.request.post('/api/auth/login', { data })).ok()).toBe(true)
  })

  await test.step('an invalid new password gets a message beside its box', async () => {
    const user = await api.createUser()
    await signIn(page, user)
    await page.goto('/profile')
    const password = page.getByLabel(t('New Password'), { exact: true })
    const confirmation = page.getByLabel(t('Confirm Password'), { exact: true })
    const change = page.getByRole('button', { name: t('Change Password') })
    await page.getByLabel(t('Current Password'), { exact: true }).fill(site.passwordOf(user))
    await password.fill('one passphrase')
    await confirmation.fill('another passphrase')
    await change.click()
    await expect(page.getByText(t('Passwords do not match.'))).toBeVisible()
    await expect(confirmation).toBeFocused()
    await password.fill('short')
    await confirmation.fill('short')
    await change.click()
    await expect(password).toHaveAttribute('aria-invalid', 'true')
    await expect(password).toBeFocused()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
  })
})

test("leaving the user's own profile with changes asks first @once", async ({ page, api, signIn, t }) => {
  await signIn(page, await api.createUser({ full_name: 'Ruth Green' }))
  await page.goto('/profile')
  const name = page.getByLabel(t('Full Name'), { exact: true })
  await expect(name).toHaveValue('Ruth Green')
  await name.fill('Ruth Blue')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Home') })
    .click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('You have unsaved changes.'))
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(name).toHaveValue('Ruth Blue')
})

test('people choose what they are not told of, and a summary by mail at their hour', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const user = await api.createUser()
  await signIn(page, user)
  await page.goto('/profile')
  const main = page.getByRole('main')
  const muted = main.getByRole('group', { name: t('Muted Kinds') })
  const hour = main.getByRole('textbox', { name: t('Digest Hour'), exact: true })
  await muted.getByRole('checkbox', { name: t('Job'), exact: true }).check()
  await muted.getByRole('checkbox', { name: t('Followed'), exact: true }).check()
  await expect(hour).toHaveCount(0)
  await main.getByRole('combobox', { name: t('Digest'), exact: true }).click()
  await page.getByRole('option', { name: t('Daily'), exact: true }).click()
  await hour.fill('24')
  await main.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(hour).toHaveAttribute('aria-invalid', 'true')
  await hour.fill('7')
  await expectAccessible(page)
  await main.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect
    .poll(() => api.read('User', user))
    .toMatchObject({ muted_kinds: 'Followed\nJob', digest: 'Daily', digest_hour: 7 })
  await page.reload()
  await expect(muted.getByRole('checkbox', { name: t('Job'), exact: true })).toBeChecked()
  await expect(hour).toHaveValue('7')
})
