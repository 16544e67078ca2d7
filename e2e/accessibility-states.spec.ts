import { expectAccessible, expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { away } from './queue.ts'
import { beginEditing, chooseStep, detailsOf, openList, openToEdit, rowOf, unique } from './screens.ts'

test.use({ viewport: { width: 1400, height: 800 } })
test.beforeEach(() => test.slow())

test('every tab of a record is accessible in light and dark @he', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Tabs ${unique()}` })
  await api.create('Communication', {
    subject: 'A question',
    content: 'How many cakes?',
    communication_medium: 'Email',
    sent_or_received: 'Received',
    status: 'Open',
    reference_entity: 'Task',
    reference_id: id,
  })
  const multipart = {
    file: { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') },
    entity: 'Task',
    id,
  }
  expect((await api.request.post('/api/files', { multipart })).ok()).toBe(true)
  await api.update('Task', { id, status: 'Done', summary: 'By phone' })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  for (const name of ['Communication', 'Files', 'History']) {
    await page.getByRole('tab', { name: t(name) }).click()
    await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
    await expectAccessibleByDayAndNight(page)
  }
})

test('the options of a list, and of the records selected in it, are accessible in light and dark @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  for (const name of ['A', 'B']) await api.create('Task', { subject: `${name} ${word}` })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('button', { name: t('Display'), exact: true }).click()
  await expect(page.getByRole('combobox', { name: t('Sort By') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('combobox', { name: t('Sort By') }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, { listOpen: true })
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')

  await page.getByRole('searchbox').fill(word)
  await expect(page.getByRole('article')).toHaveCount(2)
  await page.getByRole('checkbox', { name: t('Select All') }).check()
  await expectAccessibleByDayAndNight(page)
  await page.getByRole('button', { name: t('Bulk Edit') }).click()
  const window = page.getByRole('dialog', { name: t('Bulk Edit') })
  await window.getByRole('combobox', { name: t('Field') }).click()
  await page.getByRole('option', { name: t('Subject'), exact: true }).click()
  await window.getByRole('button', { name: t('Save') }).click()
  await expect(window.getByRole('alert')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await window.getByLabel(t('Subject'), { exact: true }).fill('Both')
  await window.getByRole('button', { name: t('Save') }).click()
  await expect(page.getByRole('alertdialog')).toBeVisible()
  await expectAccessible(page)
})

test('the window of a new record is accessible with each of its lists open @he', async ({ page, api, signIn, t }) => {
  const name = `Dov ${unique()}`
  await api.create('Contact', { contact_name: name })
  await signIn(page)
  await openList(page, 'Task')
  await page.keyboard.press('n')
  const window = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
  await window.getByRole('combobox', { name: t('Status') }).click()
  await expect(page.getByRole('option').first()).toBeVisible()
  await expectAccessible(page, { listOpen: true })
  await page.keyboard.press('Escape')
  await window.getByRole('combobox', { name: t('Contact') }).fill(name)
  await expect(page.getByRole('option', { name })).toBeVisible()
  await expectAccessible(page, { listOpen: true })
  await page.keyboard.press('Escape')
  await window
    .getByRole('button', { name: t('Calendar') })
    .first()
    .click()
  await expect(page.getByRole('grid')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})

test('renaming, a refusal, and the question before a draft is lost are accessible @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id: entity } = await api.create('Entity', {
    id: `Shelf ${unique()}`,
    module: 'Tests',
    naming_rule: 'Prompt',
    allow_rename: 1,
    fields: [{ fieldname: 'place', label: 'Place', fieldtype: 'Data', in_list_view: 1 }],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  await api.create(entity, { id: 'A-1', place: 'Cellar' })
  await api.create(entity, { id: 'A-2', place: 'Attic' })
  let isBroken = false
  await page.route('**/api/entity/**', (route) =>
    isBroken && route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { status: 500, message: 'It broke', _server_messages: '[]' } })
      : route.continue(),
  )
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/A-1`)
  const details = detailsOf(page, t)
  await chooseStep(page, t, 'Rename')
  const window = page.getByRole('dialog', { name: t('Rename') })
  await window.getByLabel(t('New ID')).fill('A-2')
  await page.keyboard.press('Enter')
  await expect(window.getByRole('alert')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()

  await beginEditing(page, t)
  await details.getByRole('textbox').first().fill('Kitchen')
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Home') })
    .click()
  await expect(page.getByRole('alertdialog')).toContainText(t('You have unsaved changes.'))
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  await api.remove(entity, 'A-2')
  isBroken = true
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('alertdialog')).toContainText('It broke')
  await expectAccessibleByDayAndNight(page)
})

test("the user's own profile is accessible with all its errors @he", async ({ page, api, signIn, t }) => {
  await signIn(page, await api.createUser())
  await page.goto('/profile')
  await page.getByRole('button', { name: t('Change Password') }).click()
  await expect(page.getByRole('alert').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})

test('correcting texts is accessible in light and dark', { tag: '@he' }, async ({ page, signIn, t }) => {
  await signIn(page)
  await openList(page, 'Task')
  await page.keyboard.press('Alt+t')
  const list = page.getByRole('dialog', { name: t('Texts on this screen') })
  await expect(list.getByRole('listitem').first()).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await list.getByRole('listitem').first().getByRole('button').click()
  const editor = page.getByRole('dialog', { name: t('Translation'), exact: true })
  await editor.getByLabel(t('Translated Text')).fill('')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(editor.getByRole('alert')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
})

test('failed and forbidden reads are accessible in light and dark @once', async ({ page, context, api, signIn, t }) => {
  const { id } = await api.create('Task', { subject: `Bad day ${unique()}` })
  await signIn(page, await api.createUser())
  // Only System Managers may read this entity.
  await page.goto('/app/Outgoing%20Email')
  await expect(page.getByRole('main').getByRole('button', { name: t('Reload') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.goto('/app/Task/TASK-NONE')
  await expect(page.getByRole('button', { name: t('Back to the list') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)

  await page.route('**/api/entity/Task?*', (route) =>
    route.fulfill({ status: 500, json: { status: 500, message: 'It broke' } }),
  )
  await page.goto('/app/Task')
  await expect(page.getByRole('main').getByRole('button', { name: t('Retry') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await page.unroute('**/api/entity/Task?*')

  const details = await openToEdit(page, t, `Task/${id}`)
  await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
  await api.update('Task', { id, summary: 'By somebody else' })
  await expect(details.getByRole('alert')).toContainText(t('This record was changed by {0}.', ['Administrator']))
  await expectAccessibleByDayAndNight(page)
  await context.setOffline(true)
  await expect(page.getByRole('banner').getByRole('status')).toContainText(away(t))
  await expectAccessibleByDayAndNight(page)
  await context.setOffline(false)
  await expect(rowOf(page, 'Bad day').first()).toBeVisible()
})
