import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { expectFocus, goInto, goTo, pick } from './keys.ts'
import { listPanel, rowOf, unique } from './screens.ts'

// With keys alone: nothing here is pressed or focused by other means.
test.use({ viewport: { width: 1400, height: 800 } })
test.beforeEach(() => test.slow())

test('one signs in, goes past the navigation or through it, and out again', async ({
  page,
  api,
  site,
  language,
  t,
}) => {
  const person = await api.createUser({ language })
  await page.goto('/login')
  await expectFocus(page.getByRole('textbox', { name: t('Email') }))
  await page.keyboard.type(person)
  await page.keyboard.press('Tab')
  const password = page.getByRole('textbox', { name: t('Password') })
  await expectFocus(password)
  await page.keyboard.insertText(site.passwordOf(person))
  await page.keyboard.press('Tab')
  await expectFocus(page.getByRole('button', { name: t('Hold to show password') }))
  await page.keyboard.down('Space')
  await expect(password).toHaveAttribute('type', 'text')
  await page.keyboard.up('Space')
  await expect(password).toHaveAttribute('type', 'password')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app$/)

  const tile = page.getByRole('main').getByRole('link', { name: t('Task') })
  await expect(tile).toBeVisible()
  await goTo(page, page.getByRole('link', { name: t('Skip to content') }), 'Tab', 2)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await goTo(page, tile, 'Tab', 6)
  const nav = page.getByRole('navigation')
  await goTo(page, nav.getByRole('link', { name: t('Contact') }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/app\/Contact$/)
  await expect(page.getByRole('main')).toBeFocused()

  const user = page.getByRole('button', { name: t('User menu') })
  await goTo(page, user, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expectFocus(page.getByRole('menuitem', { name: t('My Profile') }))
  await page.keyboard.press('End')
  await expectFocus(page.getByRole('menuitem', { name: t('Logout') }))
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/login$/)
  await expectFocus(page.getByRole('textbox', { name: t('Email') }))
})

test('a list is searched, filtered, ordered and opened', async ({ page, api, signIn, t }) => {
  const word = unique()
  for (const [subject, status] of [
    ['Alpha', 'Open'],
    ['Beta', 'Done'],
    ['Gamma', 'Done'],
  ] as const)
    await api.create('Task', { subject: `${subject} ${word}`, status })
  await signIn(page, await api.createUser())
  await page.goto('/app/Task')
  const rows = page.getByRole('article').getByRole('link')
  await expect(rows.first()).toBeVisible()
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox')
  await expectFocus(search)
  await page.keyboard.type(word)
  await expect(rows).toHaveCount(3)
  await expectFocus(search)

  const filter = page.getByRole('combobox', { name: t('Status') })
  await goTo(page, filter)
  await pick(page, t('Done', undefined, 'status'))
  await expect(rows).toHaveCount(2)
  await expectFocus(filter)

  const display = page.getByRole('button', { name: t('Display') })
  await goTo(page, display, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await goTo(page, page.getByRole('combobox', { name: t('Sort By') }))
  await pick(page, t('Subject'))
  await goTo(page, page.getByRole('combobox', { name: t('Sort Order') }))
  await pick(page, t('Descending'))
  await expect(rows.first()).toHaveText(`Gamma ${word}`)
  const priority = page.getByRole('checkbox', { name: t('Priority'), exact: true })
  await goTo(page, priority)
  await page.keyboard.press('Space')
  await expect(priority).not.toBeChecked()
  await expectFocus(priority)
  await page.keyboard.press('Escape')
  await expect(priority).toBeHidden()
  await expectFocus(display)

  const first = rows.filter({ hasText: 'Gamma' })
  await goTo(page, first)
  await page.keyboard.press('ArrowDown')
  await expectFocus(rows.filter({ hasText: 'Beta' }))
  await page.keyboard.press('Home')
  await expectFocus(first)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toContainText(
    'Gamma',
  )
  await expectFocus(first)
  await page.keyboard.press('j')
  await expect(page.getByRole('region', { name: t('Details') }).getByRole('heading', { level: 2 })).toContainText(
    'Beta',
  )
  await expectFocus(rows.filter({ hasText: 'Beta' }))
})

test('a record is edited in every kind of field, saved, and a draft given up is taken back', async ({
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

test('a record is made, and records are deleted where they stand and where they are open', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  for (const name of ['A', 'B', 'C', 'D']) await api.create('Task', { subject: `${name} ${word}` })
  await signIn(page)
  await page.goto(`/app/Task?search=${word}&order_by=subject asc`)
  const row = (name: string) => rowOf(page, `${name} ${word}`).getByRole('link')
  await expect(row('D')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectFocus(row('A'))
  await page.keyboard.press('ArrowDown')
  await expectFocus(row('B'))
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expectFocus(question.getByRole('button', { name: t('Confirm') }))
  await page.keyboard.press('Escape')
  await expectFocus(row('B'))
  await page.keyboard.press('Delete')
  await expect(question).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(row('B')).toHaveCount(0)
  await expectFocus(row('C'))

  await page.keyboard.press('Enter')
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('Delete')
  await expect(question).toContainText(await idOf(api, `C ${word}`))
  await page.keyboard.press('Enter')
  await expect(row('C')).toHaveCount(0)
  await expect(page).toHaveURL(/\/app\/Task(\?|$)/)
  await expectFocus(row('D'))

  await page.keyboard.press('n')
  const window = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
  await expectFocus(window.getByLabel(t('Subject'), { exact: true }))
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  await expectFocus(row('D'))
  await page.keyboard.press('n')
  await expectFocus(window.getByLabel(t('Subject'), { exact: true }))
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(window.getByRole('alert')).not.toHaveCount(0)
  await expectFocus(window.getByLabel(t('Subject'), { exact: true }))
  await page.keyboard.type(`New ${word}`)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(window).toBeHidden()
  await expect(details.getByRole('heading', { level: 2 })).toHaveText(`New ${word}`)
})

test('rows are selected and changed together', async ({ page, api, signIn, t }) => {
  const word = unique()
  for (const name of ['A', 'B', 'C']) await api.create('Task', { subject: `${name} ${word}`, status: 'Open' })
  await signIn(page)
  await page.goto(`/app/Task?search=${word}&order_by=subject asc`)
  const row = (name: string) => rowOf(page, `${name} ${word}`).getByRole('link')
  const count = listPanel(page, t('Task')).getByRole('status').filter({ hasText: /\d/ })
  await expect(row('C')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectFocus(row('A'))
  await page.keyboard.press('ControlOrMeta+a')
  await expect(count).toHaveText(t('{0} selected', [3]))
  await page.keyboard.press('Escape')
  await expect(count).toHaveText(`3 ${t('Records')}`)
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect(count).toHaveText(t('{0} selected', [2]))
  await expectFocus(row('B'))

  await page.keyboard.press('Shift+E')
  const window = page.getByRole('dialog', { name: t('Bulk Edit') })
  const choice = window.getByRole('combobox', { name: t('Field') })
  await expectFocus(choice)
  await pick(page, t('Status'))
  await goTo(page, window.getByRole('combobox', { name: t('Status') }), 'Shift+Tab', 3)
  await pick(page, t('Done', undefined, 'status'))
  await goTo(page, window.getByRole('button', { name: t('Save') }), 'Tab', 6)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('Records to change: {0}', [2]))
  await expectFocus(question.getByRole('button', { name: t('Confirm') }))
  await page.keyboard.press('Enter')
  await expect(window).toBeHidden()
  await expectFocus(row('B'))
  await expect(page.getByRole('status').filter({ hasText: t('Records changed: {0}', [2]) })).toHaveCount(1)
  for (const name of ['A', 'B'])
    await expect(rowOf(page, `${name} ${word}`)).toContainText(t('Done', undefined, 'status'))
})

test('the tabs of a record are gone through, and a file is brought and removed', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { id } = await api.create('Task', { subject: `Tabs ${unique()}` })
  await signIn(page)
  // From the beginning, since the browser takes a moment to know that somebody waits for it.
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

test('cards are gone through, deleted after a question and added to', async ({ page, api, signIn, language, t }) => {
  const word = unique()
  for (const name of ['A', 'B', 'C']) await api.create('Contact', { contact_name: `${name} ${word}` })
  await signIn(page)
  await page.goto(`/app/Contact?search=${word}&order_by=contact_name asc`)
  const card = (name: string) => rowOf(page, `${name} ${word}`)
  const link = (name: string) => card(name).getByRole('link')
  await expect(link('C')).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await expectFocus(link('A'))
  await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
  await expectFocus(link('B'))
  await page.keyboard.press('Delete')
  const question = card('B').getByRole('alertdialog')
  await expectFocus(question.getByRole('button', { name: t('Cancel') }))
  await page.keyboard.press('Enter')
  await expect(question).toBeHidden()
  await expectFocus(link('B'))
  await page.keyboard.press('Tab')
  await expectFocus(card('B').getByRole('button', { name: t('Delete'), exact: true }))
  await page.keyboard.press('Enter')
  await expectFocus(question.getByRole('button', { name: t('Cancel') }))
  await page.keyboard.press('Tab')
  await expectFocus(question.getByRole('button', { name: t('Confirm') }))
  await page.keyboard.press('Enter')
  await expect(card('B')).toHaveCount(0)
  await expectFocus(link('C'))
  await goTo(page, page.getByRole('listitem').getByRole('button', { name: t('Add') }), 'Shift+Tab', 6)
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Contact' }]) })
  await expect(window).toBeVisible()
  await page.keyboard.press('Escape')
  await expectFocus(page.getByRole('listitem').getByRole('button', { name: t('Add') }))
})

test('theme, language, profile and password are changed from the menu', async ({
  page,
  api,
  site,
  signIn,
  language,
  t,
}) => {
  const person = await api.createUser({ full_name: 'Ruth Green' })
  await signIn(page, person)
  await page.goto('/app')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  const user = page.getByRole('button', { name: t('User menu') })
  const menu = page.getByRole('menu')
  await goTo(page, user)
  await page.keyboard.press('ArrowDown')
  await goTo(page, menu.getByRole('menuitemradio', { name: t('Dark') }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectFocus(menu.getByRole('menuitemradio', { name: t('Dark') }))
  await page.keyboard.press('Escape')
  await expectFocus(user)

  await page.keyboard.press('Enter')
  await expectFocus(menu.getByRole('menuitem', { name: t('My Profile') }))
  await page.keyboard.press('Enter')
  const name = page.getByLabel(t('Full Name'), { exact: true })
  await expect(name).toHaveValue('Ruth Green')
  await expect(page.getByRole('main')).toBeFocused()
  await goTo(page, name)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Ruth Blue')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api.read('User', person)).full_name).toBe('Ruth Blue')
  await expectFocus(name)

  await goTo(page, page.getByLabel(t('Current Password'), { exact: true }))
  await page.keyboard.insertText(site.passwordOf(person))
  await goTo(page, page.getByLabel(t('New Password'), { exact: true }))
  await page.keyboard.insertText('another passphrase')
  await goTo(page, page.getByLabel(t('Confirm Password'), { exact: true }))
  await page.keyboard.insertText('another passphrase')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('status').filter({ hasText: t('Password updated') })).toHaveCount(1)
  await expectFocus(page.getByLabel(t('Confirm Password'), { exact: true }))

  await goTo(page, user, 'Shift+Tab')
  await page.keyboard.press('Enter')
  await goTo(page, menu.getByRole('menuitem', { name: language === 'he' ? 'English' : 'עברית' }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('lang', language === 'he' ? 'en' : 'he')
  await expectFocus(page.getByRole('banner').getByRole('button').last())
})

test('a record takes another id, and a draft is kept from being left', async ({ page, api, signIn, t }) => {
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
  const rename = details.getByRole('button', { name: t('Rename'), exact: true })
  await expect(rename).toBeEnabled()
  await goTo(page, rename)
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: t('Rename') })
  await expectFocus(window.getByLabel(t('New ID')))
  await page.keyboard.press('Escape')
  await expectFocus(rename)
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

async function idOf(api: Api, subject: string): Promise<string> {
  const filters = JSON.stringify({ subject })
  const { data } = await (await api.request.get('/api/entity/Task', { params: { filters } })).json()
  return data[0].id
}
