import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { defineEntity, editorOf, editorTab } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('two operators at the same entity are merged, and asked where both changed one thing @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.line(1).getByLabel(t('Label'), { exact: true }).fill('State of it')
  const { fields } = await staging.read('Entity', id)
  const [subject, status] = fields as object[]
  await staging.update('Entity', { id, fields: [subject, status, { label: 'Theirs' }] })
  // Rows that the other operator added come in, and what was typed stays.
  await expect(editor.lines).toHaveCount(3)
  const label = editor.line(1).getByLabel(t('Label'), { exact: true })
  await expect(label).toHaveValue('State of it')
  const bar = editor.details.getByRole('alert').filter({ has: page.getByRole('button', { name: t('Reload') }) })
  await expect(bar).toContainText(t('Your changes are kept.'))

  // Both gave one row another label: the save asks.
  const now = (await staging.read('Entity', id)).fields as object[]
  await staging.update('Entity', { id, fields: [now[0], { ...now[1], label: 'Their state' }, now[2]] })
  await editor.save()
  const question = page.getByRole('dialog', { name: t('Both of you changed this') })
  await expect(question.locator('.clash')).toHaveCount(1)
  await question.getByRole('radio', { name: t('Mine') }).check()
  await question.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(editor.details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect((await staging.read('Entity', id)).fields).toMatchObject([{}, { label: 'State of it' }, { label: 'Theirs' }])
})

test('staff see a new field at once, without a reload and without losing typed text @once', async ({
  page,
  context,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  const record = await staging.create(id, { subject: 'Dana' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await expect(editor.details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()

  // The token's cookie opens the project's own site, too.
  const host = new URL((await staging.request.get('/api/health')).url()).origin
  const desk = await context.newPage()
  await desk.goto(`${host}/app/${encodeURIComponent(id)}/${record.id}`)
  const form = desk.getByRole('region', { name: t('Details'), exact: true })
  await form.getByRole('button', { name: t('Edit'), exact: true }).click()
  await form.getByLabel(t('Subject'), { exact: true }).fill('Dana Levi')

  await editor.edit()
  await editor.addField()
  await page.keyboard.type('Phone')
  await editor.save()
  await editor.apply()
  await expect(form.getByLabel(t('Phone'), { exact: true })).toBeVisible()
  await expect(form.getByLabel(t('Subject'), { exact: true })).toHaveValue('Dana Levi')
  await form.getByLabel(t('Phone'), { exact: true }).fill('03-5551234')
  await form.getByRole('button', { name: t('Save'), exact: true }).click()
  await expect(form.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await staging.read(id, record.id)).toMatchObject({ subject: 'Dana Levi', phone: '03-5551234' })
})

test('an entity with records is deleted after its id was typed @he', async ({ page, openTab, staging, t }) => {
  const id = await defineEntity(staging)
  await staging.create(id, { subject: 'Dana' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.details.getByRole('button', { name: t('Delete'), exact: true }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(
    t('{0, plural, one {# record is deleted} other {# records are deleted}} with it.', [1]),
  )
  await expect(question.getByRole('button', { name: t('Confirm') })).toBeDisabled()
  await question.getByRole('textbox').fill('demo')
  await expect(question).toContainText(t('This is not {0}.', [id]))
  await question.getByRole('textbox').fill(id)
  await expect(question).not.toContainText(t('This is not {0}.', [id]))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)
  expect((await staging.request.get(`/api/entity/Entity/${encodeURIComponent(id)}`)).status()).toBe(404)
})

test('states, permissions and settings are changed in their own tabs @once', async ({ page, openTab, staging, t }) => {
  const id = await defineEntity(staging)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  const part = (name: string) => editor.details.getByRole('tab', { name: t(name), exact: true })
  await part('States').click()
  const states = editor.details.getByRole('group', { name: t('States') })
  await states.getByRole('button', { name: t('Add Row') }).click()
  await states.getByLabel(t('Title'), { exact: true }).nth(1).fill('Done')
  await part('Permissions').click()
  const rules = editor.details.getByRole('group', { name: t('Permissions') })
  await rules
    .getByRole('listitem')
    .nth(1)
    .getByRole('checkbox', { name: t('Delete') })
    .uncheck()
  await part('Settings').click()
  await editor.details.getByRole('combobox', { name: t('Title Field') }).click()
  await page.getByRole('option', { name: t('Status') }).click()
  await editor.save()
  await expect(editor.question).toContainText(t('{0} may no longer: {1}', [t('Staff'), t('Delete')]))
  await editor.apply()
  const saved = await staging.read('Entity', id)
  expect(saved).toMatchObject({ title_field: 'status' })
  expect(saved.states).toMatchObject([{ title: 'Open' }, { title: 'Done', color: 'Gray' }])
  expect(saved.permissions).toMatchObject([{}, { role: 'Staff', delete: 0, write: 1 }, {}])
})

test('the editor is accessible in light and dark, also on a phone @he', async ({ page, openTab, staging, t }) => {
  test.slow()
  const id = await defineEntity(staging, [{ fieldname: 'phone', label: 'Phone' }])
  await staging.create(id, { subject: 'Dana', phone: '1' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await expect(page.locator('.entity-preview-list')).toContainText('Dana')
  await expectAccessibleByDayAndNight(page)
  await editor.edit()
  await editor
    .line(1)
    .getByRole('button', { name: t('More'), exact: true })
    .click()
  await expect(editor.line(1).getByRole('button', { name: t('Add Choice') })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await editor
    .line(2)
    .getByRole('button', { name: t('Delete Row') })
    .click()
  await editor.save()
  await expect(editor.question).toContainText(t('{0, plural, one {# record} other {# records}}', [1]))
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 390, height: 844 })
  await expectAccessibleByDayAndNight(page)
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
})
