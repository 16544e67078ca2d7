import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'
import { projectFolder } from './hq.ts'

test('a project is cloned, and a role of the clone is promoted to it @once', async ({
  page,
  api,
  site,
  openProject,
  t,
}) => {
  test.slow()
  const role = `Judge ${unique()}`
  const clone = `demo-${unique()}`.toLowerCase()
  const isReady = async (id: string) => {
    const { status, under_way: underWay } = await api.read('Project', id)
    return status === 'Running' && !underWay
  }
  await openProject(page, 'demo')
  await test.step('HQ Info makes a clone that reaches nobody', async () => {
    await page
      .getByRole('button', { name: t('Actions'), exact: true })
      .last()
      .click()
    await page.getByRole('menuitem', { name: t('Clone'), exact: true }).click()
    const window = page.getByRole('dialog')
    await window.getByLabel(t('ID'), { exact: true }).fill(clone)
    await expectAccessibleByDayAndNight(page)
    await window.getByRole('button', { name: t('Clone'), exact: true }).click()
    await expect(page).toHaveURL(new RegExp(`/project/${clone}/HQ_info`), { timeout: 100_000 })
    await expect.poll(() => isReady(clone), { timeout: 100_000 }).toBe(true)
  })

  await test.step('a change of the clone is a plan first, then tried, then applied', async () => {
    const call = { data: { data: {} } }
    const made = await api.request.post(`/api/entity/Project/${clone}?run_method=create_login_token`, call)
    const { token } = ((await made.json()) as { data: { token: string } }).data
    const host = String((await api.read('Project', clone)).staging_url)
    await page.request.post(`${host}/api/auth/login_with_token`, { data: { token } })
    await page.request.post(`${host}/api/entity/Role`, { data: { role_name: role } })
    await page.goto(`/project/${clone}/promote`)
    await page.getByRole('button', { name: t('Promote'), exact: true }).click()
    await page.getByRole('button', { name: role }).click()
    await expect(page.getByRole('table').getByRole('cell', { name: role })).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    const heading = page.getByRole('heading', { level: 2 }).filter({ hasText: 'Demo' })
    await expect(heading.locator('.project-name > bdi')).toHaveCount(2)
    await expect(heading).toContainText(t('Staging'))
    const box = page.getByRole('checkbox', { name: role })
    await box.focus()
    for (const isPicked of [false, true]) {
      const stored = page.waitForResponse(/run_method=pick/)
      await page.keyboard.press('Space')
      await expect(box).toBeFocused()
      await expect(box).toBeChecked({ checked: isPicked })
      await stored
    }
    await expect(box).toBeFocused()
    await page.getByRole('button', { name: t('Rehearse'), exact: true }).click()
    const apply = page.getByRole('button', { name: t('Apply'), exact: true })
    await expect(apply).toBeEnabled({ timeout: 100_000 })
    await apply.click()
    await expect(page.getByRole('button', { name: t('Roll Back'), exact: true })).toBeVisible({ timeout: 100_000 })
    await expect(page.getByRole('region', { name: t('Items') })).toContainText('Administrator')
    await expect(page.getByRole('main'), 'the focus of the button that is gone').toBeFocused()
  })

  await test.step('where the target is in production, the window names it and the action, not the project on screen', async () => {
    const message = t('Type {0} and give a reason.', ['demo'])
    const lost = [{ key: `Role/${role}`, records: 3 }]
    await page.route(/run_method=roll_back/, (route) =>
      route.request().postDataJSON().data.dry_run === 1
        ? route.fulfill({ json: { data: { status: 'Applied', lost } } })
        : route.fulfill({
            status: 409,
            json: { exc_type: 'ConfirmationError', message, needs: ['confirm', 'reason'] },
          }),
    )
    await page.getByRole('button', { name: t('Roll Back'), exact: true }).click()
    const question = page.getByRole('alertdialog')
    const words = `${role} · ${t('Records: {0}', ['3'])}`
    await expect(question).toContainText(t('What cannot come back: {0}', [words]))
    await expectAccessibleByDayAndNight(page)
    await question.getByRole('button', { name: t('Roll Back'), exact: true }).click()
    const window = page.getByRole('dialog', { name: t('Production Change') })
    await expect(window.locator('.project-name > bdi')).toHaveText('Demo')
    await expect(window.getByText(t('Roll Back'), { exact: true })).toBeVisible()
    await expect(window.getByText(t('Staging'), { exact: true })).toHaveCount(0)
    await expectAccessibleByDayAndNight(page)
    await window.getByRole('button', { name: t('Cancel'), exact: true }).click()
    await page.unroute(/run_method=roll_back/)
  })

  await test.step('the clone is made anew, and keeps what it changed', async () => {
    await page.goto(`/project/${clone}/promote`)
    await page.getByRole('button', { name: t('Refresh Clone'), exact: true }).click()
    await expectAccessibleByDayAndNight(page)
    const window = page.getByRole('alertdialog')
    await expect(window.getByRole('checkbox', { name: t('Keep Definitions of the Clone') })).toBeChecked()
    await window.getByRole('button', { name: t('Refresh Clone'), exact: true }).click()
    await expect(window).toHaveCount(0)
    await expect.poll(() => isReady(clone), { timeout: 100_000 }).toBe(true)
  })

  await test.step('without a backup it goes after one more question', async () => {
    await api.request.post(`/api/entity/Project/${clone}?run_method=stop_project`, { data: { data: {} } })
    await writeFile(path.join(projectFolder(site, clone), 'config.json'), 'unreadable')
    await page.goto(`/project/${clone}/HQ_info`)
    const main = page.getByRole('main')
    await main.getByRole('button', { name: t('Edit'), exact: true }).click()
    await main.getByRole('button', { name: t('Delete'), exact: true }).click()
    await page.getByRole('alertdialog').getByRole('textbox').fill(clone)
    await page.keyboard.press('Enter')
    const question = page
      .getByRole('alertdialog')
      .filter({ hasText: t('No backup can be made before deleting {0}.', [clone]) })
    await expect(question).toBeVisible()
    await expectAccessibleByDayAndNight(page)
    await question.getByRole('button', { name: t('Delete without a backup') }).click()
    await expect(page).toHaveURL(/\/project$/)
  })
})
