import { expectAccessible } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('HQ has its own screens: levels of an operator, settings, and a search over all logs', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const user = 'operator@example.com'
  await signIn(page)
  await test.step('an operator gets a level in a project', async () => {
    await page.goto(`/hq/operators/${user}`)
    await page.getByRole('tab', { name: t('Access'), exact: true }).click()
    const role = t('Operator')
    await expect(page.getByText(t('The role {0} manages all projects, whatever the levels say.', [role]))).toBeVisible()
    const level = page.getByRole('combobox', { name: t('Level of {0}', ['Demo']) })
    await level.click()
    await page.getByRole('option', { name: t('Design', undefined, 'level'), exact: true }).click()
    await page
      .getByRole('tabpanel')
      .getByRole('button', { name: t('Save'), exact: true })
      .last()
      .click()
    await expect(page.getByText(t('Saved')).first()).toBeVisible()
    const answer = await api.request.get(`/api/hq/access?user=${user}`)
    expect(await answer.json()).toEqual({ projects: [{ project: 'demo', level: 'Design' }] })
    await expectAccessible(page)
    await api.request.put('/api/hq/access', { data: { user, projects: [] } })
  })

  await test.step('a search over all logs leads to the line in its file', async () => {
    await page.getByRole('tab', { name: t('Logs'), exact: true }).click()
    const form = page.locator('.log-search-all form')
    for (const side of ['From', 'To']) await expect(form.getByText(t(side, undefined, 'range'))).toBeVisible()
    await form.getByRole('searchbox').fill('GET /api/')
    await form.getByRole('combobox', { name: t('Project'), exact: true }).click()
    await page.getByRole('option', { name: t('HQ'), exact: true }).click()
    await form.getByRole('button', { name: t('Search'), exact: true }).click()
    const hits = page.getByRole('list', { name: t('Search Logs') })
    await expect(hits.getByRole('link').first()).toBeVisible()
    await expectAccessible(page)
    await hits.getByRole('link').first().click()
    await expect(page).toHaveURL(/\/hq\/logs\?.*file=/)
    await expect(page.locator('.log-line').first()).toBeVisible()
  })

  await test.step('an error names its project and leads from its code to the time line', async () => {
    const known = await api.request.get('/api/entity/Project/demo')
    const reference = known.headers()['x-request-id'] ?? ''
    await page.route('**run_method=take_backup', (route) =>
      route.fulfill({ status: 500, json: { message: `It broke. Reference: ${reference}`, request_id: reference } }),
    )
    await page.goto('/project/demo/backups')
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Back Up Now') })
      .click()
    const window = page.getByRole('alertdialog')
    await expect(window.locator('.project-name')).toContainText('Demo')
    await expectAccessible(page)
    await window.getByRole('button', { name: t('Show Cause') }).click()
    await expect(page).toHaveURL(`/hq/logs?tab=time-line&reference=${reference}`)
    await expect(page.getByRole('list', { name: t('Time Line') })).toContainText('/api/entity/Project/demo')
    await expect(page.locator('[data-kind="request"]')).toBeInViewport({ ratio: 1 })
    await page.goto('/project')
    await page.getByRole('button', { name: t('Search everything') }).click()
    await page.getByRole('dialog').getByRole('combobox').fill(reference)
    await expect(page.getByRole('option', { name: t('Time Line') })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/hq/logs?tab=time-line&reference=${reference}`)
    await page.unroute('**run_method=take_backup')
  })

  await test.step('settings and backups stand beside them', async () => {
    await page.goto('/hq/settings/HQ%20Settings')
    await expect(page.getByText(t('Recovery Key Saved'), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('Recovery Sheet'), exact: true }).click()
    const sheet = page.getByRole('dialog', { name: t('Recovery Sheet') })
    await expect(sheet.getByText(/^npx tavla recover --store \S+ --backup-key FILE --data DIR$/)).toBeVisible()
    await expect(sheet.getByText(t('FILE holds the key in one line, and DIR is a new, empty folder.'))).toBeVisible()
    await expectAccessible(page)
    await page.emulateMedia({ media: 'print' })
    await expect(sheet.getByText(/^[0-9a-f]{64}$/)).toBeVisible()
    await expect(sheet.getByLabel(t('Last Four Characters'))).toBeHidden()
    await expect(page.getByText(t('Recovery Key Saved'), { exact: true }), 'the page behind the window').toBeHidden()
    await page.emulateMedia({ media: null })
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: t('Backups'), exact: true }).click()
    await page.getByRole('tab', { name: t('Plans'), exact: true }).click()
    await expect(page.locator('.place-list [data-record]').first()).toBeVisible()
  })

  await test.step('a store is made in a folder, which its window asks for', async () => {
    const name = unique()
    await page.getByRole('tab', { name: t('Stores'), exact: true }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: t('Add'), exact: true })
      .click()
    const window = page.getByRole('dialog', { name: t('New {0}', [t('Backup Store')]) })
    await window.getByLabel(t('Store Name')).fill(name)
    await window.getByRole('button', { name: t('Create'), exact: true }).click()
    await expect(window.getByText(t('{0} is required', [t('Folder')]))).toBeVisible()
    await window.getByLabel(t('Folder')).fill(`${site.folder}/${name}`)
    await expectAccessible(page)
    await page.keyboard.press('Control+Enter')
    await expect(window).toHaveCount(0)
    await api.remove('Backup Store', name)
    const reach = () => page.locator('.list-detail').evaluate((one) => innerHeight - one.getBoundingClientRect().bottom)
    await expect.poll(reach, { message: 'pixels between the list and the end of the screen' }).toBeLessThan(1)
  })

  await test.step('the key leads a System Manager from the search over everything to the recovery sheet', async () => {
    const search = page.getByRole('dialog').getByRole('combobox')
    const sheet = page.getByRole('option', { name: t('Recovery Sheet') })
    await page.goto('/project')
    await page.getByRole('button', { name: t('Search everything') }).click()
    await search.fill(t('Recovery Key'))
    await expect(sheet).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL('/hq/backups')
    const reason = page.getByText(t('Save the recovery key. Without it no backup can be read.'))
    await expect(reason).toBeVisible()
    await expectAccessible(page)
    // Another change tells the page to look again; a key that is confirmed stays so for the other tests.
    const settings = /\/api\/entity\/HQ%20Settings\/HQ%20Settings/
    await page.route(settings, async (route) => {
      const response = await route.fetch()
      const { entity } = await response.json()
      await route.fulfill({ response, json: { entity: { ...entity, recovery_key_saved: 1 } } })
    })
    await api.update('HQ Settings', { id: 'HQ Settings', disk_free_percent: 11 })
    await expect(reason).toBeHidden()
    await page.unroute(settings)
    await api.update('HQ Settings', { id: 'HQ Settings', disk_free_percent: 10 })
    await expect(reason).toBeVisible()
    await page.getByRole('button', { name: t('Recovery Sheet'), exact: true }).click()
    const window = page.getByRole('dialog', { name: t('Recovery Sheet') })
    await expect(window.getByText(/^npx tavla recover --store \S+ --backup-key FILE --data DIR$/)).toBeVisible()

    await signIn(page, user)
    await page.goto('/project')
    await page.getByRole('button', { name: t('Search everything') }).click()
    await search.fill(t('Projects'))
    await expect(page.getByRole('option', { name: t('Projects'), exact: true })).toBeVisible()
    await search.fill(t('Recovery Key'))
    await expect(sheet).toBeHidden()
  })
})
