import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('an order is typed by keys and pasted from a spreadsheet, and what was not understood waits', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const contact = await api.create('Contact', { contact_name: `Chang ${word}` })
  const twin = `Tofu ${word}`
  for (const company of ['Tokyo Traders', 'Mayumi']) await api.create('Contact', { contact_name: twin, company })
  const child = `Order Line ${word}`
  const entity = `Order ${word}`
  await api.create('Entity', {
    id: child,
    module: 'Tests',
    type: 'Table',
    fields: [
      { fieldname: 'item', label: 'Contact', fieldtype: 'Link', options: 'Contact', in_list_view: 1 },
      { fieldname: 'remark', label: 'Subject', fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'day', label: 'Due Date', fieldtype: 'Date', in_list_view: 1 },
      { fieldname: 'price', label: 'Budget', fieldtype: 'Currency', in_list_view: 1, footer: 'Sum' },
    ],
  })
  const lines = { fieldname: 'lines', label: 'Order Lines', fieldtype: 'Table', options: child }
  await api.create('Entity', { id: entity, module: 'Tests', naming_rule: 'Prompt', fields: [lines] })
  await api.create(entity, { id: 'O-1', lines: [{ item: contact.id, remark: 'first', price: 10 }] })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/O-1`)
  const details = page.getByRole('region', { name: t('Details') })
  // A link in a cell leads to its record.
  await expect(details.getByRole('link', { name: String(contact.contact_name) })).toHaveAttribute(
    'href',
    `/app/Contact/${contact.id}`,
  )
  await expect(details.locator('.table-foot')).toContainText('10.00')
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const table = details.locator('.table-input')
  const rows = table.getByRole('listitem')
  const cell = (at: number, label: string) => rows.nth(at).getByLabel(t(label), { exact: true })

  await test.step('Tab begins a row, but none behind an untouched one; Enter goes up and down', async () => {
    await cell(0, 'Budget').focus()
    await page.keyboard.press('Tab')
    await expect(rows).toHaveCount(2)
    await expect(cell(1, 'Contact')).toBeFocused()
    await cell(1, 'Budget').focus()
    await page.keyboard.press('Tab')
    await expect(rows).toHaveCount(2)
    await cell(0, 'Subject').focus()
    await page.keyboard.press('Enter')
    await expect(cell(1, 'Subject')).toBeFocused()
    await page.keyboard.type('second')
    await page.keyboard.press('Shift+Enter')
    await expect(cell(0, 'Subject')).toBeFocused()
  })

  await test.step('a row is doubled and moved', async () => {
    await page.keyboard.press('ControlOrMeta+d')
    await expect(rows).toHaveCount(3)
    await expect(cell(1, 'Subject')).toHaveValue('first')
    await expect(cell(1, 'Subject')).toBeFocused()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(cell(2, 'Subject')).toHaveValue('first')
    await expect(cell(2, 'Subject')).toBeFocused()
    await expect(table.locator('.table-foot')).toContainText('20.00')
  })

  const paste = (text: string) =>
    cell(2, 'Contact').evaluate((box, pasted) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', pasted)
      box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, text)

  await test.step('of many pasted rows the last ones are open once they are seen', async () => {
    await cell(2, 'Contact').focus()
    await paste(Array.from({ length: 300 }, (_, at) => `\tpart ${at}\t\t${at}`).join('\n'))
    await expect(rows).toHaveCount(302)
    const last = rows.nth(301)
    // Far from the window it reads as it does in a record.
    await expect(last).toContainText('part 299')
    await expect(last.getByRole('textbox')).toHaveCount(0)
    await last.scrollIntoViewIfNeeded()
    await expect(cell(301, 'Subject')).toHaveValue('part 299')
    await page
      .locator('.notice')
      .getByRole('button', { name: t('Undo') })
      .click()
    await expect(rows).toHaveCount(3)
    await expect(cell(2, 'Subject')).toHaveValue('first')
  })

  await test.step('a pasted block fills from the cell on, and Undo brings the rows back', async () => {
    const block = [
      `chang ${word}\t"two\nlines"\t6 May 1998\t1,234.50`,
      `${contact.id}\tiso\t1998-12-12\t3`,
      'nobody\tlast\tsoon\tx',
      `${twin}\tone of two\t\t1`,
    ].join('\n')
    await cell(2, 'Contact').focus()
    await paste(block)
    const notice = page.locator('.notice', { hasText: t('{0} rows pasted', [4]) })
    await expect(rows).toHaveCount(6)
    await expect(notice).toContainText(t('{0} values were not understood.', [4]))
    await expect(cell(2, 'Contact')).toBeFocused()
    await notice.getByRole('button', { name: t('Undo') }).click()
    await expect(rows).toHaveCount(3)
    await expect(cell(2, 'Subject')).toHaveValue('first')
    await paste(block)
    await expect(rows).toHaveCount(6)
    await expect(cell(2, 'Contact')).toHaveValue(String(contact.contact_name))
    await expect(table.locator('.table-unread')).toHaveText(['nobody', 'soon', 'x', twin])
    await expect(cell(5, 'Contact')).toHaveAccessibleDescription(
      new RegExp(t('Several records are called {0}.', [twin]).replaceAll('.', '\\.')),
    )
  })

  await test.step('the save names what was not understood, and waits for it', async () => {
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByText(t('{0} values were not understood.', [4]))).toBeVisible()
    for (const at of [5, 4])
      await rows
        .nth(at)
        .getByRole('button', { name: t('Delete Row') })
        .click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect((await api.read(entity, 'O-1')).lines).toMatchObject([
      { idx: 1, item: contact.id, remark: 'first', price: 10 },
      { idx: 2, remark: 'second' },
      { idx: 3, item: contact.id, remark: 'two\nlines', day: '1998-05-06', price: 1234.5 },
      { idx: 4, item: contact.id, remark: 'iso', day: '1998-12-12', price: 3 },
    ])
    await expect(details.locator('.table-foot')).toContainText('1,247.50')
  })
})
