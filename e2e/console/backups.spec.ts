import { expectAccessible, expectAccessibleByDayAndNight } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { expect, test } from './fixtures.ts'

test('a backup is taken by a press, and says in words that it was brought back and compared @he', async ({
  page,
  openProject,
  signIn,
  api,
  site,
  staging,
  t,
}) => {
  const name = `Then ${unique()}`
  const { id } = await staging.create('Contact', { contact_name: name })
  const nameOfLost = `Lost ${unique()}`
  const lost = await staging.create('Contact', { contact_name: nameOfLost })
  await openProject(page, 'demo', 'backups')
  // This HQ has a key that was not saved yet.
  const key = page.getByRole('link', { name: t('Save the recovery key. Without it no backup can be read.') })
  await expect(key).toHaveAttribute('href', '/hq/settings/HQ%20Settings')
  const { count } = await (await api.request.get('/api/entity/Backup?filters={"project":"demo"}')).json()
  await page.getByRole('button', { name: t('Back Up Now') }).click()
  const lines = page.getByRole('list', { name: t('Backups') }).getByRole('link')
  // Another test may have taken one before.
  await expect(lines).toHaveCount(count + 1)
  const line = lines.first()
  // A proof starts the program on the copy.
  await expect(line.locator('[data-tone="success"]')).toBeVisible({ timeout: 60_000 })
  await line.click()
  const pinned = page.getByRole('checkbox', { name: t('Pinned') })
  await pinned.click()
  await expect(pinned).toBeChecked()
  await expectAccessibleByDayAndNight(page)

  await test.step('a record of the backup comes back, beside its values of now', async () => {
    await staging.update('Contact', { id, contact_name: 'Now' })
    await staging.remove('Contact', lost.id)
    const restore = page.getByRole('region', { name: t('Restore'), exact: true })
    await restore.getByRole('radio', { name: t('Records'), exact: true }).check()
    await restore.getByRole('combobox', { name: t('Entity') }).click({ timeout: 60_000 })
    await page.getByRole('option', { name: `${t('Contact')} (` }).click()
    const records = restore.getByRole('list', { name: t('Records') }).getByRole('listitem')
    // Missing records stand first, else those that have changed.
    await expect(records).toHaveText([`${nameOfLost}${t('Missing')}`])
    await expect(restore.getByRole('radio', { name: `${t('Missing')} 1` })).toBeChecked()
    await restore.getByRole('searchbox').fill(name)
    const record = records.filter({ hasText: name })
    await expect(record).toContainText(t('Changed', undefined, 'comparison'))
    await record.getByRole('checkbox').check()
    const row = restore.getByRole('row', { name: t('Contact Name') })
    await expect(row.getByRole('cell')).toHaveText([name, 'Now'])
    await expectAccessible(page)
    await restore.getByRole('button', { name: t('Restore Records') }).click()
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Restore'), exact: true })
      .click()
    await expect(restore.getByRole('status')).toContainText(t('Restored: {0}. Unchanged: {1}.', ['1', '0']))
    await expect(record).toContainText(t('Same'))
    expect(await staging.read('Contact', id)).toMatchObject({ contact_name: name })
  })

  await page.getByRole('tab', { name: t('HQ Info'), exact: true }).click()
  await expect(page.locator('.backup-state')).toContainText(t('Proven'))
  const states = page.locator('.detail-name .pill > bdi')
  await expect(states).toHaveCount(3)
  const cut = () => states.evaluateAll((words) => words.filter((one) => one.scrollWidth > one.clientWidth).length)
  await expect.poll(cut, { message: 'states of the project that are cut' }).toBe(0)

  await test.step('it becomes a project of its own, also out of the backups of all projects, on the chosen server', async () => {
    await api.create('Server', { server_name: 'second', port_range_start: 9100, port_range_end: 9149 })
    let asked: unknown
    await page.route('**run_method=restore_as_new', async (route) => {
      asked = route.request().postDataJSON()
      await route.fulfill({ json: { data: { project: 'demo' } } })
    })
    await page.goto('/hq/backups')
    const list = page.locator('.place-list')
    await expect(list.getByRole('article').first()).toHaveText(new RegExp(`\\d (${t('KB')}|${t('MB')})`))
    await list.locator('[data-record]').first().click()
    await page.getByRole('button', { name: t('Restore as New Project') }).click()
    const window = page.getByRole('dialog', { name: t('Restore as New Project') })
    await expect(window.locator('.project-name')).toContainText('Demo')
    await window.getByLabel(t('Project Name')).fill('Demo of then')
    const server = window.getByRole('combobox', { name: t('Server') })
    await expect(server).toHaveText('main')
    await server.click()
    await page.getByRole('option', { name: 'second' }).click()
    await expectAccessible(page)
    await window.getByRole('button', { name: t('Create') }).click()
    await expect(page).toHaveURL('/project/demo/HQ_info')
    const wish = { id: 'demo-of-then', project_name: 'Demo of then', environment: 'Demo', server: 'second' }
    expect(asked).toEqual({ data: wish })
    await api.remove('Server', 'second')
  })

  await test.step('somebody with the level Design reads it, and restores nothing', async () => {
    const user = 'designer@example.com'
    const person = { id: user, email: user, full_name: 'Designer', new_password: site.passwordOf(user) }
    await api.create('User', { ...person, roles: [{ role: 'Project Operator' }] })
    const projects = [{ project: 'demo', level: 'Design' }]
    await api.request.put('/api/hq/access', { data: { user, projects } })
    await staging.update('Contact', { id, contact_name: 'Later' })
    await signIn(page, user)
    await page.goto('/project/demo/backups')
    await page
      .getByRole('list', { name: t('Backups') })
      .getByRole('link')
      .first()
      .click()
    const compare = page.getByRole('region', { name: t('Compare'), exact: true })
    await expect(compare.getByRole('radio')).toHaveCount(2)
    await compare.getByRole('radio', { name: t('Records'), exact: true }).check()
    await compare.getByRole('combobox', { name: t('Entity') }).click({ timeout: 60_000 })
    await page.getByRole('option', { name: `${t('Contact')} (` }).click()
    await compare.getByRole('searchbox').fill(name)
    await compare.getByRole('checkbox', { name }).check()
    await expect(compare.getByRole('row', { name: t('Contact Name') }).getByRole('cell')).toHaveText([name, 'Later'])
    await expect(compare.getByRole('button', { name: t('Restore Records') })).toBeHidden()
  })
})
