import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { Person } from './human-pace.ts'
import { expectFocus, goTo } from './keys.ts'
import { detailsOf, unique } from './screens.ts'

// A day with one order, by keys and by thumb, with the seconds that a person needs for it.
test.beforeEach(() => test.slow())

interface Shop {
  entity: string
  word: string
  customer: string
  /** Beginnings of the items' names, as somebody types them. */
  items: readonly string[]
}

/** An entity of orders as one is built in the editor: prices come along, sums work themselves out, states follow rules. */
async function openShop(api: Api): Promise<Shop> {
  const word = unique()
  const rights = { permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }
  const permissions = ['System Manager', 'Staff'].map((role) => ({ role, ...rights }))
  const listed = { in_list_view: 1 }
  const { id: line } = await api.create('Entity', {
    ...{ id: `Order Line ${word}`, module: 'Tests', type: 'Table' },
    fields: [
      { fieldname: 'item', label: 'Item', fieldtype: 'Link', options: 'Catalog Item', reqd: 1, ...listed },
      { fieldname: 'quantity', label: 'Quantity', fieldtype: 'Float', default: '1', ...listed },
      {
        ...{ fieldname: 'unit_price', label: 'Unit Price', fieldtype: 'Currency', ...listed },
        fetch_from: 'item.unit_price',
      },
      {
        ...{ fieldname: 'amount', label: 'Amount', fieldtype: 'Currency', footer: 'Sum', ...listed },
        formula: 'quantity * unit_price',
      },
    ],
  })
  const { id: entity } = await api.create('Entity', {
    ...{ id: `Order ${word}`, module: 'Tests', naming_rule: 'Series', naming_value: `O${word}-.####` },
    ...{ has_communication: 1, state_field: 'status', permissions },
    fields: [
      { fieldname: 'contact', label: 'Contact', fieldtype: 'Link', options: 'Contact', reqd: 1, ...listed },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nWorking\nDone', ...listed },
      { fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: line },
      {
        ...{ fieldname: 'total', label: 'Total', fieldtype: 'Currency', in_head: 1, ...listed },
        formula: 'sum(lines.map(l, l.amount))',
      },
    ],
    transitions: [
      { title: 'Start', from_states: 'Open', to_state: 'Working', condition: 'size(lines) > 0', is_primary: 1 },
      { title: 'Send', from_states: 'Working', to_state: 'Done', is_primary: 1 },
    ],
  })
  const customer = `Berglund ${word}`
  await api.create('Contact', { contact_name: customer })
  const items = ['Chai', 'Ikura', 'Konbu', 'Tofu'].map((name) => `${name} ${word.slice(-4)}`)
  for (const [at, item_name] of items.entries()) await api.create('Catalog Item', { item_name, unit_price: 10 + at })
  return { entity, word, customer, items }
}

/** A mail of the customer about the order, a minute ago. */
const writes = (api: Api, entity: string, id: string, subject: string) =>
  api.create('Communication', {
    ...{ communication_medium: 'Email', sent_or_received: 'Received', status: 'Open' },
    ...{ subject, content: 'When will it leave?', sender: 'ana@customer.example', sender_full_name: 'Ana' },
    ...{ reference_entity: entity, reference_id: id, communication_date: new Date().toISOString() },
  })

/** Forty lines as a spreadsheet copies them: items by their titles, with quantities. */
const fortyLines = ({ items }: Shop) =>
  Array.from({ length: 40 }, (_, at) => `${items[at % items.length]}\t${at + 1}`).join('\n')

const idOf = (page: Page) => decodeURIComponent(new URL(page.url()).pathname.split('/').at(-1) ?? '')

/** Expects the order as it is when the day is over, with its note, its answer and its assignment. */
async function expectDone(api: Api, { entity }: Shop, id: string, note: string): Promise<void> {
  const record = await api.read(entity, id)
  const lines = record.lines as { amount: number }[]
  expect(lines).toHaveLength(44)
  expect(record).toMatchObject({ status: 'Done', total: lines.reduce((sum, { amount }) => sum + amount, 0) })
  expect(record.assignments).toMatchObject([{ user: 'manager@example.com' }])
  const of = async (kind: string, fields: string) => {
    const params = { filters: JSON.stringify({ reference_id: id }), fields: JSON.stringify(fields.split(' ')) }
    return (await (await api.request.get(`/api/entity/${kind}`, { params })).json()).data
  }
  expect(await of('Note', 'text')).toEqual([expect.objectContaining({ text: `${note} @[manager@example.com]` })])
  expect(await of('Email Queue', 'recipients')).toMatchObject([{ recipients: 'ana@customer.example' }])
}

test.describe('by keys', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('an order of four lines is entered in under a minute, filled from a spreadsheet, answered and sent @once', async ({
    page,
    api,
    signIn,
    t,
  }) => {
    const shop = await openShop(api)
    const { entity, customer, items } = shop
    await signIn(page, 'staff@example.com')
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.goto(`/app/${encodeURIComponent(entity)}`)
    await expect(page.getByRole('button', { name: t('Add'), exact: true }).first()).toBeVisible()
    const details = detailsOf(page, t)
    const window = page.getByRole('dialog')
    const rows = details.locator('.table-input').getByRole('listitem')
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    const option = (name: string) => page.getByRole('option', { name })

    await test.step('a new order with four lines', async () => {
      const person = new Person(page)
      await person.press('n')
      await expectFocus(window.getByRole('combobox', { name: t('Contact') }))
      await person.type(customer.slice(0, 12))
      await expect(option(customer)).toBeVisible()
      await person.press('Enter', 'ControlOrMeta+Enter')
      for (const [at, item] of items.entries()) {
        await expectFocus(rows.nth(at).getByRole('combobox', { name: t('Item') }))
        await person.type(item)
        await expect(option(item)).toBeVisible()
        await person.press('Enter', 'Tab')
        await person.type(String(at + 2))
        await person.press('Tab')
        if (at < items.length - 1) await person.press('Tab')
      }
      await person.press('ControlOrMeta+s')
      await expect(edit).toBeVisible()
      expect((await api.read(entity, idOf(page))).lines).toMatchObject([
        { quantity: 2, unit_price: 10, amount: 20 },
        { quantity: 3, unit_price: 11, amount: 33 },
        { quantity: 4, unit_price: 12, amount: 48 },
        { quantity: 5, unit_price: 13, amount: 65 },
      ])
      expect(person.seconds).toBeLessThan(60)
    })
    const id = idOf(page)

    await test.step('forty lines of a spreadsheet', async () => {
      await page.evaluate((text) => navigator.clipboard.writeText(text), fortyLines(shop))
      const person = new Person(page)
      await person.press('e')
      await goTo(page, details.getByRole('button', { name: t('Add Row') }), 'Shift+Tab')
      await person.press('Enter')
      await expect(rows).toHaveCount(5)
      await person.press('ControlOrMeta+v')
      await expect(rows).toHaveCount(44)
      await person.press('ControlOrMeta+s')
      await expect(edit).toBeVisible()
      expect(person.seconds).toBeLessThan(30)
    })

    await test.step('a mail is answered, a colleague asked, assigned and reminded, and the order sent', async () => {
      await writes(api, entity, id, `Order ${id}`)
      await expect(details.getByRole('tab', { name: t('Communication') })).toContainText('1')
      const person = new Person(page)
      await person.press('r')
      const answer = details.getByRole('form', { name: t('Send Email') })
      await expectFocus(answer.getByLabel(t('Message')))
      await person.type('Tomorrow.')
      await person.press('ControlOrMeta+Enter')
      await expect(answer).toBeHidden()
      await expect(details.locator('.message-row')).toHaveCount(2)

      await person.press('m')
      await expectFocus(details.getByRole('form', { name: t('Add a note') }).getByLabel(t('Note')))
      await person.type('Please pack @Dana')
      await expect(page.getByRole('listbox', { name: t('Mentions') }).getByRole('option')).toHaveCount(1)
      await person.press('Enter', 'ControlOrMeta+Enter')
      await expect(details.locator('.note-row')).toHaveCount(1)

      await person.press('a')
      await expectFocus(window.getByRole('combobox', { name: t('Assignee') }))
      await person.type('Dana')
      await expect(option('Dana')).toBeVisible()
      await person.press('Enter', 'ControlOrMeta+Enter')
      await expect(details.getByRole('list', { name: t('Assignee') }).getByRole('button')).toHaveText(/Dana/)

      await person.press('h')
      await goTo(page, window.getByRole('button', { name: t('Tomorrow') }))
      await person.press('Enter')
      await expect(details.getByRole('button', { name: `${t('Remind Me')}: ` })).toContainText('08:00')

      const states = details.locator('.detail-states')
      await person.press('t')
      await expect(states).toHaveText(t('Working', undefined, 'status'))
      await person.press('t')
      await expect(states).toHaveText(t('Done', undefined, 'status'))
      expect(person.seconds).toBeLessThan(60)
    })
    await expectDone(api, shop, id, 'Please pack')
  })
})

test.describe('by thumb', () => {
  test.use({ ownContext: true, hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } })

  test('the same day on a phone @he', async ({ page, api, signIn, t }) => {
    const shop = await openShop(api)
    const { entity, customer, items } = shop
    await signIn(page, 'staff@example.com')
    await page.goto(`/app/${encodeURIComponent(entity)}`)
    const details = detailsOf(page, t)
    const window = page.getByRole('dialog')
    const rows = details.locator('.table-input').getByRole('listitem')
    const button = (name: string, within: Locator | Page = details) =>
      within.getByRole('button', { name: t(name), exact: true })
    const option = (name: string) => page.getByRole('option', { name })
    const cell = (at: number, label: string) => rows.nth(at).getByLabel(t(label), { exact: true })

    await test.step('a new order with four lines', async () => {
      const person = new Person(page)
      await person.tap(button('Add', page).first())
      await expect(window.getByRole('combobox', { name: t('Contact') })).toBeFocused()
      await person.typeOnGlass(customer.slice(0, 12))
      await person.tap(option(customer))
      await person.tap(button('Create', window))
      for (const [at, item] of items.entries()) {
        if (at > 0) await person.tap(button('Add Row'))
        await expect(cell(at, 'Item')).toBeFocused()
        await person.typeOnGlass(item.slice(0, 6))
        await person.tap(option(item))
        await person.tap(cell(at, 'Quantity'))
        await page.keyboard.press('ControlOrMeta+a')
        await person.typeOnGlass(String(at + 2))
      }
      await person.tap(button('Save'))
      await expect(button('Edit')).toBeVisible()
      expect((await api.read(entity, idOf(page))).total).toBe(20 + 33 + 48 + 65)
      expect(person.seconds).toBeLessThan(90)
    })
    const id = idOf(page)

    await test.step('forty lines of a spreadsheet', async () => {
      const person = new Person(page)
      await person.tap(button('Edit'))
      await person.tap(button('Add Row'))
      await expect(cell(4, 'Item')).toBeFocused()
      await cell(4, 'Item').evaluate((box, pasted) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', pasted)
        box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
      }, fortyLines(shop))
      await expect(rows).toHaveCount(44)
      await person.tap(button('Save'))
      await expect(button('Edit')).toBeVisible()
    })

    await test.step('a mail is answered, a colleague asked, assigned and reminded, and the order sent', async () => {
      await writes(api, entity, id, `Order ${id}`)
      const person = new Person(page)
      await person.tap(details.getByRole('tab', { name: t('Communication') }))
      await expect(details.getByText('When will it leave?').first()).toBeVisible()
      await person.tap(details.locator('.message-row').getByRole('button', { name: t('Reply') }))
      const answer = details.getByRole('form', { name: t('Send Email') })
      await expect(answer.getByLabel(t('Message'))).toBeFocused()
      await person.typeOnGlass('Tomorrow.')
      await person.tap(button('Send', answer))
      await expect(answer).toBeHidden()
      await expect(details.locator('.message-row')).toHaveCount(2)

      await person.tap(button('Add a note'))
      const note = details.getByRole('form', { name: t('Add a note') })
      await expect(note.getByLabel(t('Note'))).toBeFocused()
      await person.typeOnGlass('Please pack @Dana')
      const people = page.getByRole('listbox', { name: t('Mentions') }).getByRole('option')
      // An answer to the first letters has more.
      await expect(people).toHaveCount(1)
      await person.tap(people)
      await person.tap(note.getByRole('button', { name: t('Add a note'), exact: true }))
      await expect(details.locator('.note-row')).toHaveCount(1)

      const step = async (name: string) => {
        await person.tap(button('Actions'))
        await person.tap(page.getByRole('menuitem', { name: t(name) }))
      }
      await step('Assign')
      await expect(window.getByRole('combobox', { name: t('Assignee') })).toBeFocused()
      await person.typeOnGlass('Dana')
      await person.tap(option('Dana'))
      await person.tap(button('Assign', window))
      await expect(details.getByRole('list', { name: t('Assignee') }).getByRole('button')).toHaveText(/Dana/)

      await step('Remind Me')
      await person.tap(window.getByRole('button', { name: t('Tomorrow') }))
      await expect(window).toBeHidden()

      const states = details.locator('.detail-states')
      await person.tap(details.getByRole('tab', { name: t('Details') }))
      await person.tap(button('Start'))
      await expect(states).toHaveText(t('Working', undefined, 'status'))
      await person.tap(button('Send'))
      await expect(states).toHaveText(t('Done', undefined, 'status'))
      expect(person.seconds).toBeLessThan(120)
    })
    await expectDone(api, shop, id, 'Please pack')
  })
})
