import { expect, test } from './fixtures.ts'
import { expectFocus, goInto, goTo, pick } from './keys.ts'
import { unique } from './screens.ts'

// Keyboard only: no test here clicks or focuses by other means.
test.use({ viewport: { width: 1400, height: 800 } })
test.beforeEach(() => test.slow())

test('a record is edited in every kind of field, saved, and a discarded draft is restored @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const contact = await api.create('Contact', { contact_name: `Dov ${unique()}` })
  const { id } = await api.create('Task', {
    subject: 'By keys',
    status: 'Open',
    checklist: [{ title: 'A' }, { title: 'B' }],
  })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  await expect(edit).toBeEnabled()
  await page.keyboard.press('e')
  const field = (label: string) => details.getByLabel(t(label), { exact: true })
  await expectFocus(field('Subject'))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('All by keys')

  const to = (label: string) => goTo(page, field(label), 'Tab', 4)
  const fill = async (label: string, text: string) => {
    await to(label)
    await page.keyboard.type(text)
  }
  await goTo(page, details.getByRole('combobox', { name: t('Status'), exact: true }), 'Tab', 4)
  await pick(page, t('Done', undefined, 'status'))
  await goTo(page, details.getByRole('combobox', { name: t('Priority'), exact: true }), 'Tab', 4)
  await pick(page, t('High'))
  await to('Contact')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.type(String(contact.contact_name))
  await expect(page.getByRole('option', { name: String(contact.contact_name) })).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field('Contact')).toHaveValue(String(contact.contact_name))
  await expectFocus(field('Contact'))

  const due = details.getByRole('group', { name: t('Due Date'), exact: true })
  await goInto(page, due, 'Tab', 4)
  await page.keyboard.press('Alt+ArrowDown')
  const calendar = page.getByRole('dialog', { name: t('Calendar') })
  await expect(calendar).toBeVisible()
  await expect(calendar.getByRole('gridcell').locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Enter')
  await expect(calendar).toBeHidden()
  await expect(due.locator(':focus')).toHaveCount(1)
  await goInto(page, details.getByRole('group', { name: t('Starts At'), exact: true }), 'Tab', 4)
  await page.keyboard.type('060220261430')

  await fill('Estimate', '5400')
  await fill('Progress', '2.5')
  await fill('Points', '7')
  await fill('Budget', '1234.5')
  await to('Is Billable')
  await page.keyboard.press('Space')
  await fill('Description', 'one')
  await page.keyboard.press('Enter')
  await page.keyboard.type('two')
  await fill('Summary', 'a summary')
  await fill('Long Notes', 'long notes')
  await fill('Snippet', 'if (a) b')
  await fill('Config', '{"a": 1}')
  await fill('API Key', 'hidden')
  await fill('Related Entity', 'Contact')
  await expect(page.getByRole('option').first()).toHaveText(/Contact|איש קשר/)
  await page.keyboard.press('Enter')
  await expect(field('Related ID')).toBeEnabled()
  await fill('Related ID', String(contact.contact_name))
  await expect(page.getByRole('option', { name: String(contact.contact_name) })).toBeVisible()
  await page.keyboard.press('Enter')

  const table = details.getByRole('group', { name: t('Checklist'), exact: true })
  const items = table.getByRole('listitem')
  const handle = (at: number) => items.nth(at).getByRole('button', { name: t('Drag to reorder') })
  await goTo(page, handle(0), 'Tab', 4)
  await page.keyboard.press('Alt+ArrowDown')
  await expectFocus(handle(1))
  await page.keyboard.press('Delete')
  await expect(items).toHaveCount(1)
  await expectFocus(items.first().getByRole('button', { name: t('Delete Row') }))
  await goTo(page, table.getByRole('button', { name: t('Add Row') }), 'Tab', 3)
  await page.keyboard.press('Enter')
  await expectFocus(items.nth(1).getByLabel(t('Title'), { exact: true }))
  await page.keyboard.type('C')

  await page.keyboard.press('ControlOrMeta+s')
  await expectFocus(edit)
  await expect(page.getByRole('status').filter({ hasText: t('Saved') })).toHaveCount(1)
  const saved = await api.read('Task', id)
  expect(saved).toMatchObject({
    subject: 'All by keys',
    status: 'Done',
    priority: 'High',
    contact: contact.id,
    estimate: 5400,
    progress: 2.5,
    points: 7,
    budget: 1234.5,
    is_billable: 1,
    description: 'one\ntwo',
    summary: 'a summary',
    long_notes: 'long notes',
    snippet: 'if (a) b',
    config: { a: 1 },
    api_key: '********',
    related_entity: 'Contact',
    related_id: contact.id,
    checklist: [{ title: 'B' }, { title: 'C' }],
  })
  expect(saved.due_date).toMatch(/^\d{4}-\d\d-\d\d$/)
  expect(saved.starts_at).toMatch(/^2026-0[26]-0[26] 14:30/)

  await page.keyboard.press('Enter')
  await expectFocus(field('Subject'))
  await page.keyboard.type('!')
  await page.keyboard.press('Escape')
  await expectFocus(edit)
  await expect(page.getByText(t('Changes discarded')).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(field('Subject')).toHaveValue(/!/)
  await expectFocus(field('Subject'))
  await page.keyboard.press('ControlOrMeta+s')
  await expectFocus(edit)
  expect((await api.read('Task', id)).subject).toContain('!')
})

test('the tabs of a record are browsed, and a file is uploaded and removed @he', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { id } = await api.create('Task', { subject: `Tabs ${unique()}` })
  await signIn(page)
  // Registered from the start, since the browser needs a moment to know of the listener.
  page.on(
    'filechooser',
    (chooser) => void chooser.setFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') }),
  )
  await page.goto(`/app/Task/${id}`)
  const tab = (name: string) => page.getByRole('tab', { name: t(name) })
  const forward = language === 'he' ? 'ArrowLeft' : 'ArrowRight'
  await goTo(page, tab('Details'))
  await page.keyboard.press(forward)
  await expectFocus(tab('Communication'))
  await expect(tab('Communication')).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('End')
  await expectFocus(tab('History'))
  await expect(page.getByRole('tabpanel').getByRole('listitem').first()).toBeVisible()
  await page.keyboard.press(forward === 'ArrowLeft' ? 'ArrowRight' : 'ArrowLeft')
  await expectFocus(tab('Files'))
  const panel = page.getByRole('tabpanel')
  await goTo(page, panel.getByRole('button', { name: t('Browse') }))
  await page.keyboard.press('Enter')
  const file = panel.getByRole('link', { name: 'plan.txt' })
  await expect(file).toBeVisible()
  await goTo(page, file)
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('plan.txt')
  await page.keyboard.press('Enter')
  await expect(file).toHaveCount(0)
  await expectFocus(panel.getByRole('button', { name: t('Browse') }))
})

test('a record is renamed, and a draft is protected from leaving @he', async ({ page, api, signIn, t }) => {
  const { id: entity } = await api.create('Entity', {
    id: `Shelf ${unique()}`,
    module: 'Tests',
    naming_rule: 'Prompt',
    allow_rename: 1,
    fields: [{ fieldname: 'place', label: 'Place', fieldtype: 'Data', in_list_view: 1 }],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  await api.create(entity, { id: 'A-1', place: 'Cellar' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/A-1`)
  const details = page.getByRole('region', { name: t('Details') })
  const menu = details.getByRole('button', { name: t('Actions'), exact: true })
  const rename = page.getByRole('menuitem', { name: t('Rename') })
  await goTo(page, menu)
  await page.keyboard.press('Enter')
  await goTo(page, rename, 'ArrowDown')
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: t('Rename') })
  await expectFocus(window.getByLabel(t('New ID')))
  await page.keyboard.press('Escape')
  await expectFocus(menu)
  await page.keyboard.press('Enter')
  await goTo(page, rename, 'ArrowDown')
  await page.keyboard.press('Enter')
  await expectFocus(window.getByLabel(t('New ID')))
  await page.keyboard.type('B-2')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/B-2$/)
  await expect(window).toBeHidden()
  await expect(details.getByRole('heading', { level: 2 })).toBeFocused()

  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('e')
  const place = details.getByRole('textbox').first()
  await expectFocus(place)
  await page.keyboard.type('Kitchen ')
  const home = page.getByRole('navigation').getByRole('link', { name: t('Home') })
  await goTo(page, home, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('You have unsaved changes.'))
  await page.keyboard.press('Escape')
  await expectFocus(home)
  await expect(place).toHaveValue(/Kitchen/)
})
