import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'

test('a person signs in and stands in the staff app, in their language', async ({ page, site, language, t }) => {
  await page.goto('/')
  await expect(page).toHaveURL(/\/login$/)
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
  await expectAccessible(page)
  await page.getByLabel(t('Email'), { exact: true }).fill('Administrator')
  await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf('Administrator'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app/)
})

test('nothing is sent while the password is missing', async ({ page, t }) => {
  await page.goto('/login')
  await page.getByLabel(t('Email'), { exact: true }).fill('Administrator')
  await page.getByRole('button', { name: t('Login'), exact: true }).click()
  await expect(page.getByText(t('Password is required'), { exact: true })).toBeVisible()
})

test('the staff app speaks the language of the person and reads in its direction', async ({
  page,
  signIn,
  language,
}) => {
  await signIn(page)
  await page.goto('/app')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'he' ? 'rtl' : 'ltr')
  await expectAccessible(page)
})
