import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { request } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a forgotten password is replaced through the link in a mail, and a wrong link gets a message @he', async ({
  page,
  context,
  api,
  site,
  signIn,
  t,
}) => {
  await test.step('the screen for a new password leads to the login screen without a key', async () => {
    await page.goto('/validate-password')
    await expect(page).toHaveURL(/\/login$/)
  })

  await test.step('a used or wrong link gets a message', async () => {
    await page.goto('/validate-password?key=nonsense')
    await page.getByLabel(t('New Password'), { exact: true }).fill('a new passphrase')
    await page.getByLabel(t('Confirm Password'), { exact: true }).fill('a new passphrase')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alertdialog')).toContainText(t('This link is invalid or has expired.'))
  })

  await test.step('a forgotten password is replaced through the link in a mail', async () => {
    const user = await api.createUser()
    await signIn(page, user)
    const storageState = await context.storageState()

    // A signed-in user, too, only needs the mail on these screens.
    await page.goto('/forgot-password')
    await expect(page.getByRole('heading', { name: t('Reset Password') })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: t('Send Reset Email') }).click()
    await expect(page.getByText(t('Please enter a valid email address.'), { exact: true })).toBeVisible()
    await page.getByLabel(t('Email'), { exact: true }).fill(user)
    await page.keyboard.press('Enter')
    const sent = page.getByRole('alertdialog', { name: t('Password Reset') })
    await expect(sent).toContainText(t('Password reset email sent'))
    await sent.getByRole('button', { name: t('Ok'), exact: true }).click()
    await expect(sent).toBeHidden()

    const link = await linkInMail(site.folder, user)
    await page.goto(link.pathname + link.search)
    await expect(page.getByRole('heading', { name: t('Choose a New Password') })).toBeVisible()
    await expectAccessible(page)
    // Opening the screen has ended the session.
    const former = await request.newContext({ baseURL: site.url, storageState })
    expect(await (await former.get('/api/auth/validate')).json()).toMatchObject({ user: 'Guest' })
    await former.dispose()

    const password = page.getByLabel(t('New Password'), { exact: true })
    const confirmation = page.getByLabel(t('Confirm Password'), { exact: true })
    const confirm = page.getByRole('button', { name: t('Confirm'), exact: true })
    await confirm.click()
    await expect(page.getByText(t('Password is required.'), { exact: true })).toBeVisible()
    await password.fill('short')
    await confirm.click()
    await expect(page.getByText(t('Confirm password is required.'), { exact: true })).toBeVisible()
    await confirmation.fill('other')
    await confirm.click()
    await expect(page.getByText(t('Passwords do not match.'), { exact: true })).toBeVisible()
    await confirmation.fill('short')
    await confirm.click()
    await expect(page.getByText(t('The password must be at least {0} characters long.', [8]))).toBeVisible()
    await expect(password).toBeFocused()

    await password.fill('a new passphrase')
    await confirmation.fill('a new passphrase')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('status').filter({ hasText: t('Password updated') })).toBeVisible()
    await page.getByLabel(t('Email'), { exact: true }).fill(user)
    await page.getByLabel(t('Password'), { exact: true }).fill('a new passphrase')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/app/)
  })
})

/** The link for a new password in the mail to `user`, in the site's outbox folder. */
async function linkInMail(folder: string, user: string): Promise<URL> {
  let link: string | undefined
  await expect
    .poll(async () => {
      const outbox = path.join(folder, 'outbox')
      const files = (await readdir(outbox)).filter((name) => name.endsWith('.eml'))
      const mails = await Promise.all(files.map((name) => readFile(path.join(outbox, name), 'utf8')))
      const mail = mails.find((text) => text.includes(`To: ${user}`) || text.includes(`<${user}>`))
      link = mail && readText(mail).match(/https?:[^\s"<>]+\/validate-password\?key=[\w-]+/)?.[0]
      return link
    })
    .toBeDefined()
  return new URL(link ?? '')
}

/** A mail whose base64 and quoted-printable parts are decoded. */
function readText(mail: string): string {
  const packed = [...mail.matchAll(/(?:^[A-Za-z0-9+/=]{20,}\r?\n?)+/gm)].map(([text]) =>
    Buffer.from(text, 'base64').toString('utf8'),
  )
  return [mail.replace(/=\r?\n/g, '').replace(/=3D/g, '='), ...packed].join('\n')
}
