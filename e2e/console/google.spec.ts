import type { Page } from '@playwright/test'
import { account, client, TestGoogle } from '../../apps/server/src/modules/google/testing-google.ts'
import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { detailsOf, unique } from '../screens.ts'
import { test as base, expect } from './fixtures.ts'

/** A provider on this machine, to which the Connected App of the project `demo` points. */
const test = base.extend<{ google: TestGoogle }>({
  google: async ({ staging }, use) => {
    const google = await TestGoogle.start()
    await staging.update('Connected App', { id: 'google', ...client, ...google.endpoints })
    await use(google)
    await google.stop()
  },
})

const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('the Google tab lists apps above their shared settings, which open in place @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const name = `Provider ${unique()}`
  const { id } = await staging.create('Connected App', { provider_name: name, client_id: 'client' })
  await openTab(page, 'google')
  const details = listOf(page, t('Details'))
  await listOf(page, t('Connected App')).getByRole('button', { name }).click()
  await expect(details.getByText(t('Not connected'), { exact: true })).toBeVisible()
  await staging.remove('Connected App', id)
  await listOf(page, t('Google Settings'))
    .getByRole('button', { name: t('Google Settings') })
    .click()
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByLabel(t('Client ID')).fill('shared.apps.example.com')
  await page.keyboard.press('Control+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await staging.read('Google Settings', 'Google Settings')).toMatchObject({
    client_id: 'shared.apps.example.com',
  })
  await expect(details.getByRole('button', { name: t('Connect Google Account') })).toHaveCount(0)
  await staging.update('Google Settings', { id: 'Google Settings', client_id: '' })
})

test('an account is connected in a tab without an opener, shows its scopes, and is revoked @he', async ({
  page,
  context,
  google,
  openTab,
  t,
}) => {
  await openTab(page, 'google')
  await listOf(page, t('Connected App')).getByRole('button', { name: 'Google' }).click()
  const details = detailsOf(page, t)
  const opened = context.waitForEvent('page')
  await details.getByRole('button', { name: t('Connect Google Account') }).click()
  const other = await opened
  await expect(other.getByRole('main').getByText(t('Connected'), { exact: true })).toBeVisible()
  await expect(other.getByRole('main')).toContainText(account)
  await expect(other.getByRole('tab', { name: t('Google'), exact: true })).toHaveAttribute('aria-selected', 'true')
  expect(await other.evaluate(() => window.opener)).toBeNull()
  await expectAccessibleByDayAndNight(other)

  // A code works once: opening the same address again shows a message.
  await other.reload()
  await expect(other.getByRole('alert')).toContainText(t('This sign-in attempt has expired. Start again.'))
  await other
    .getByRole('tabpanel')
    .getByRole('link', { name: t('Google') })
    .click()
  await expect(other).toHaveURL(/\/project\/demo\/google$/)
  await other.close()

  await expect(details.getByText(account)).toBeVisible()
  await expect(details.getByText('openid').first()).toBeVisible()
  await expect(details.getByRole('button', { name: t('Reconnect') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  const kept = [...google.refreshTokens]
  await details.getByRole('button', { name: t('Revoke Access') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  await expect(page.getByText(t('Access was revoked.'))).toBeVisible()
  await expect(details.getByText(t('Revoked', undefined, 'status'), { exact: true })).toBeVisible()
  await expect(details.getByRole('button', { name: t('Revoke Access') })).toHaveCount(0)
  expect(google.revoked).toEqual(expect.arrayContaining(kept))
})

test('connecting an app without credentials opens a window that names the missing ones @he', async ({
  page,
  staging,
  openTab,
  t,
}) => {
  await staging.update('Connected App', { id: 'google', client_id: '' })
  await openTab(page, 'google')
  await listOf(page, t('Connected App')).getByRole('button', { name: 'Google' }).click()
  await listOf(page, t('Details'))
    .getByRole('button', { name: t('Connect Google Account') })
    .click()
  const window = page.getByRole('alertdialog')
  await expect(window).toContainText(t('Google is not set up yet. Add a client ID and secret.'))
  await window.getByRole('button', { name: t('Ok'), exact: true }).click()
  await expect(window).toBeHidden()
  await staging.update('Connected App', { id: 'google', client_id: client.client_id })
})

test('a user who refuses access at the provider gets a message on return @once', async ({
  page,
  google,
  staging,
  site,
  openTab,
  t,
}) => {
  const success_uri = `${site.url}/project/demo/google-callback/google`
  const flow = '/api/entity/Connected App/google?run_method=initiate_web_application_flow'
  const begun = await staging.request.post(flow, { data: { data: { success_uri } } })
  const { data: address } = (await begun.json()) as { data: string }
  expect(address).toContain(google.url)
  const state = new URL(address).searchParams.get('state')
  await openTab(page, `google-callback/google?error=access_denied&state=${state}`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText(t('Access was not granted'))
})
