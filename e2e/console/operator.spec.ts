import { expect, test } from './fixtures.ts'

const tabs = [
  'HQ_info',
  'logs',
  'audit',
  'editor',
  'users',
  'roles',
  'email',
  'communication',
  'translation',
  'settings',
]

test('no screen makes a request that an operator may not make @once', async ({
  page,
  signIn,
  site,
  api,
  staging,
  t,
}) => {
  test.slow()
  await staging.read('User', 'Administrator')
  const refused: string[] = []
  page.on('response', (answer) => {
    if (answer.status() !== 403) return
    refused.push(
      `${answer.request().method()} ${decodeURIComponent(answer.url())} ${answer.request().postData() ?? ''}`,
    )
  })
  await signIn(page, 'operator@example.com')
  const { staging_url: url } = await api.read('Project', 'demo')
  const host = new URL(String(url))
  host.hostname = new URL(site.url).hostname
  const run = { data: { data: {} } }
  const made = await page.request.post('/api/entity/Project/demo?run_method=create_login_token', run)
  const { data } = (await made.json()) as { data: { token: string } }
  const login = await page.request.post(`${host.origin}/api/auth/login_with_token`, { data: { token: data.token } })
  expect(login.ok()).toBe(true)
  const settled = () => page.waitForLoadState('networkidle')
  const screens = ['/', '/project', '/servers', '/servers/main', '/servers/main/projects', '/audit', '/profile']
  for (const address of [...screens, ...[...tabs, 'google', 'whatsapp'].map((tab) => `/project/demo/${tab}`)]) {
    await page.goto(address)
    await expect(page.getByRole('main')).toBeVisible()
    await settled()
  }
  await page.goto('/project')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add'), exact: true })
    .click()
  await expect(page.getByRole('dialog').getByLabel(t('Project Name'))).toBeFocused()
  await settled()
  expect(refused).toEqual([])
})
