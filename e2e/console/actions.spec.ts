import { chooseLayout, rowOf, tabTo, unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('a project is restarted, and a stopped one started from its entry @he', async ({
  page,
  api,
  openProject,
  ownProject,
  t,
}) => {
  test.slow()
  await test.step("restarting a project asks in the project's colour, and shows its return", async () => {
    await openProject(page, ownProject)
    const main = page.getByRole('main')
    const restart = main.getByRole('button', { name: t('Restart'), exact: true })
    await restart.click()
    const dialog = page.getByRole('alertdialog')
    await expect(dialog).toContainText(t('Are you sure you want to restart {id}?', { id: ownProject }))
    await expect(dialog.locator('[data-color="Orange"]')).toBeVisible()
    await expect(dialog.getByRole('button', { name: t('Confirm') })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
    await restart.click()
    await page.keyboard.press('Enter')
    await expect(dialog).toBeHidden({ timeout: 15_000 })
    await expect(page.getByRole('region', { name: t('Events') })).toContainText(t('Restart'))
    await expect(restart).toBeVisible({ timeout: 30_000 })
  })

  await test.step('the entry of a stopped project starts it, and opens as soon as it runs', async () => {
    await openProject(page, ownProject, '')
    await api.request.post(`/api/entity/Project/${ownProject}?run_method=stop_project`, { data: { data: {} } })
    await expect(page.getByText(t('This project is not running.'))).toBeVisible()
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Start'), exact: true })
      .click()
    await expect(page.getByRole('button', { name: t('Sign In with HQ') })).toBeVisible({ timeout: 30_000 })
  })
})

test('a project is found, opened and signed in to with the keyboard alone @once', async ({ page, openProject, t }) => {
  await openProject(page, 'demo')
  await page.goto('/project')
  await tabTo(page, page.getByRole('searchbox'))
  await page.keyboard.type('demo')
  await expect(rowOf(page, '')).toHaveCount(1)
  await tabTo(page, rowOf(page, 'demo').getByRole('link'))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: t('Sign In with HQ') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)
})

test('a press on a card deletes no project: the user types its id there, too @once', async ({
  page,
  signIn,
  api,
  t,
}) => {
  const id = `card-${unique()}`
  await api.create('Project', { id, project_name: `Card ${id}`, server: 'main', auto_provision: 0, color: 'Pink' })
  await signIn(page, 'manager@example.com')
  await page.goto('/project')
  await chooseLayout(page, t, 'Tiles')
  const card = rowOf(page, id)
  await card.getByRole('button', { name: t('Delete') }).click()
  const dialog = page.getByRole('alertdialog')
  await expect(dialog.locator('[data-color="Pink"]')).toBeVisible()
  await expect(dialog.getByRole('button', { name: t('Confirm') })).toBeDisabled()
  await dialog.getByRole('textbox').fill(id)
  await page.keyboard.press('Enter')
  await expect(card).toHaveCount(0)
  await page.getByRole('button', { name: t('Display'), exact: true }).click()
  await page.getByRole('button', { name: t('Reset to Default') }).click()
  await expect(page.locator('.entity-tile-add')).toHaveCount(0)
})

test('a deleted project leaves the list and the screens of every window @he', async ({
  page,
  context,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a deleted project leaves the list of every window', async () => {
    const id = `gone-${unique()}`
    await api.create('Project', { id, project_name: 'Gone', server: 'main', auto_provision: 0 })
    await page.goto('/project')
    await expect(rowOf(page, id)).toBeVisible()
    const other = await context.newPage()
    await other.goto(`/project/${id}/HQ_info`)
    const main = other.getByRole('main')
    await main.getByRole('button', { name: t('Edit') }).click()
    await main.getByRole('button', { name: t('Delete') }).click()
    await other.getByRole('alertdialog').getByRole('textbox').fill(id)
    await other.keyboard.press('Enter')
    await expect(other).toHaveURL(/\/project$/)
    await expect(rowOf(page, id)).toHaveCount(0)
  })

  await test.step('a user who has a project open that another user deletes gets a message and the list', async () => {
    const id = `lost-${unique()}`
    await api.create('Project', { id, project_name: 'Lost', server: 'main', auto_provision: 0 })
    await page.goto(`/project/${id}/logs`)
    await expect(page.getByText(t('No log files yet'))).toBeVisible()
    await expect(page.getByText(t('Select a log file'))).toHaveCount(0)
    await api.remove('Project', id)
    await expect(page.getByRole('paragraph').filter({ hasText: t('This record was deleted.') })).toBeVisible()
    await expect(page).toHaveURL(/\/project$/)
  })
})

test('a project without a server is provisioned from its address @once', async ({ page, signIn, api, t }) => {
  const id = `bare-${unique()}`
  await api.create('Project', { id, project_name: 'Bare', server: 'main', auto_provision: 0 })
  await signIn(page)
  await page.goto(`/project/${id}`)
  await expect(page.getByText(t('This project has no server yet.'))).toBeVisible()
  await expect(page.getByRole('main').getByRole('button', { name: t('Provision') })).toBeVisible()
  await api.remove('Project', id)
})

test("the window of a project's action stays open with what was typed, however wide the page gets @once", async ({
  page,
  openProject,
  t,
}) => {
  await openProject(page, 'demo')
  await page
    .getByRole('button', { name: t('Actions'), exact: true })
    .last()
    .click()
  await page.getByRole('menuitem', { name: t('Clone'), exact: true }).click()
  const name = page.getByRole('dialog').getByRole('textbox', { name: t('Project Name') })
  await name.fill('Autumn menu')
  // A phone that is turned, and turned back: on its upright screen the actions stand at the foot.
  for (const width of [390, 844, 390]) {
    await page.setViewportSize({ width, height: 600 })
    await expect(name).toHaveValue('Autumn menu')
    await expect(name).toBeFocused()
  }
  await page.keyboard.press('Escape')
  const foot = page.locator('.record-foot')
  await expect(foot.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
})
