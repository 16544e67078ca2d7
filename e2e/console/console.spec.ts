import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import { rowOf } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('the console starts with the projects, redirects addresses of the staff app, and says that a project is missing @once', async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('the console starts with the projects, and addresses of the staff app redirect there', async () => {
    await page.goto('/')
    await expect(page).toHaveURL(/\/project$/)
    await expect(rowOf(page, 'demo')).toBeVisible()
    await page.goto('/app/servers')
    await expect(page).toHaveURL(/\/servers$/)
    const nav = page.getByRole('navigation')
    await nav.getByRole('link', { name: t('Home') }).click()
    await expect(page).toHaveURL(/\/project$/)
    await nav.getByRole('link', { name: t('Servers') }).click()
    await expect(page.getByRole('banner').getByRole('heading')).toHaveText(t('Servers'))
  })

  await test.step('a missing project shows a message and a way back', async () => {
    await page.goto('/project/nowhere')
    await page
      .getByRole('main')
      .getByRole('link', { name: t('Projects') })
      .click()
    await expect(page).toHaveURL(/\/project$/)
  })
})

test('a guest is led to the sign-in screen, and then to the address that they wanted @he', async ({
  page,
  site,
  t,
}) => {
  await page.goto('/servers')
  await expect(page).toHaveURL(/\/login$/)
  await page.getByLabel(/^(Email|אימייל)$/).fill('Administrator')
  await page.getByRole('textbox', { name: /^(Password|סיסמה)$/ }).fill(site.passwordOf('Administrator'))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/servers$/)
  expect(t('Servers')).not.toBe('')
})

test('a project asks for a sign-in to its server, and HQ opens it, always if the operator says so @once', async ({
  page,
  context,
  api,
  openProject,
  t,
}) => {
  await openProject(page, 'demo', '')
  await expect(page).toHaveURL(/\/project\/demo\/?$/)
  await page.getByRole('button', { name: t('Sign In with HQ') }).click()
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)
  await page.goto('/project/demo')
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)

  await context.clearCookies({ name: 'sid_demo' })
  await page.goto('/project/demo')
  const always = page.getByRole('checkbox', { name: t('Always sign in with HQ') })
  await always.check()
  await expect.poll(async () => (await api.read('User', 'Administrator')).hq_sign_in).toBe(1)
  // The address that was asked for opens, without the form between.
  await page.goto('/project/demo/roles')
  await expect(page.getByRole('region', { name: t('Role'), exact: true })).toBeVisible()
  await expect(page).toHaveURL(/\/project\/demo\/roles$/)
  // Where HQ cannot, the form says why.
  await context.clearCookies({ name: 'sid_demo' })
  await page.route('**run_method=create_login_token', (route) =>
    route.fulfill({ status: 503, json: { message: 'HQ is busy' } }),
  )
  await page.goto('/project/demo')
  await expect(page.getByRole('alert')).toHaveText('HQ is busy')
  await always.uncheck()
  await expect.poll(async () => (await api.read('User', 'Administrator')).hq_sign_in).toBe(0)
})

test('a project accepts user and password of its own server, and refuses wrong ones with a message @he', async ({
  page,
  site,
  openProject,
  t,
}) => {
  await openProject(page, 'demo', '')
  const form = page.getByRole('region', { name: t('Sign In to Project') })
  await form.getByRole('button', { name: t('Sign In'), exact: true }).click()
  await expect(form.getByText(t('Password is required'))).toBeVisible()
  await form.getByLabel(t('User')).fill('manager@example.com')
  const password = form.getByRole('textbox', { name: t('Password') })
  await password.fill('wrong-Password-1')
  await password.press('Enter')
  await page.getByRole('alertdialog').getByRole('button').click()
  await password.fill(site.passwordOf('manager@example.com'))
  await password.press('Enter')
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)
})

test('HQ info shows health and counts in the colour and icon of the project @he', async ({
  page,
  openProject,
  api,
  t,
}) => {
  await api.update('Project', { id: 'demo', color: 'Purple', icon: 'rocket_launch' })
  await openProject(page, 'demo')
  await expect(page.getByRole('region', { name: t('Health') })).toContainText(t('Healthy'))
  await expect(page.getByRole('region', { name: t('Records') })).toContainText(t('Users'))
  const free = page
    .getByRole('region', { name: t('Storage') })
    .locator('div', { hasText: t('Free Space') })
    .locator('dd')
  const size = `[\\d.,]+ (${t('MB')}|${t('GB')})`
  await expect(free).toHaveText(new RegExp(`^${t('{0} of {1}', [size, size])}$`))
  await expect(
    page
      .getByRole('region', { name: t('Events') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  await expect(page.getByRole('banner').locator('[data-color="Purple"]')).toBeVisible()
  await expect(page.getByRole('banner')).toContainText('demo')
  await expect(page).toHaveTitle(/Demo/)
  await expect(page.locator('link[rel="icon"]')).toHaveAttribute('href', /^data:image\/svg/)
  // Another user's change appears at once.
  await api.update('Project', { id: 'demo', color: 'Green' })
  await expect(page.getByRole('banner').locator('[data-color="Green"]')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})

test('stopping a project asks for its id; then the screen shows that it is down, and starts it again @once', async ({
  page,
  openProject,
  ownProject,
  t,
}) => {
  test.slow()
  await openProject(page, ownProject)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: t('Stop'), exact: true }).click()
  const dialog = page.getByRole('alertdialog')
  const confirm = dialog.getByRole('button', { name: t('Confirm') })
  await expect(dialog).toContainText('Own')
  await expect(confirm).toBeDisabled()
  await dialog.getByRole('textbox').fill('ow')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeVisible()
  await dialog.getByRole('textbox').fill(ownProject)
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden({ timeout: 15_000 })
  const start = main.getByRole('button', { name: t('Start'), exact: true })
  await expect(start).toBeVisible()
  await expect(main.getByText(t('Known while the project is running.'))).toBeVisible()

  await page.goto(`/project/${ownProject}`)
  await expect(page.getByText(t('This project is not running.'))).toBeVisible()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('HQ Info') })
    .click()
  await start.click()
  await expect(main.getByRole('button', { name: t('Stop'), exact: true })).toBeVisible({ timeout: 30_000 })
})

test('the logs of a project are read, searched and followed, always from left to right @he', async ({
  page,
  openProject,
  staging,
  t,
}) => {
  await test.step('the log screen shows the last lines, older ones and search results, always from left to right', async () => {
    await openProject(page, 'demo', 'logs')
    await page.getByRole('link', { name: /server\.log/ }).click()
    const lines = page.getByRole('log')
    await expect(lines).toContainText('started')
    await expect(lines).toHaveCSS('direction', 'ltr')
    await openFirstHit(page, t, 'STARTED')
    await expect(page).toHaveURL(/file=logs%2Fserver\.log&offset=\d+/)
    await expect(lines.locator('mark').first()).toHaveText(/started/i)
    await expectAccessibleByDayAndNight(page)
  })

  await test.step('the error reference that staff see leads to its log line', async () => {
    await page.goto('/project/demo/logs')
    const refused = await staging.request.get('/api/entity/Nothing%20of%20this%20name')
    const { request_id: reference } = (await refused.json()) as { request_id: string }
    await openFirstHit(page, t, reference)
    const target = page.locator('.log-line[data-target]')
    await expect(target).toContainText(reference)
    await expect(target).toBeInViewport()
  })

  await test.step('a followed log shows new lines as they are written', async () => {
    await page.goto('/project/demo/logs?file=logs/web.log')
    const lines = page.getByRole('log')
    await expect(lines).toBeVisible()
    await page.getByRole('switch', { name: t('Follow') }).check()
    const [host] = await Promise.all([
      page.evaluate(async () => {
        const answer = await fetch('/api/entity/Project/demo')
        return ((await answer.json()) as { entity: { staging_url: string } }).entity.staging_url
      }),
    ])
    await page.request.get(`${host}/api/entity/Nothing%20of%20this%20name`)
    await expect(lines).toContainText(/Nothing/, { timeout: 10_000 })
  })
})

test('a log is narrowed to a level and a file, and a long one shows older lines on demand @he', async ({
  page,
  api,
  openProject,
  language,
  t,
}) => {
  await test.step('a log is narrowed to a level, and one file is searched alone', async () => {
    await openProject(page, 'demo', 'logs?file=logs/server.log')
    const lines = page.locator('.log-line')
    await expect(page.getByRole('log')).toContainText('started')
    const choose = async (control: string, option: string) => {
      await page.getByRole('combobox', { name: t(control) }).click()
      await page.getByRole('option', { name: option, exact: true }).click()
    }
    await choose('Level', t('Error'))
    await expect(lines).toHaveCount(0)
    await page
      .getByRole('log')
      .getByRole('button', { name: t('All Levels') })
      .click()
    await expect(page.getByRole('log')).toContainText('started')

    await page.getByRole('searchbox', { name: t('Search Logs') }).fill('demo')
    await page.keyboard.press('Enter')
    const hits = page.getByRole('list', { name: t('Search Logs') }).getByRole('link')
    await expect(hits.filter({ hasText: 'server.log' }).first()).toBeVisible()
    await choose('Search In', 'server.log')
    await expect(hits.filter({ hasNotText: 'server.log' })).toHaveCount(0)
    await expect(hits.first()).toContainText('server.log')
    await choose('Level', t('Warning'))
    await expect(page.getByText(t('No results')).first()).toBeVisible()
  })

  await test.step('a long log shows its last 150 lines, and older ones on demand', async () => {
    await openProject(page, 'demo')
    const { staging_url: url } = await api.read('Project', 'demo')
    for (let calls = 0; calls < 200; calls++) await api.request.get(`${String(url)}/api/health`)
    await page.goto('/project/demo/logs?file=logs/web.log')
    const lines = page.locator('.log-line')
    await expect(lines).toHaveCount(150)
    // Interface texts among the lines have the direction of the reader's language.
    const note = lines.first().locator('xpath=..').locator('p')
    await expect(note).toHaveText(t('Last {0} lines', [150]))
    await expect(note).toHaveCSS('direction', language === 'he' ? 'rtl' : 'ltr')
    const first = await lines.first().textContent()
    await page.getByRole('button', { name: t('Older Lines') }).click()
    await expect(lines).not.toHaveCount(150)
    await expect(page.getByText(String(first))).toHaveCount(1)
  })
})

test('a server shows its name, its projects, its state and its ports @he', async ({ page, api, signIn, t }) => {
  await signIn(page)
  await test.step('a server shows its name, its projects and its state', async () => {
    await page.goto('/servers')
    await page.getByRole('article').first().getByRole('link').click()
    await expect(page).toHaveURL(/\/servers\/main$/)
    await expect(page.getByRole('banner')).toContainText('main')
    await page.getByRole('button', { name: t('Check Server') }).click()
    await expect(page.getByRole('status').filter({ hasText: t('Online', undefined, 'status') })).not.toHaveCount(0)
    const maintain = async (action: string, status: string) => {
      await page.getByRole('button', { name: t('Actions'), exact: true }).click()
      await page.getByRole('menuitem', { name: t(action) }).click()
      await expect(page.locator('.detail-states')).toContainText(t(status, undefined, 'status'))
    }
    await maintain('Begin Maintenance', 'Maintenance')
    await maintain('End Maintenance', 'Online')
    await page.getByRole('tab', { name: t('Projects') }).click()
    await page.getByRole('tabpanel').getByRole('link', { name: 'Demo' }).click()
    await expect(page).toHaveURL(/\/project\/demo/)
  })

  await test.step('a port is written without separators', async () => {
    const { port_range_start: start, port_range_end: end } = await api.read('Server', 'main')
    await page.goto('/servers/main')
    await expect(page.getByText(String(start), { exact: true })).toBeVisible()
    await expect(page.getByText(String(end), { exact: true })).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Edit'), exact: true })
      .click()
    await expect(page.getByLabel(t('Port Range Start'))).toHaveValue(String(start))
  })
})

test("a project's record stands alone while it is edited, and a change of fixed values is refused in its place @once", async ({
  page,
  openProject,
  api,
  t,
}) => {
  await api.create('Server', { server_name: 'another' })
  await openProject(page, 'demo')
  const main = page.getByRole('main')
  await expect(main.getByRole('region', { name: t('Health') })).toBeVisible()
  await main.getByRole('button', { name: t('Edit'), exact: true }).click()
  await expect(main.getByLabel(t('Project Name'))).toBeFocused()
  await expect(main.getByRole('region', { name: t('Health') })).toHaveCount(0)
  const server = main.getByRole('combobox', { name: t('Server') })
  await server.fill('another')
  await page.getByRole('option', { name: 'another' }).click()
  await main.getByRole('button', { name: t('Save') }).click()
  const refusal = t('This is not possible while the project is {0}.', [{ translate: 'Running' }])
  await expect(server).toHaveAccessibleDescription(new RegExp(refusal))
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  await main.getByRole('button', { name: t('Close') }).click()
  await expect(main.getByRole('region', { name: t('Health') })).toBeVisible()
  await api.remove('Server', 'another')
})

test('a new project shows the steps of its site as they happen, and is deleted by typing its id @once', async ({
  page,
  signIn,
  t,
  language,
}) => {
  test.slow()
  const id = `shop-${language}`
  await signIn(page)
  await page.goto('/project')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add'), exact: true })
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('ID'), { exact: true }).fill(id)
  await dialog.getByLabel(t('Project Name')).fill('Shop')
  // The only server is chosen already.
  await dialog.getByRole('button', { name: t('Create') }).click()
  const open = dialog.getByRole('button', { name: t('Open Project') })
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await expect(dialog.getByText(t('Running', undefined, 'status')).first()).toBeVisible({ timeout: 40_000 })
  // The page reaches the new server without a reload.
  await page.evaluate(() => document.body.setAttribute('data-same-page', ''))
  await open.click()
  await expect(page).toHaveURL(new RegExp(`/project/${id}`))
  await page.getByRole('button', { name: t('Sign In with HQ') }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${id}/editor$`))
  await page.getByRole('tab', { name: t('HQ Info') }).click()
  await expect(page.locator('body')).toHaveAttribute('data-same-page')
  const main = page.getByRole('main')
  await main.getByRole('button', { name: t('Edit') }).click()
  await main.getByRole('button', { name: t('Delete') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('A project that runs cannot be deleted. Stop it first?'))
  await question.getByRole('button', { name: t('Stop'), exact: true }).click()
  // The stopped project is asked about at once.
  await question.getByRole('textbox').fill(id)
  await expect(main.getByText(t('Stopped', undefined, 'status')).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project$/, { timeout: 15_000 })
  await expect(rowOf(page, id)).toHaveCount(0)
})

test('every screen of HQ fits a phone and is accessible there @he', async ({ page, openProject }) => {
  test.slow()
  await page.setViewportSize({ width: 390, height: 844 })
  await openProject(page, 'demo')
  for (const path of ['/project/demo/HQ_info', '/project', '/project/demo', '/project/demo/logs', '/servers/main']) {
    if (!page.url().endsWith(path)) await page.goto(path)
    await expect(page.getByRole('main')).toBeVisible()
    await page.waitForLoadState('networkidle')
    const widest = await page
      .locator('html, main, .detail-layout, .record-foot')
      .evaluateAll((places) => Math.max(...places.map(({ scrollWidth }) => scrollWidth)))
    expect(widest, path).toBeLessThanOrEqual(390)
    // The same screens are looked at by night where they are wide.
    await expectAccessible(page)
  }
})

/** Searches the logs of a project, and opens the first line that is found. */
async function openFirstHit(page: Page, t: (source: string) => string, text: string): Promise<void> {
  await page.getByRole('searchbox', { name: t('Search Logs') }).fill(text)
  await page.keyboard.press('Enter')
  await page
    .getByRole('list', { name: t('Search Logs') })
    .getByRole('link')
    .first()
    .click()
}
