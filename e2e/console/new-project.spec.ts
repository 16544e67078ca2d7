import type { Page } from '@playwright/test'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('an id that can be none is told beside its box, and can be mended there', async ({ page, signIn, api, t }) => {
  const id = `shop-${unique()}`.toLowerCase()
  await api.create('Server', { server_name: `shelf-${id}` })
  await signIn(page)
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

  // A name in letters of another script makes no id.
  await box.fill('')
  await form.getByLabel(t('Project Name')).fill('חנות')
  await form.getByRole('button', { name: t('Create') }).click()
  await expect(box).toHaveAccessibleDescription(new RegExp(t('ID is required')))
  await api.remove('Server', `shelf-${id}`)
})

test('a site that cannot come up says why, once, and can be set up again from its address', async ({
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

  // It has never run, so setting it up comes before starting it.
  await page.goto(`/project/${id}`)
  const main = page.getByRole('main')
  await expect(main.getByText(t('The server of this project could not be started.'))).toBeVisible()
  await expect(main.getByRole('button')).toHaveText([t('Provision'), t('Start')])
  await api.remove('Project', id)
  await api.remove('Server', id)
})

async function openForm(page: Page, add: string): Promise<void> {
  await page.goto('/project')
  await page.getByRole('main').getByRole('button', { name: add }).click()
}

async function chooseServer(page: Page, label: string, server: string): Promise<void> {
  await page.getByRole('dialog').getByRole('combobox', { name: label }).fill(server)
  await page.getByRole('option', { name: server }).click()
}
