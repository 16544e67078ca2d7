import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('the id of a new project follows its name, Hebrew too, and an invalid one is corrected at its box @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('an invalid id gets a message beside its box, and can be corrected there', async () => {
    const id = `shop-${unique()}`.toLowerCase()
    await api.create('Server', { server_name: `shelf-${id}` })
    await openForm(page, t('Add'))
    const form = page.getByRole('dialog')
    const box = form.getByLabel(t('ID'), { exact: true })
    await box.fill('My Shop')
    await form.getByLabel(t('Project Name')).fill('My Shop')
    await chooseServer(page, t('Server'), `shelf-${id}`)
    await form.getByRole('button', { name: t('Create') }).click()
    await expect(box).toHaveAccessibleDescription(new RegExp(t('{0} is not a valid ID', ['My Shop'])))
    await expect(box).toBeFocused()
    await expect(box).toHaveAttribute('aria-invalid', 'true')
    await box.fill('my-shop')
    await expect(box).not.toHaveAttribute('aria-invalid', 'true')

    await form.getByRole('button', { name: t('Cancel') }).click()
    await api.remove('Server', `shelf-${id}`)
  })

  await test.step('the id follows the name, also a Hebrew one, until the user edits it; sample data are optional', async () => {
    const suffix = unique()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')
    await openForm(page, t('Add'))
    const form = page.getByRole('dialog')
    const [name, id] = [form.getByLabel(t('Project Name')), form.getByLabel(t('ID'), { exact: true })]
    await expect(name).toBeFocused()
    await page.keyboard.type('Café 7')
    await expect(id).toHaveValue('cafe-7')
    await name.fill('חנות הפרחים')
    await expect(id).toHaveValue('hnvt-hprhym')
    await name.fill('東京')
    await expect(id).toHaveValue('project')
    await id.fill(`own-${suffix}`)
    await name.fill(`Levi ${suffix}`)
    await expect(id).toHaveValue(`own-${suffix}`)
    await expect(form.getByRole('combobox', { name: t('Start With') })).toHaveText(t('Empty'))
    // With one server there is no choice to make.
    const labels = ['Project Name', 'ID', 'Environment', 'Start With', 'Admin Email'].map((label) => t(label))
    await expect(form.locator('.field-label')).toContainText(labels)
    await expect(form.locator('.field-label')).toHaveCount(labels.length)
    await form.getByRole('button', { name: t('Cancel') }).click()

    await openForm(page, t('Add'))
    await expect(id).toHaveValue('')
    await name.fill(`Levi ${suffix}`)
    await form.getByRole('combobox', { name: t('Start With') }).click()
    await page.getByRole('option', { name: t('Sample'), exact: true }).click()
    await form.getByRole('button', { name: t('Create') }).click()
    await expect(page.getByRole('dialog').getByText(t('Running', undefined, 'status'))).toBeVisible({ timeout: 30_000 })
    expect(await api.read('Project', `levi-${suffix}`)).toMatchObject({
      start_with: 'Sample',
      project_name: `Levi ${suffix}`,
    })
    await api.request.post(`/api/entity/Project/levi-${suffix}?run_method=stop_project`, { data: { data: {} } })
    await api.remove('Project', `levi-${suffix}`)
  })

  await test.step('a deleted project comes back from the trash', async () => {
    await page.goto('/project')
    await page.getByRole('button', { name: t('Tools'), exact: true }).click()
    await page.getByRole('menuitem', { name: t('Trash'), exact: true }).click()
    const line = page
      .getByRole('list', { name: t('Trash') })
      .getByRole('listitem')
      .filter({ hasText: 'levi-' })
    await expectAccessible(page)
    await line.getByRole('button', { name: t('Restore'), exact: true }).click()
    await expect(page).toHaveURL(/\/project\/levi-[^/]+\/HQ_info$/)
    await expect(page.getByText(t('Stopped', undefined, 'status')).first()).toBeVisible()
    await api.remove('Project', new URL(page.url()).pathname.split('/')[2] ?? '')
  })
})

test('a site that cannot start shows the reason once, and can be provisioned again from its address @once', async ({
  page,
  signIn,
  api,
  t,
}) => {
  test.skip(process.platform !== 'linux', 'a folder in which nothing can be made')
  const id = `stuck-${unique()}`.toLowerCase()
  await api.create('Server', { server_name: id, data_root: '/proc/none/projects' })
  await signIn(page)
  await openForm(page, t('Add'))
  const window = page.getByRole('dialog')
  await window.getByLabel(t('ID'), { exact: true }).fill(id)
  await window.getByLabel(t('Project Name')).fill('Stuck')
  await chooseServer(page, t('Server'), id)
  await window.getByRole('button', { name: t('Create') }).click()
  await expect(window.getByText(t('Failed', undefined, 'status'))).toBeVisible({ timeout: 30_000 })
  await expect(window.getByRole('alert')).toHaveText(t('The data folder cannot be written ({0}).', ['ENOENT']))
  await expect(window.getByText('ENOENT')).toHaveCount(1)

  // It has never run, so provisioning comes before starting.
  await page.goto(`/project/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(t('The server of this project could not be started.'))).toBeVisible()
  await expect(main.getByRole('button')).toHaveText([t('Provision'), t('Start')])
  await api.remove('Project', id)
  await api.remove('Server', id)
})

async function openForm(page: Page, add: string): Promise<void> {
  await page.goto('/project')
  await page.getByRole('main').getByRole('button', { name: add, exact: true }).click()
}

async function chooseServer(page: Page, label: string, server: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(server)
  await page.getByRole('option', { name: server }).click()
}
