import { rowOf, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1300, height: 700 } })

test('the inner tab of a screen is in the address, so that a reload and Back restore it @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const inner = (name: string) => page.getByRole('tab', { name: t(name), exact: true })
  const name = `Office ${unique()}`
  await staging.create('Email Account', { email_account_name: name, email_id: 'office@example.com' })
  await openTab(page, `email/${encodeURIComponent(name)}`)
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await inner('Outgoing Mail').click()
  await expect(page).toHaveURL(/\/email\?tab=outgoing$/)
  await page.reload()
  await expect(inner('Outgoing Mail')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('region', { name: t('Email Queue') })).toBeVisible()
  await page.goBack()
  await expect(inner('Accounts')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()

  await page.getByRole('tab', { name: t('Whatsapp'), exact: true }).click()
  await inner('Webhooks').click()
  await expect(page).toHaveURL(/\/whatsapp\?tab=webhooks$/)
  await inner('Templates').click()
  await page.getByRole('tab', { name: t('Translation'), exact: true }).click()
  await expect(page).toHaveURL(/\/translation$/)
  await page.goBack()
  await expect(page).toHaveURL(/\/whatsapp\?tab=templates$/)
  await expect(inner('Templates')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(inner('Webhooks')).toHaveAttribute('aria-selected', 'true')
  await expect(rowOf(page, 'Sandbox')).toBeVisible()
  await inner('Messages').click()
  await expect(page).toHaveURL(/\/whatsapp$/)
})

test('the list of projects restores its scroll position on the return from a project @once', async ({
  page,
  signIn,
  api,
}) => {
  const word = unique()
  const ids = Array.from({ length: 24 }, (_, at) => `p${String(at).padStart(2, '0')}-${word}`)
  for (const id of ids) await api.create('Project', { id, project_name: id, server: 'main', auto_provision: 0 })
  const { id: setting } = await api.create('List Setting', { entity: 'Project', layout: 'List' })
  await signIn(page)
  await page.goto(`/project?search=${word}&order_by=project_name asc&layout=List`)
  const area = page.locator('.entity-list-area')
  const topOf = () => area.evaluate((element) => element.scrollTop)
  await expect(rowOf(page, ids[0] ?? '')).toBeVisible()
  await expect
    .poll(() =>
      area.evaluate((element) => {
        element.scrollTop = 12 * 85
        return element.scrollTop
      }),
    )
    .toBe(12 * 85)
  const row = rowOf(page, ids[13] ?? '')
  await row.getByRole('link').click()
  await expect(page).toHaveURL(new RegExp(`/project/${ids[13]}`))
  await page.goBack()
  await expect(row).toBeInViewport()
  await expect.poll(topOf).toBe(12 * 85)
  for (const id of ids) await api.remove('Project', id)
  await api.remove('List Setting', String(setting))
})

test('each tab of a project links to its site, which opens in a tab without an opener @he', async ({
  page,
  context,
  openTab,
  api,
  site,
  t,
}) => {
  const { staging_url: address } = await api.read('Project', 'demo')
  const { port } = new URL(String(address))
  await openTab(page, 'users')
  const link = page.getByRole('banner').getByRole('link', { name: `${new URL(site.url).hostname}:${port}` })
  for (const tab of ['HQ Info', 'Logs', 'Settings']) {
    await page.getByRole('tab', { name: t(tab), exact: true }).click()
    await expect(link).toBeVisible()
  }
  await link.hover()
  await expect(page.getByRole('tooltip', { name: t('Open Staging Site') })).toBeVisible()
  const opened = context.waitForEvent('page')
  await link.click()
  const other = await opened
  await expect(other).toHaveURL(new RegExp(`:${port}/app`))
  expect(await other.evaluate(() => window.opener)).toBeNull()

  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Projects') })
    .click()
  await expect(rowOf(page, 'Demo')).toBeVisible()
  await expect(link).toHaveCount(0)
})

test('the fault of a server or a mail account stands above its other data @once', async ({
  page,
  openTab,
  api,
  staging,
  t,
}) => {
  const name = `Nowhere ${unique()}`
  await api.create('Server', { server_name: name, data_root: '/proc/none' })
  const call = { data: { data: {} } }
  await api.request.post(`/api/entity/Server/${encodeURIComponent(name)}?run_method=check_server`, call)
  const details = page.getByRole('region', { name: t('Details'), exact: true })
  await openTab(page, 'email')
  // In the language of the asking user, which is set by now.
  const { last_error: fault } = await api.read('Server', name)
  await page.goto(`/servers/${encodeURIComponent(name)}`)
  await expect(details.getByRole('alert')).toHaveText(String(fault))
  await api.remove('Server', name)

  await staging.create('Email Account', {
    email_account_name: name,
    email_id: 'office@example.com',
    enable_outgoing: 1,
    smtp_server: '127.0.0.1',
    smtp_port: 1,
    no_smtp_authentication: 1,
  })
  await staging.request.post(`/api/entity/Email Account/${encodeURIComponent(name)}?run_method=test_connection`, call)
  const { last_error: reason } = await staging.read('Email Account', name)
  await page.goto(`/project/demo/email/${encodeURIComponent(name)}`)
  await expect(details.getByRole('status').filter({ hasText: String(reason) })).toBeVisible()
  await staging.remove('Email Account', name)
})
