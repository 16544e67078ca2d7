import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { expectFocus } from '../keys.ts'
import { rowOf, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name, exact: true })
const listOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test("a project's tabs have their order, each opens at a press, and WhatsApp has three lists @he", async ({
  page,
  openTab,
  t,
}) => {
  await test.step("a project's tabs have their order, and a press opens each", async () => {
    await openTab(page, 'users')
    await expect(rowOf(page, 'manager@example.com')).toBeVisible()
    const names = ['Users', 'Roles', 'Email', 'Communication', 'Translation', 'Settings', 'Google', 'Whatsapp']
    const labels = await page.getByRole('tablist').first().getByRole('tab').allTextContents()
    expect(labels.slice(-names.length)).toEqual(names.map((name) => t(name)))
    const project = page.getByRole('tablist', { name: t('Project'), exact: true })
    await expect(project).toHaveAttribute('aria-orientation', 'vertical')
    await tabOf(page, t('Users')).focus()
    await page.keyboard.press('ArrowDown')
    await expect(tabOf(page, t('Roles'))).toBeFocused()
    for (const name of names) {
      await tabOf(page, t(name)).click()
      await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}$`))
      await expect(tabOf(page, t(name))).toHaveAttribute('aria-selected', 'true')
      await expect(page.getByRole('main').getByRole('alert')).toHaveCount(0)
    }
  })

  await test.step('WhatsApp has three lists in place, and a connection opens beside its list', async () => {
    await page.goto('/project/demo/whatsapp')
    const parts = page.getByRole('tablist', { name: t('Whatsapp') })
    await expect(parts.getByRole('tab')).toHaveText(['Messages', 'Webhooks', 'Templates'].map((name) => t(name)))
    await expect(parts.getByRole('tab', { name: t('Messages') })).toHaveAttribute('aria-selected', 'true')
    await expect(listOf(page, t('Whatsapp Message')).getByText(t('No records found'))).toBeVisible()
    await parts.getByRole('tab', { name: t('Webhooks') }).click()
    await listOf(page, t('Whatsapp Webhook')).getByRole('button', { name: 'Sandbox' }).click()
    await expect(listOf(page, t('Details')).getByRole('heading', { level: 2 })).toHaveText('Sandbox')
    await expect(page).toHaveURL(/\/whatsapp\?tab=webhooks$/)
    await parts.getByRole('tab', { name: t('Templates') }).click()
    await expect(listOf(page, t('Whatsapp Template'))).toBeVisible()
    await expect(page.getByRole('heading', { name: 'Sandbox' })).toHaveCount(0)
  })
})

test('roles and role profiles stand side by side, open in place, and are created and changed there @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const name = `Desk ${unique()}`
  await openTab(page, 'roles')
  const roles = listOf(page, t('Role'))
  const profiles = listOf(page, t('Role Profile'))
  await expect(rowOf(page, t('System Manager'))).toBeVisible()
  // The field that the id is made from is not repeated.
  await expect(roles.getByText(t('Role Name'), { exact: true })).toHaveCount(0)
  const [left, right] = await Promise.all([roles.boundingBox(), profiles.boundingBox()])
  expect(left?.y).toBe(right?.y)

  await profiles.getByRole('button', { name: t('Add'), exact: true }).click()
  const window = page.getByRole('dialog')
  await window.getByLabel(t('Role Profile')).fill(name)
  await window.getByRole('button', { name: t('Create') }).click()
  await expect(window).toBeHidden()
  await expect(page).toHaveURL(/\/roles$/)
  const details = listOf(page, t('Details'))
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(name)
  await expect(details.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(profiles.getByRole('button', { name })).toHaveAttribute('aria-current', 'true')

  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByRole('button', { name: t('Add Row') }).click()
  await details.getByRole('combobox').last().fill('Staff')
  await page.getByRole('option').first().click()

  // Opening a record of the other list does not discard a draft without a question.
  await roles.getByRole('button', { name: t('Staff'), exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('You have unsaved changes.'))
  await question.getByRole('button', { name: t('Keep editing') }).click()
  await details.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect((await staging.read('Role Profile', name)).roles).toMatchObject([{ idx: 1, role: 'Staff' }])

  await roles.getByRole('button', { name: t('Staff'), exact: true }).click()
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(t('Staff'))
  await expect(profiles.locator('[aria-current]')).toHaveCount(0)
  await page.keyboard.press('b')
  await expect(page.getByText(t('Select a record'))).toBeVisible()
  await expectFocus(roles.getByRole('button', { name: t('Staff'), exact: true }))
})

test('settings are listed by name and changed beside the list; none can be created or deleted @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const title = `Site ${unique()}`
  const reads: string[] = []
  page.on('request', (call) => {
    const url = new URL(call.url())
    if (url.pathname === '/api/entity/Entity') reads.push(url.searchParams.get('filters') ?? '')
  })
  await openTab(page, 'settings')
  const row = rowOf(page, t('System Settings'))
  await expect(rowOf(page, t('Google Settings'))).toBeVisible()
  await expect(rowOf(page, t('Task'))).toHaveCount(0)
  expect(reads.at(0)).toContain('Settings')
  await expect(page.getByRole('button', { name: t('Add'), exact: true })).toHaveCount(0)
  await expect(page.getByRole('checkbox', { name: t('Select All') })).toHaveCount(0)
  await row.getByRole('link').focus()
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/settings\/System%20Settings$/)
  const details = listOf(page, t('Details'))
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(t('System Settings'))
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByLabel(t('Site Title')).fill(title)
  await page.keyboard.press('Control+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await staging.read('System Settings', 'System Settings')).toMatchObject({ site_title: title })
  await page.reload()
  await expect(details.getByText(title)).toBeVisible()
})

test("other users' changes on the server of a project appear at once @once", async ({ page, openTab, staging, t }) => {
  const source = `Hello ${unique()}`
  await openTab(page, 'translation')
  await expect(page.getByRole('searchbox', { name: t('Search') })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const { id } = await staging.create('Translation', { source_text: source, translated_text: 'שלום', language: 'he' })
  await expect(rowOf(page, source)).toBeVisible()
  await rowOf(page, source).getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/translation/${id}$`))
  await staging.update('Translation', { id, translated_text: 'ברוכים הבאים' })
  await expect(listOf(page, t('Details')).getByText('ברוכים הבאים').first()).toBeVisible()
  await staging.remove('Translation', id)
  await expect(page).toHaveURL(/\/translation$/)
})

test("the end of a session on the server of a project leads to its sign-in, and HQ's session goes on @he", async ({
  page,
  context,
  openTab,
  site,
  t,
}) => {
  await openTab(page, 'users')
  await expect(rowOf(page, 'manager@example.com')).toBeVisible()
  await context.clearCookies({ name: 'sid_demo' })
  await tabOf(page, t('Roles')).click()
  await expect(page).toHaveURL(/\/project\/demo$/)
  await expect(page.getByRole('button', { name: t('Sign In with HQ') })).toBeVisible()
  await page.goto('/project/demo/HQ_info')
  await expect(page.getByRole('region', { name: t('Health') })).toContainText(t('Healthy'))
  await test.step('a link to a record opens it after the sign-in, by HQ or by password, also when the page was reloaded', async () => {
    const record = '/project/demo/users/manager@example.com?tab=rights'
    const expectRecord = async () => {
      await expect(page).toHaveURL(record)
      await expect(listOf(page, t('Details')).getByRole('tab', { name: t('Effective Rights') })).toHaveAttribute(
        'aria-selected',
        'true',
      )
    }
    await page.goto(record)
    await expect(page).toHaveURL(/\/project\/demo$/)
    await page.getByRole('button', { name: t('Sign In with HQ') }).click()
    await expectRecord()
    await context.clearCookies({ name: 'sid_demo' })
    await page.goto(record)
    await expect(page).toHaveURL(/\/project\/demo$/)
    await page.reload()
    const form = page.getByRole('region', { name: t('Sign In to Project') })
    await form.getByLabel(t('User')).fill('manager@example.com')
    await form.getByRole('textbox', { name: t('Password') }).fill(site.passwordOf('manager@example.com'))
    await page.keyboard.press('Enter')
    await expectRecord()
  })
})

test('a session on the server of a project that ends under a form is renewed by HQ over the page @he', async ({
  page,
  context,
  openTab,
  staging,
  t,
}) => {
  const source = `Greeting ${unique()}`
  const { id } = await staging.create('Translation', { source_text: source, translated_text: 'שלום', language: 'he' })
  await openTab(page, `translation/${id}`)
  const details = listOf(page, t('Details'))
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const box = details.getByLabel(t('Translated Text'), { exact: true })
  await box.fill('Typed before the end')
  await context.clearCookies({ name: 'sid_demo' })
  await page.keyboard.press('ControlOrMeta+s')
  const window = page.getByRole('dialog', { name: t('Sign in to continue') })
  await expect(window.getByText('Administrator').first()).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  // The refused save is told, over a bar of the same words; the next one asks again, and is repeated by itself.
  const refusal = page.getByRole('alertdialog').filter({ hasText: t('You need to sign in to continue.') })
  await expect(refusal).toBeVisible()
  await expect(box).toHaveValue('Typed before the end')
  await page.keyboard.press('Escape')
  await expect(refusal).toBeHidden()
  await page.keyboard.press('ControlOrMeta+s')
  await window.getByRole('button', { name: t('Sign In with HQ') }).click()
  await expect(window).toBeHidden()
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await staging.read('Translation', id)).toMatchObject({ translated_text: 'Typed before the end' })
  await staging.remove('Translation', id)
})

test('a stopped project shows a message in the place of its tabs @he', async ({
  page,
  openProject,
  ownProject,
  api,
  t,
}) => {
  test.slow()
  await openProject(page, ownProject, '')
  await page.getByRole('button', { name: t('Sign In with HQ') }).click()
  await expect(page).not.toHaveURL(new RegExp(`/project/${ownProject}/?$`))
  await tabOf(page, t('Users')).click()
  await expect(rowOf(page, 'Administrator').first()).toBeVisible()
  await api.request.post(`/api/entity/Project/${ownProject}?run_method=stop_project`, { data: { data: {} } })
  await expect(page.getByText(t('This project is not running.'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Start'), exact: true })
    .click()
  await expect(rowOf(page, 'Administrator').first()).toBeVisible({ timeout: 30_000 })
})
