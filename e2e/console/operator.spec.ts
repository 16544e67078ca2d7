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

test('somebody with the level View is offered nothing that they may not do @once', async ({
  page,
  signIn,
  site,
  api,
  t,
}) => {
  const user = 'viewer@example.com'
  const person = { id: user, email: user, full_name: 'Viewer', new_password: site.passwordOf(user) }
  await api.create('User', { ...person, roles: [{ role: 'Project Operator' }] })
  await api.request.put('/api/hq/access', { data: { user, projects: [{ project: 'demo', level: 'View' }] } })
  const main = page.getByRole('main')
  const names = async () => main.getByRole('button').evaluateAll((all) => all.map(({ textContent }) => textContent))
  await signIn(page, user)

  await page.goto('/project/demo/HQ_info')
  await expect(main.getByText(t('Healthy')).first()).toBeVisible()
  for (const name of ['Restart', 'Stop', 'Edit']) expect(await names()).not.toContain(t(name))

  await page.goto('/project/demo/promote')
  await expect(main.getByText(t('No promotion yet'))).toBeVisible()
  expect(await names()).not.toContain(t('Promote'))

  await page.goto('/project/demo/editor')
  await expect(main.getByRole('heading', { name: t('Sign In to Project') })).toBeVisible()
  await expect(main.getByRole('button', { name: t('Sign In'), exact: true })).toBeVisible()
  await expect(main.getByRole('button', { name: t('Sign In with HQ') })).toBeHidden()
})
