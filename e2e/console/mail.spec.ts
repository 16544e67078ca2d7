import type { Locator, Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import type { Api } from '../api.ts'
import { unique } from '../screens.ts'
import { test as base, expect } from './fixtures.ts'
import { type MailServer, mailbox, startMailServer } from './smtp.ts'

type T = (source: string) => string

const settings = 'System Settings'

const test = base.extend<{ mail: MailServer }>({
  mail: async ({ staging, language }, use) => {
    const mail = await startMailServer()
    // The site's language decides that of stored messages of an account or a mail.
    const { default_language } = await staging.read(settings, settings)
    await staging.update(settings, { id: settings, default_language: language })
    await use(mail)
    await staging.update(settings, { id: settings, default_language, may_reach_people: 1 })
    await mail.stop()
  },
})

const detailsOf = (page: Page, t: T): Locator => page.getByRole('region', { name: t('Details'), exact: true })
const partOf = (page: Page, name: string): Locator => page.getByRole('tab', { name, exact: true })
const outcomeOf = (page: Page, t: T): Locator => detailsOf(page, t).getByRole('status').filter({ hasText: /./ })

async function choose(page: Page, t: T, name: string): Promise<void> {
  await detailsOf(page, t)
    .getByRole('button', { name: t('Actions'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t(name), exact: true }).click()
}

/** Adds an account that sends through `mail`; resolves with its id. */
async function addAccount(staging: Api, mail: MailServer, values: Readonly<Record<string, unknown>> = {}) {
  const name = `Office ${unique()}`
  const { id } = await staging.create('Email Account', {
    email_account_name: name,
    email_id: 'office@example.com',
    ...mailbox,
    enable_outgoing: 1,
    smtp_server: '127.0.0.1',
    smtp_port: mail.port,
    use_tls: 0,
    allow_unencrypted: 1,
    ...values,
  })
  return id
}

test('an account with a wrong password shows a message, and works after the correction @he', async ({
  page,
  openTab,
  staging,
  mail,
  t,
}) => {
  const id = await addAccount(staging, mail, { password: 'wrong' })
  await openTab(page, `email/${encodeURIComponent(id)}`)
  const details = detailsOf(page, t)
  await expect(details.getByText(t('Not Tested', undefined, 'status')).first()).toBeVisible()
  const tryOut = details.getByRole('button', { name: t('Test Connection'), exact: true })
  await tryOut.click()
  const refused = t('The mail server {0} did not accept the login.', ['127.0.0.1'])
  await expect(outcomeOf(page, t)).toContainText(refused)
  await expect(details.getByText(t('Error', undefined, 'status'), { exact: true }).first()).toBeVisible()

  await staging.update('Email Account', { id, password: mailbox.password })
  await tryOut.click()
  await expect(outcomeOf(page, t)).toContainText(t('Sending works.'))
  await expect(details.getByText(t('Connected', undefined, 'status'), { exact: true }).first()).toBeVisible()
})

test('a test mail asks for an address, and arrives there @once', async ({ page, openTab, staging, mail, t }) => {
  const id = await addAccount(staging, mail)
  await openTab(page, `email/${encodeURIComponent(id)}`)
  await choose(page, t, 'Send Test Email')
  const window = page.getByRole('dialog')
  await expect(window.getByLabel(t('Email Address'))).toBeFocused()
  await expectAccessible(page)
  await window.getByLabel(t('Email Address')).fill('noa@example.com')
  await page.keyboard.press('Enter')
  await expect(outcomeOf(page, t)).toContainText('noa@example.com')
  await expect(window).toBeHidden()
  await expect.poll(() => mail.arrived.map(({ to }) => to)).toEqual([['noa@example.com']])
  expect(mail.arrived[0]?.raw).toContain('office@example.com')
})

test('a new hook token is made after a question, shown once with its address, and opens the hook @he', async ({
  page,
  openTab,
  staging,
  mail,
  t,
}) => {
  const id = await addAccount(staging, mail, { enable_incoming: 1 })
  await openTab(page, `email/${encodeURIComponent(id)}`)
  await choose(page, t, 'New Hook Token')
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  const window = page.getByRole('dialog')
  await expect(window.locator('code')).toHaveCount(2)
  const [token = '', address = ''] = await window.locator('code').allTextContents()
  await expect(window.getByRole('button', { name: `${t('Copy')}: ${t('Hook Token')}` })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  const data = { from: 'noa@example.com', subject: 'Shalom', text: 'Hello', message_id: `<${unique()}@example.com>` }
  const knock = (proof: string) =>
    staging.request.post(new URL(address).pathname, { headers: { 'X-Hook-Token': proof }, data })
  expect((await knock('another')).status()).toBe(403)
  expect(await (await knock(token)).json()).toMatchObject({ message: 'Received' })
  await window
    .getByRole('button', { name: t('Close'), exact: true })
    .last()
    .click()
  await expect(page.getByText(token)).toHaveCount(0)
})

test('a refused mail is found among the outgoing mail, with its reason, and is sent again @he', async ({
  page,
  openTab,
  staging,
  mail,
  t,
}) => {
  mail.refusal = 'No such person here'
  const id = await addAccount(staging, mail)
  const recipient = `${unique()}@example.com`
  await staging.request.post(`/api/entity/Email Account/${encodeURIComponent(id)}?run_method=send_test_email`, {
    data: { data: { recipient } },
  })
  await openTab(page, 'email')
  await partOf(page, t('Outgoing Mail')).click()
  await page.getByRole('button', { name: t('Show'), exact: true }).click()
  const list = page.getByRole('region', { name: t('Email Queue'), exact: true })
  await list.getByRole('article').filter({ hasText: recipient }).getByRole('button').first().click()
  const details = detailsOf(page, t)
  await expect(details.getByText('No such person here').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  mail.refusal = undefined
  await details.getByRole('button', { name: t('Retry'), exact: true }).click()
  await expect.poll(() => mail.arrived.map(({ to }) => to)).toEqual([[recipient]])
  await expect(details.getByText(t('Sent', undefined, 'status'), { exact: true }).first()).toBeVisible()
  await expect(details.getByRole('button', { name: t('Retry'), exact: true })).toHaveCount(0)
})

test('a site that may not reach people shows that it sends nothing, and a held mail can be cancelled @he', async ({
  page,
  openTab,
  staging,
  mail,
  t,
}) => {
  await staging.update(settings, { id: settings, may_reach_people: 0 })
  const id = await addAccount(staging, mail)
  const recipient = `${unique()}@example.com`
  await staging.request.post(`/api/entity/Email Account/${encodeURIComponent(id)}?run_method=send_test_email`, {
    data: { data: { recipient } },
  })
  await openTab(page, 'email')
  await partOf(page, t('Outgoing Mail')).click()
  const note = page.getByText(t(held))
  await expect(note).toBeVisible()
  const list = page.getByRole('region', { name: t('Email Queue'), exact: true })
  await list.getByRole('article').filter({ hasText: recipient }).getByRole('button').first().click()
  const details = detailsOf(page, t)
  await expectAccessible(page)
  await details.getByRole('button', { name: t('Cancel Sending'), exact: true }).click()
  await expect(details.getByText(t('Cancelled', undefined, 'status'), { exact: true }).first()).toBeVisible()
  await staging.update(settings, { id: settings, may_reach_people: 1 })
  await expect(note).toBeHidden()
  expect(mail.arrived).toEqual([])
})

const held = 'Nothing leaves: this site may not reach people. Mail and messages wait until System Settings allow it.'
