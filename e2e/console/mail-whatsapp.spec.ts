import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import { openHook } from '../conversation.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

type T = (source: string) => string

const detailsOf = (page: Page, t: T): Locator => page.getByRole('region', { name: t('Details'), exact: true })
const outcomeOf = (page: Page, t: T): Locator => detailsOf(page, t).getByRole('status').filter({ hasText: /./ })
const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('article').filter({ hasText: text }).getByRole('button').first()

async function choose(page: Page, t: T, name: string): Promise<void> {
  await detailsOf(page, t)
    .getByRole('button', { name: t('Actions'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t(name), exact: true }).click()
}

test('a connection is checked, shows its callback address, and its new token opens the callback @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  await openTab(page, 'whatsapp')
  await page.getByRole('tab', { name: t('Webhooks'), exact: true }).click()
  await rowOf(page, 'Sandbox').click()
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Test Connection'), exact: true }).click()
  await expect(outcomeOf(page, t)).toContainText(t('The connection works.'))
  await expect(details.getByRole('button', { name: `${t('Copy')}: ${t('Callback URL')}` })).toBeVisible()
  await expect(details.getByText(t('Callback URL'), { exact: true })).toHaveCount(1)
  await expectAccessibleByDayAndNight(page)
  await choose(page, t, 'Sync Templates')
  await expect(outcomeOf(page, t)).toContainText(t('Templates: {0} new, {1} updated', [0, 0]))

  await choose(page, t, 'New Verify Token')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  const window = page.getByRole('dialog')
  await expect(window.locator('code')).toHaveCount(2)
  const [token = '', address = ''] = await window.locator('code').allTextContents()
  const subscribe = (proof: string) => {
    const params = { 'hub.mode': 'subscribe', 'hub.verify_token': proof, 'hub.challenge': '1234' }
    return staging.request.get(new URL(address).pathname, { params })
  }
  expect((await subscribe('another')).status()).toBe(403)
  expect(await (await subscribe(token)).text()).toBe('1234')
  await expectAccessible(page)
})

test('a template previews its text, is submitted, and shows why it was refused @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const template_name = `visit_${unique()}`
  const { id } = await staging.create('Whatsapp Template', {
    template_name,
    language_code: 'he',
    category: 'UTILITY',
    body: 'Shalom {{1}}, see you at {{2}}.',
    sample_values: 'Noa\n17:00',
  })
  await openTab(page, 'whatsapp')
  await page.getByRole('tab', { name: t('Templates'), exact: true }).click()
  await rowOf(page, template_name).click()
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Preview'), exact: true }).click()
  const window = page.getByRole('dialog')
  await expect(window).toContainText('Shalom Noa, see you at 17:00.')
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await choose(page, t, 'Submit for Approval')
  await expect(outcomeOf(page, t)).toContainText(t('Approved', undefined, 'status'))
  await expect(details.getByText(t('Approved', undefined, 'status'), { exact: true }).first()).toBeVisible()
  const { template_id } = await staging.read('Whatsapp Template', id)
  await (await openHook(staging)).template(String(template_id), 'REJECTED', { reason: 'SCAM' })
  await expect(details.getByText(t('The text may be taken as a fraud.'))).toBeVisible()
  await expect(details.getByText(t('Rejected', undefined, 'status'), { exact: true }).first()).toBeVisible()
})
