import type { Page, Route } from '@playwright/test'
import { detailsOf, rowOf } from '../screens.ts'
import { expect, test } from './fixtures.ts'

/** Makes the project's server answer all calls for records in this way, until the returned function is called. */
async function answerAll(
  page: Page,
  host: string,
  answer: Parameters<Route['fulfill']>[0],
): Promise<() => Promise<void>> {
  const calls = new RegExp(`^${new URL(host).origin}/api/(entity|user|app)`)
  const headers = {
    'Access-Control-Allow-Origin': new URL(page.url()).origin,
    'Access-Control-Allow-Credentials': 'true',
  }
  await page.route(calls, (route) =>
    route.request().method() === 'OPTIONS' ? route.continue() : route.fulfill({ ...answer, headers }),
  )
  return () => page.unroute(calls)
}

/** The tabs of a project that read from its own server. */
const tabsOfServer = [
  ...['Editor', 'Users', 'Roles', 'Email', 'Communication'],
  ...['Translation', 'Settings', 'Google', 'Whatsapp'],
]

const oddAnswers = {
  'a page of a proxy': { contentType: 'text/html', body: '<h1>It works!</h1>' },
  'a proxy that finds nobody': { status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' },
  'an answer without what it should have': { json: { data: null, entity: null, user: null, doc_meta: null } },
  'a failure without a word': { status: 500, body: '' },
}

test("with odd answers from the project's server every tab stays usable and offers a next step @once", async ({
  page,
  openTab,
  api,
  t,
}) => {
  const failures: Error[] = []
  page.on('pageerror', (failure) => failures.push(failure))
  const { staging_url: host } = await api.read('Project', 'demo')
  const tabs = page.getByRole('tablist').first()
  const next = page.getByRole('main').getByRole('button', { name: new RegExp(`^(${t('Retry')}|${t('Reload')})$`) })
  for (const [name, answer] of Object.entries(oddAnswers)) {
    await test.step(name, async () => {
      await openTab(page, 'HQ_info')
      const heal = await answerAll(page, String(host), answer)
      for (const tab of tabsOfServer) {
        await tabs.getByRole('tab', { name: t(tab), exact: true }).click()
        await expect(next.first(), tab).toBeVisible()
      }
      expect(failures).toEqual([])
      const users = tabs.getByRole('tab', { name: t('Users'), exact: true })
      await users.click()
      await expect(users).toHaveAttribute('aria-selected', 'true')
      await expect(next).toHaveCount(1)
      await heal()
      await next.click()
      await expect(rowOf(page, 'Administrator').first()).toBeVisible()
    })
  }
})

test('a record that cannot be read shows the reason above its values from the list @once', async ({
  page,
  openTab,
  api,
  t,
}) => {
  await openTab(page, 'users')
  const { staging_url: host } = await api.read('Project', 'demo')
  await expect(rowOf(page, 'staff@example.com')).toBeVisible()
  await answerAll(page, String(host), { status: 503, body: '' })
  await rowOf(page, 'staff@example.com').click()
  const details = detailsOf(page, t)
  await expect(details).toContainText(t('The server cannot answer now. Try again in a moment.'))
  await expect(details.getByRole('button', { name: t('Retry') })).toBeVisible()
})

test('a slow server and one of another version show notes @he', async ({ page, api, openProject, openTab, t }) => {
  await test.step('a slow server keeps its loading state, with a note', async () => {
    await openTab(page, 'HQ_info')
    const { staging_url: host } = await api.read('Project', 'demo')
    const { promise: late, resolve: letGo } = Promise.withResolvers<void>()
    await page.route(new RegExp(`^${new URL(String(host)).origin}/api/user`), async (route) => {
      await late
      await route.continue()
    })
    await page.getByRole('tab', { name: t('Users'), exact: true }).click()
    await expect(page.getByText(t('This is taking longer than usual.'))).toBeVisible({ timeout: 10_000 })
    letGo()
    await expect(rowOf(page, 'Administrator').first()).toBeVisible()
  })

  await test.step('a project whose server runs another version than HQ shows a note with a remedy', async () => {
    await page.route(/run_method=load_project_data/, async (route) => {
      const response = await route.fetch()
      const { data } = (await response.json()) as { data: object }
      await route.fulfill({ response, json: { data: { ...data, version: '0.0.9', hq_version: '0.1.0' } } })
    })
    await openProject(page, 'demo')
    const sentence = t('HQ runs version {0}. Restart the project to bring it to the same.', ['0.1.0'])
    await expect(page.getByText(sentence)).toBeVisible()
  })
})

test('a nearly full disk and damaged files show notes with a remedy @once', async ({ page, openProject, t }) => {
  const low = { free_bytes: 900_000_000, total_bytes: 20_000_000_000 }
  const damaged = { count: 2, names: ['חוזה שכירות.pdf', 'plan.png'] }
  await page.route(/run_method=load_project_data/, async (route) => {
    const response = await route.fetch()
    const { data } = (await response.json()) as { data: { disk: object } }
    const disk = { ...data.disk, ...low }
    const data_check = { state: 'Damaged', at: '2026-01-01 10:00:00.000000', faults: ['Tree 5 page 12 cell 3'] }
    await route.fulfill({ response, json: { data: { ...data, disk, damaged_files: damaged, data_check } } })
  })
  const elsewhere = { name: 'far', servers: ['far', 'farther'], ...low }
  await page.route(/get_disks/, (route) =>
    route.fulfill({
      json: {
        disks: [{ name: 'HQ', servers: ['main'], ...low }, elsewhere],
        damaged_files: { count: 0, names: [] },
      },
    }),
  )
  await openProject(page, 'demo')
  const alerts = page.getByRole('alert')
  const next = t('Put them back from a backup, or delete their records and upload them again.')
  await expect(alerts.filter({ hasText: next })).toContainText('plan.png')
  await expect(alerts.filter({ hasText: '10' })).toHaveCount(1)
  const health = page.getByRole('region', { name: t('Health'), exact: true }).locator('.pill')
  const direction = await page.locator('html').getAttribute('dir')
  for (const pill of await health.all()) await expect(pill).toHaveCSS('direction', direction ?? 'ltr')
  // The database's text is separate from the time.
  const rebuild = t('The database of this project is damaged. Put it back from a backup, before more is lost.')
  await expect(alerts.filter({ hasText: rebuild })).toBeVisible()
  const fault = page.getByText('Tree 5 page 12 cell 3')
  const [state, said] = await Promise.all([page.getByText(t('Damaged')).first().boundingBox(), fault.boundingBox()])
  expect(said?.y).toBeGreaterThanOrEqual((state?.y ?? 0) + (state?.height ?? 0))
  await page.goto('/project')
  await expect(alerts.filter({ hasText: 'HQ' })).toBeVisible()
  await expect(alerts.filter({ hasText: 'HQ' })).toHaveText(/^HQ: /)

  // Above the list of servers by their names, and in the open one.
  await page.goto('/servers')
  await expect(alerts.filter({ hasText: '10' })).toHaveText([/^main: /, /^far, farther: /])
  await page.goto('/servers/main')
  const details = page.getByRole('region', { name: t('Details'), exact: true })
  await expect(details.getByRole('alert').filter({ hasText: '10' })).not.toContainText('main')
  await expect(alerts.filter({ hasText: '10' })).toHaveCount(2)
})
