import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('the audit of HQ can be searched, and names user, action, project and time @he', async ({
  page,
  openProject,
  api,
  t,
}) => {
  const note = `Noted ${unique()}`
  await openProject(page, 'demo')
  await api.update('Project', { id: 'demo', description: note })
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Audit') })
    .click()
  await expect(page.getByRole('banner').getByRole('heading')).toHaveText(t('Audit'))
  await page.getByRole('searchbox').fill('demo')
  const row = page.getByRole('article').first()
  await expect(row).toContainText('Demo')
  await expect(row).toContainText(t('Updated'))
  await expect(row).toContainText('Administrator')
  await row.getByRole('link').first().click()
  await expect(page).toHaveURL(/\/audit\/\w+/)
  const changes = page.getByRole('region', { name: t('Changes') })
  await expect(changes).toContainText(t('Description'))
  await expect(changes).toContainText(note)
  await page.getByRole('link', { name: t('Open Record') }).click()
  await expect(page).toHaveURL(/\/project\/demo/)
})

test('the audit of HQ tells what people did, and its own steps of a backup when asked @he', async ({
  page,
  openProject,
  api,
  t,
}) => {
  await openProject(page, 'demo')
  const call = { data: { data: {} } }
  const taken = await api.request.post('/api/entity/Project/demo?run_method=take_backup', call)
  const { backup } = ((await taken.json()) as { data: { backup: string } }).data
  const isProven = async () => (await api.read('Backup', backup)).status
  await expect.poll(isProven, { timeout: 60_000 }).toBe('Proven')
  await page.goto('/audit')
  const search = page.getByRole('searchbox')
  await search.fill(backup)
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(t('Created', undefined, 'status'))
  await expect(rows).toContainText(`${t('Backup')} · Demo`)
  await expect(page.getByRole('columnheader', { name: t('Record'), exact: true })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('switch', { name: t('System steps') }).check()
  await expect(search).toHaveValue(backup)
  const own = rows.filter({ hasText: t('System') })
  await expect(own.first()).toContainText(t('Updated'))
  await expect(rows.filter({ hasText: t('Created', undefined, 'status') })).toHaveCount(1)

  await page.getByRole('tab', { name: t('Recent Changes') }).click()
  const list = page.getByRole('region', { name: t('Operation Log'), exact: true })
  const newest = list.getByRole('article').filter({ hasText: t('Backup') })
  await expect(newest.first()).toContainText(/\d\d:\d\d/)
  await expect(list).not.toContainText(/\d{4}-\d\d-\d\d/)
})

test('an operator, who may not read every change, reads the events of the projects @he', async ({
  page,
  signIn,
  api,
  t,
}) => {
  const newest = await api.request.get('/api/entity/Project Event?order_by=creation desc&limit_page_length=1')
  const { data } = (await newest.json()) as { data: { id: string }[] }
  await signIn(page, 'operator@example.com')
  await page.goto('/audit')
  // Which project has the last event depends on the other tests at this HQ.
  await expect(page.locator(`a[href="/audit/${data[0]?.id}"]`)).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(page.getByRole('region', { name: t('Project Event') })).toBeVisible()
  // Found by its name, the event and its new state.
  await page.getByRole('searchbox').fill('healthy')
  const row = page.getByRole('article').filter({ hasText: 'Demo' }).first()
  await expect(row).toContainText(t('Healthy'))
  await expect(row).toContainText(t('Running', undefined, 'status'))
})

test('the audit of a project shows granted sign-ins, and names records and actions in words @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  await test.step('a sign-in that HQ granted appears on both sides, with its user', async () => {
    await openTab(page, 'audit')
    await page.getByRole('combobox', { name: t('Action') }).click()
    await page.getByRole('option', { name: t('Action'), exact: true }).click()
    await page.getByRole('article').first().getByRole('link').first().click()
    const changes = page.getByRole('region', { name: t('Changes') })
    await expect(changes).toContainText(t('Sign In with HQ'))
    await expect(changes).toContainText('Administrator')
    await page.goto('/audit')
    await page.getByRole('article').first().getByRole('link').first().click()
    await expect(changes).toContainText(t('Sign In with HQ'))
  })

  await test.step('why somebody changed production appears in its row and below its changes', async () => {
    const reason = `The shop opens ${unique()}`
    await staging.request.post('/api/app/unlock', { data: { confirm: 'demo', reason } })
    await page.goto('/project/demo/audit')
    const row = page.getByRole('article').filter({ hasText: reason })
    await row.getByRole('link').first().click()
    const changes = page.getByRole('region', { name: t('Changes') })
    await expect(changes.getByRole('term')).toHaveText(t('Reason'))
    await expect(changes.getByRole('definition')).toHaveText(reason)
  })

  await test.step("changes on a project's server appear in its audit, roles in the words of their form", async () => {
    const name = `Front Desk ${unique()}`
    await staging.create('Role Profile', { role_profile: name, roles: [{ role: 'Staff' }] })
    await page.goto('/project/demo/audit')
    await page.getByRole('searchbox').fill(name)
    await expect(page.getByRole('article')).toHaveCount(1)
    await page.getByRole('article').first().getByRole('link').first().click()
    const changes = page.getByRole('region', { name: t('Changes') })
    await expect(changes).toContainText(t('row added'))
    await expect(changes).toContainText(t('Staff'))
  })

  await test.step('a row names the record and the action in words, even if the record was deleted', async () => {
    const name = `Ruth ${unique()}`
    const user = await staging.createUser({ full_name: name })
    await staging.request.post(`/api/entity/User/${encodeURIComponent(user)}?run_method=end_sessions`, { data: {} })
    const contact = await staging.create('Contact', { contact_name: `Gone ${name}` })
    await staging.remove('Contact', contact.id)

    await page.goto('/project/demo/audit')
    const search = page.getByRole('searchbox')
    await search.fill(user)
    const done = page.getByRole('article').filter({ hasText: t('End Sessions') })
    await expect(done).toContainText(name)
    await expect(done).toContainText(t('User'))
    const created = page.getByRole('article').filter({ hasText: t('Created', undefined, 'status') })
    await expect(created.filter({ hasText: name })).toHaveCount(1)
    await expect(page.getByText(user)).toHaveCount(0)
    await done.getByRole('link').first().click()
    const details = page.getByRole('region', { name: t('Details') })
    await expect(details.getByRole('heading', { level: 2 })).toHaveText(name)
    await expect(details).toContainText(t('End Sessions'))

    await page.goBack()
    await search.fill(contact.id)
    const deleted = page.getByRole('article').filter({ hasText: t('Deleted') })
    await expect(deleted).toContainText(`Gone ${name}`)
    await expect(deleted).toContainText(t('Contact'))
  })
})

test("a record that was deleted on a project's server comes back from its trash, and Recent Changes says so @he", async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const subject = `Back ${unique()}`
  const { id } = await staging.create('Task', { subject })
  await staging.remove('Task', id)
  await openTab(page, 'audit?tab=trash')
  await page.getByRole('article').filter({ hasText: subject }).getByRole('button').click()
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByRole('button', { name: t('Delete for Ever') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await details.getByRole('button', { name: t('Restore') }).click()
  await expect(page.getByText(t('{0} was restored.', [subject])).first()).toBeVisible()
  await expect(page.getByRole('article').filter({ hasText: subject })).toHaveCount(0)
  expect(await staging.read('Task', id)).toMatchObject({ subject })
  await page.getByRole('tab', { name: t('Recent Changes') }).click()
  await page.getByRole('article').filter({ hasText: subject }).first().getByRole('button').click()
  await expect(details.getByText(t('User'), { exact: true })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})
