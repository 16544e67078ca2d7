import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import { rowOf, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1400, height: 800 } })
test.beforeEach(() => test.slow())

test('the lists of projects and servers are accessible in light and dark @he', async ({ page, signIn, t }) => {
  await signIn(page)
  await page.goto('/project')
  await expect(rowOf(page, 'demo')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('button', { name: t('Display'), exact: true }).click()
  await expect(page.getByRole('combobox', { name: t('Sort By') })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.goto('/servers/main')
  await expect(page.getByRole('button', { name: t('Check Server') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('tab', { name: t('Projects') }).click()
  await expect(page.getByRole('tabpanel').getByRole('link').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.goto('/project/nowhere')
  await expect(page.getByRole('main').getByRole('link', { name: t('Projects') })).toBeVisible()
  await expectAccessible(page)
})

test('a new project is accessible from its window to the last step @once', async ({
  page,
  signIn,
  api,
  t,
  language,
}) => {
  const id = `axe-${language}-${unique()}`
  await signIn(page)
  await page.goto('/project')
  await expect(rowOf(page, 'demo')).toBeVisible()
  await page.keyboard.press('n')
  const window = page.getByRole('dialog')
  await window.getByLabel(t('ID'), { exact: true }).fill('Not An Id!')
  await window.getByRole('button', { name: t('Create') }).click()
  await expect(window.getByRole('alert').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await window.getByLabel(t('ID'), { exact: true }).fill(id)
  await window.getByLabel(t('Project Name')).fill('Shop')
  await window.getByRole('button', { name: t('Create') }).click()
  await expect(window.getByRole('listitem').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await expect(window.getByText(t('Running', undefined, 'status')).first()).toBeVisible({ timeout: 60_000 })
  await expectAccessible(page)
  await api.request.post(`/api/entity/Project/${id}?run_method=stop_project`, { data: { data: {} } })
  await api.remove('Project', id)
})

test('the sign-in to a project and its questions are accessible in light and dark @he', async ({
  page,
  openProject,
  t,
}) => {
  await openProject(page, 'demo', '')
  const form = page.getByRole('region', { name: t('Sign In to Project') })
  await form.getByRole('button', { name: t('Sign In'), exact: true }).click()
  await expect(form.getByRole('alert').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)

  await page.goto('/project/demo/HQ_info')
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog')
  await main.getByRole('button', { name: t('Stop'), exact: true }).click()
  await expect(question).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: t('Restart'), exact: true }).click()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await main.getByRole('button', { name: t('Actions'), exact: true }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: t('Show Administrator Password') }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: t('Copy') })).toBeEnabled()
  await expectAccessibleByDayAndNight(page)
})

test("a project's record and logs are accessible in light and dark @once", async ({ page, openProject, t }) => {
  await openProject(page, 'demo')
  const main = page.getByRole('main')
  const question = page.getByRole('alertdialog')
  await main.getByRole('button', { name: t('Edit') }).click()
  await expect(main.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await expectAccessibleByDayAndNight(page)
  await main.getByRole('button', { name: t('Delete') }).click()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')

  await page.goto('/project/demo/logs')
  await expect(page.getByRole('log')).not.toBeEmpty()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('searchbox', { name: t('Search Logs') }).fill('nothing has this text')
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('No results'))).toBeVisible()
  await expectAccessible(page)
})

test('projects that are not running are accessible in light and dark @he', async ({ page, signIn, api, t }) => {
  const id = `still-${unique()}`
  await api.create('Project', { id, project_name: 'Still', server: 'main', auto_provision: 0 })
  await signIn(page)
  for (const [path, sign] of [
    ['', t('This project has no server yet.')],
    ['/HQ_info', t('Known while the project is running.')],
    ['/logs', t('No log files yet')],
  ] as const) {
    await page.goto(`/project/${id}${path}`)
    await expect(page.getByText(sign).first()).toBeVisible()
    await expectAccessibleByDayAndNight(page)
  }
  await api.remove('Project', id)
})
