import { draftKeys, rowOf, unique } from '../screens.ts'
import { defineEntity, editorOf, editorTab } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 }, contextOptions: { reducedMotion: 'no-preference' } })

test('an entity without id or module is logged and not sent; with both it is created and opened @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const logged: string[] = []
  const sent: string[] = []
  page.on('console', (message) => {
    if (message.type() === 'error') logged.push(message.text())
  })
  page.on('request', (call) => {
    if (call.method() === 'POST' && new URL(call.url()).pathname === '/api/entity/Entity') sent.push(call.url())
  })
  const id = `Invoice ${unique()}`
  await openTab(page, 'editor')
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add'), exact: true })
    .click()
  const window = page.getByRole('dialog', { name: t('Create Entity') })
  const create = window.getByRole('button', { name: t('Create'), exact: true })
  await create.click()
  await window.getByLabel(t('Entity ID'), { exact: true }).fill(id)
  await create.click()
  await expect(window.getByLabel(t('Module'), { exact: true })).toBeFocused()
  await expect.poll(() => logged.filter((text) => text === 'Entity ID or Module is required')).toHaveLength(2)
  await expect(window.getByRole('alert')).toHaveCount(0)
  expect(sent).toEqual([])

  // The draft outlives the page, and is offered when the window opens again.
  await expect.poll(() => page.evaluate(draftKeys)).toHaveLength(1)
  await page.reload()
  await page
    .getByRole('main')
    .getByRole('button', { name: t('Add'), exact: true })
    .click()
  await window.getByRole('button', { name: t('Continue') }).click()
  await expect(window.getByLabel(t('Entity ID'), { exact: true })).toHaveValue(id)
  await window.getByLabel(t('Module'), { exact: true }).fill('Sales')
  await create.click()
  await expect(window).toBeHidden()
  await expect(page).toHaveURL(new RegExp(`/project/demo/editor/${encodeURIComponent(id)}$`))
  await expect(page.getByText(t('This entity has no fields yet.'))).toBeVisible()
  expect(await staging.read('Entity', id)).toMatchObject({ module: 'Sales', type: 'Document', app_name: 'custom' })
  const editor = editorOf(page, t)
  await editor.addField()
  await expect(editor.line(0).getByLabel(t('Label'), { exact: true })).toBeFocused()
  await page.keyboard.type('Total')
  // So does a definition.
  await expect.poll(() => page.evaluate(draftKeys)).toHaveLength(1)
  await page.reload()
  await page.getByRole('button', { name: t('Continue') }).click()
  await expect(editor.line(0).getByLabel(t('Label'), { exact: true })).toHaveValue('Total')
  await page.keyboard.press('ControlOrMeta+s')
  await editor.apply()
  expect((await staging.read('Entity', id)).fields).toMatchObject([{ idx: 1, fieldname: 'total', label: 'Total' }])
})

test('only Administrator of the project sees the built-in entities @once', async ({
  page,
  openTab,
  openProject,
  site,
  t,
}) => {
  await openTab(page, 'editor')
  await page.getByRole('searchbox').first().fill('Role Profile')
  await expect(rowOf(page, t('Role Profile')).first()).toBeVisible()

  await page.context().clearCookies()
  await openProject(page, 'demo', '')
  const form = page.getByRole('region', { name: t('Sign In to Project') })
  await form.getByLabel(t('User')).fill('manager@example.com')
  await form.getByRole('textbox', { name: t('Password') }).fill(site.passwordOf('manager@example.com'))
  const read = page.waitForRequest((call) => new URL(call.url()).pathname === '/api/entity/Entity')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/project\/demo\/editor$/)
  const { searchParams } = new URL((await read).url())
  expect(JSON.parse(searchParams.get('filters') ?? '')).toEqual({ app_name: ['!=', 'platform'] })
  await expect(rowOf(page, t('Task')).first()).toBeVisible()
  await page.getByRole('searchbox').first().fill('Role Profile')
  await expect(page.getByText(t('No results'))).toBeVisible()
})

test('fields are added with options and defaults, shown before and after the save @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.addField()
  const line = editor.line(2)
  await expect(line.getByLabel(t('Label'), { exact: true })).toBeFocused()
  await page.keyboard.type('Due Date')
  await expect(line.getByLabel(t('Fieldname'), { exact: true })).toHaveValue('due_date')
  await editor.chooseType(line, 'Date')
  await line.getByLabel(t('Default'), { exact: true }).fill('Today')
  await line.getByRole('checkbox', { name: t('In List View') }).check()

  await editor.addField()
  const size = editor.line(3)
  await page.keyboard.type('Size')
  await editor.chooseType(size, 'Select')
  await size.getByRole('button', { name: t('Add Choice') }).click()
  await page.keyboard.type('Small')
  await size.getByRole('button', { name: t('Add Choice') }).click()
  await page.keyboard.type('Large')
  await size
    .getByRole('combobox', { name: t('Color') })
    .nth(1)
    .click()
  await page.getByRole('option', { name: t('Purple'), exact: true }).click()
  // The preview shows the draft.
  const preview = page.locator('.entity-form-preview')
  await expect(preview).toContainText(t('Due Date'))
  await expect(preview.locator('.entity-preview-form')).toContainText('Size')

  await editor.save()
  await expect(editor.question).toContainText(t('{0} is added ({1})', ['due_date', t('Date', undefined, 'fieldtype')]))
  await editor.apply()
  const saved = await staging.read('Entity', id)
  expect(saved.fields).toMatchObject([
    { fieldname: 'subject' },
    { fieldname: 'status' },
    { idx: 3, fieldname: 'due_date', fieldtype: 'Date', default: 'Today', in_list_view: 1, reqd: 0 },
    { idx: 4, fieldname: 'size', fieldtype: 'Select', options: 'Small\nLarge' },
  ])
  expect(saved.states).toMatchObject([
    { title: 'Open', color: 'Orange' },
    { title: 'Large', color: 'Purple' },
  ])
  await expect(editor.details.getByText('due_date', { exact: true })).toBeVisible()
})

test('fields are reordered by keys and by pointer, gliding for 150 ms, and renumbered @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [{ fieldname: 'third', label: 'Third' }])
  await page.addInitScript(() => {
    const lengths: unknown[] = []
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      if (this.matches('li')) lengths.push(typeof options === 'object' ? options.duration : options)
      return animate.call(this, frames, options)
    }
    Object.assign(window, { lengths })
  })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  const handle = (at: number) => editor.line(at).getByRole('button', { name: t('Drag to reorder') })
  await expect.poll(editor.labels).toEqual(['Subject', 'Status', 'Third'])
  await handle(0).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(editor.labels).toEqual(['Status', 'Subject', 'Third'])
  await expect(handle(1)).toBeFocused()
  await expect(page.getByText(t('Row {0} of {1}', [2, 3]))).toHaveCount(1)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(editor.labels).toEqual(['Status', 'Third', 'Subject'])

  // Gliding lines are not at their final places yet.
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)))
  const [from, to] = [await handle(0).boundingBox(), await handle(2).boundingBox()]
  if (!from || !to) throw new Error('No row to drag')
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + to.height, { steps: 12 })
  await page.mouse.up()
  await expect.poll(editor.labels).toEqual(['Third', 'Subject', 'Status'])
  const lengths = await page.evaluate(() => (window as unknown as { lengths: unknown[] }).lengths)
  expect(new Set(lengths)).toEqual(new Set([150]))

  // A new order changes no stored value, so there is no question.
  await editor.save()
  await expect(editor.details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect((await staging.read('Entity', id)).fields).toMatchObject([
    { idx: 1, fieldname: 'third' },
    { idx: 2, fieldname: 'subject' },
    { idx: 3, fieldname: 'status' },
  ])
})

test('deleting a field lists the records that lose values, and keeps the draft until it is confirmed @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [{ fieldname: 'phone', label: 'Phone' }])
  const record = await staging.create(id, { subject: 'Dana', phone: '123' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor
    .line(2)
    .getByRole('button', { name: t('Delete Row') })
    .click()
  await expect(editor.lines).toHaveCount(2)
  await editor.save()
  await expect(editor.question).toContainText(
    t('This change would lose data in {0} records. Confirm to continue.', [1]),
  )
  await expect(editor.question).toContainText(record.id)
  await page.keyboard.press('Escape')
  await expect(editor.question).toBeHidden()
  await expect(editor.lines).toHaveCount(2)
  expect((await staging.read(id, record.id)).phone).toBe('123')
  await editor.save()
  await editor.apply()
  expect(await staging.read(id, record.id)).not.toHaveProperty('phone')
})

test('impossible changes get a message before anything is sent @he', async ({ page, openTab, staging, t }) => {
  const id = await defineEntity(staging, [{ fieldname: 'pin', label: 'Pin', fieldtype: 'Password' }])
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.chooseType(editor.line(2), 'Data')
  await editor.save()
  await expect(editor.question).toContainText(t('{0} cannot be changed from {1} to {2}', ['pin', 'Password', 'Data']))
  await expect(editor.question.getByRole('button', { name: t('Apply') })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(editor.question).toBeHidden()
  await expect(editor.line(2)).toBeVisible()
})

test('changed rules are listed as the rights that each role gains and loses @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.details.getByRole('tab', { name: t('Permissions') }).click()
  const row = (role: string) =>
    editor.details.locator('.table-row').filter({ has: page.locator(`input[value="${t(role)}"]`) })
  await row('Staff')
    .getByRole('checkbox', { name: t('Delete'), exact: true })
    .uncheck()
  await editor.save()
  await expect(editor.question).toContainText(t('{0} may no longer: {1}', [t('Staff'), t('Delete')]))
  await editor.apply()
  const rules = (await staging.read('Entity', id)).permissions as { role: string; delete: number }[]
  expect(rules.find(({ role }) => role === 'Staff')).toMatchObject({ read: 1, delete: 0 })
})

test('another type of an entity with records is refused before anything is sent @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  await staging.create(id, { subject: 'One' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.details.getByRole('tab', { name: t('Settings') }).click()
  await editor.details.getByRole('combobox', { name: t('Type') }).click()
  await page.getByRole('option', { name: t('Table', undefined, 'type'), exact: true }).click()
  await editor.save()
  await expect(editor.question).toContainText(t('The type of an entity with records cannot be changed'))
  await expect(editor.question.getByRole('button', { name: t('Apply') })).toHaveCount(0)
})
