import type { Locator, Page } from '@playwright/test'
import { request } from '@playwright/test'
import { rowOf, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

const detailsOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const rightsOf = (page: Page, entity: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('rowheader', { name: entity, exact: true }) })

test('people of a project are read at their own address, and none can disable themselves or the Administrator @once', async ({
  page,
  openTab,
  t,
}) => {
  await test.step('people of a project are read at their own address, and reloaded whenever the tab is entered', async () => {
    const reads: string[] = []
    page.on('request', (call) => {
      const { pathname } = new URL(call.url())
      if (pathname.startsWith('/api/user') && call.method() === 'GET') reads.push(pathname)
    })
    const lists = () => reads.filter((path) => path === '/api/user').length
    await openTab(page, 'users')
    await rowOf(page, 'manager@example.com').getByRole('link').click()
    await expect(page).toHaveURL(/\/project\/demo\/users\/manager%40example\.com$/)
    await expect(detailsOf(page, t('Details')).getByRole('heading', { level: 2 })).not.toBeEmpty()
    expect(reads).toContain('/api/user/manager%40example.com')

    const before = lists()
    await page.getByRole('tab', { name: t('Translation'), exact: true }).click()
    await expect(page).toHaveURL(/\/translation$/)
    await page.getByRole('tab', { name: t('Users'), exact: true }).click()
    await expect(rowOf(page, 'manager@example.com')).toBeVisible()
    await expect.poll(lists).toBeGreaterThan(before)
  })

  await test.step('users can disable neither themselves nor the Administrator', async () => {
    await page.goto('/project/demo/users/Administrator')
    await detailsOf(page, t('Details'))
      .getByRole('button', { name: t('Actions'), exact: true })
      .click()
    await expect(page.getByRole('menuitem', { name: t('End Sessions') })).toBeVisible()
    await expect(page.getByRole('menuitem', { name: t('Disable User') })).toHaveCount(0)
  })
})

test('a new person is invited in their own language, and later gets a mail for a new password @he', async ({
  page,
  openTab,
  staging,
  site,
  t,
}) => {
  const email = `invited-${unique()}@example.com`
  const mails = async () => {
    const filters = JSON.stringify({ recipients: email })
    const answer = await staging.request.get('/api/entity/Email Queue', { params: { filters, fields: 'subject' } })
    return ((await answer.json()) as { data: { subject: string }[] }).data.map(({ subject }) => subject)
  }
  await openTab(page, 'users')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add'), exact: true })
    .click()
  const window = page.getByRole('dialog')
  await window.getByLabel(t('Email'), { exact: true }).fill(email)
  await window.getByLabel(t('Full Name')).fill('Ruth Green')
  await window.getByRole('combobox', { name: t('Language') }).click()
  // Everybody has a language.
  await expect(page.getByRole('option')).toHaveText(['English', 'עברית'])
  await page.getByRole('option', { name: 'עברית' }).click()
  await window.getByRole('button', { name: t('Create') }).click()
  const details = detailsOf(page, t('Details'))
  await expect(details.getByText(t('Invited', undefined, 'status')).first()).toBeVisible()
  // A new record opens in the first row of its table.
  await details.getByRole('button', { name: t('Close'), exact: true }).click()
  await details.getByRole('button', { name: t('Send Invitation') }).click()
  const kept = t('The mail did not leave: it is kept in a folder on the server.')
  await expect(page.getByRole('paragraph').filter({ hasText: kept })).toBeVisible()
  await expect.poll(mails).toEqual(['הוזמנת להצטרף'])

  await staging.update('User', { id: email, new_password: site.passwordOf(email) })
  await details.getByRole('button', { name: t('Send Reset Email') }).click()
  await expect(page.getByRole('paragraph').filter({ hasText: kept }).first()).toBeVisible()
  await expect.poll(mails).toContain('איפוס הסיסמה שלך')
})

test('an inviting user learns that mail stays in a folder, until an account sends it @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const user = await staging.createUser()
  await openTab(page, `users/${encodeURIComponent(user)}`)
  const details = detailsOf(page, t('Details'))
  const note = details.getByText(
    t('Mail does not reach people: it is kept in a folder on the server until an account sends by default.'),
  )
  await expect(details.getByRole('button', { name: t('Send Reset Email') })).toBeVisible()
  await expect(note).toBeVisible()

  await details.getByRole('link', { name: t('Email'), exact: true }).click()
  await expect(page).toHaveURL(/\/email$/)
  await page.goBack()
  await expect(note).toBeVisible()
  const { id } = await staging.create('Email Account', {
    email_account_name: `Sends ${unique()}`,
    email_id: 'office@example.com',
    enable_outgoing: 1,
    default_outgoing: 1,
    smtp_server: '127.0.0.1',
    smtp_port: 1,
    no_smtp_authentication: 1,
  })
  await expect(note).toBeHidden()
  await expect(details.getByRole('button', { name: t('Send Reset Email') })).toBeVisible()
  await staging.remove('Email Account', id)
  await expect(note).toBeVisible()
  await staging.update('System Settings', { id: 'System Settings', mail_transport: 'File' })
  await expect(details.getByText(t('Mail does not reach people: it is kept in a folder on the server.'))).toBeVisible()
  await staging.update('System Settings', { id: 'System Settings', mail_transport: 'Auto' })
})

test('the sessions of a person are ended, and the account is disabled and enabled, each after a question @he', async ({
  page,
  openTab,
  staging,
  site,
  api,
  t,
}) => {
  const user = `person-${unique()}@example.com`
  await staging.createUser({ email: user, new_password: site.passwordOf(user) })
  const url = new URL(String((await api.read('Project', 'demo')).staging_url)).origin
  const theirs = await request.newContext({ baseURL: url })
  const data = { user, password: site.passwordOf(user) }
  const whoIsIn = async () => ((await (await theirs.get('/api/auth/validate')).json()) as { user: string }).user
  const signIn = async () => (await theirs.post('/api/auth/login', { data })).status()
  expect(await signIn()).toBe(200)

  await openTab(page, `users/${encodeURIComponent(user)}`)
  const details = detailsOf(page, t('Details'))
  const more = details.getByRole('button', { name: t('Actions'), exact: true })
  const choose = async (name: string) => {
    await more.click()
    await page.getByRole('menuitem', { name: t(name) }).click()
  }
  const question = page.getByRole('alertdialog')
  await choose('End Sessions')
  await expect(question).toContainText(t('Are you sure you want to end all sessions of {id}?', { id: user }))
  await page.keyboard.press('Escape')
  expect(await whoIsIn()).toBe(user)
  await choose('End Sessions')
  await expect(question.getByRole('button', { name: t('Confirm') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: t('Sessions ended: {0}', [1]) })).toBeVisible()
  expect(await whoIsIn()).toBe('Guest')

  await choose('Disable User')
  await expect(question).toContainText(t('Are you sure you want to disable {id}?', { id: user }))
  await expect(question.getByRole('button', { name: t('Confirm') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(details.getByText(t('Disabled', undefined, 'status')).first()).toBeVisible()
  await expect(details.getByRole('button', { name: t('Send Reset Email') })).toHaveCount(0)
  expect(await signIn()).toBe(401)
  await choose('Enable User')
  await expect(details.getByRole('button', { name: t('Send Reset Email') })).toBeVisible()
  expect(await signIn()).toBe(200)
  await theirs.dispose()
})

test('the rights of a person are listed with their reasons, can be searched, and follow every change @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const profile = `Desk ${unique()}`
  await staging.create('Role Profile', { role_profile: profile, roles: [{ role: 'Staff' }] })
  const user = `desk-${unique()}@example.com`
  await staging.createUser({ email: user, role_profiles: [{ role_profile: profile }] })
  await openTab(page, `users/${user}`)
  await page.getByRole('tab', { name: t('Effective Rights') }).click()
  const task = rightsOf(page, t('Task'))
  await expect(task.getByRole('cell').last()).toContainText(t('Staff'))
  await expect(task.getByRole('cell').last()).toContainText(profile)
  await expect(task.getByRole('img', { name: t('Yes') })).toHaveCount(4)
  // List settings have the same rights for everybody, limited to own records.
  const own = rightsOf(page, `${t('List Setting')} ${t('If Owner')}`)
  await expect(own.getByRole('cell').last()).toContainText(t('own role'))
  await expect(own.getByRole('img', { name: t('If Owner') })).not.toHaveCount(0)

  const search = page
    .getByRole('tabpanel')
    .getByRole('searchbox', { name: t('Search') })
    .last()
  await search.fill(t('Task').toUpperCase())
  await expect(page.getByRole('rowheader')).toHaveText([t('Task')])
  await search.fill('nothing has this text')
  await page
    .getByRole('button', { name: t('Clear'), exact: true })
    .last()
    .click()
  await expect(task).toBeVisible()
  await search.fill(profile)
  await expect(own).toHaveCount(0)

  await staging.update('Role Profile', { id: profile, roles: [] })
  await expect(page.getByText(t('No results'))).toBeVisible()
  await search.fill('')
  await expect(own).toBeVisible()
  await expect(task).toHaveCount(0)
})
