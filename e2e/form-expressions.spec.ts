import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('an order of four lines is typed by keys alone: prices come, amounts and total follow', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  await api.create('Contact', { contact_name: `Buyer ${word}` })
  const items = ['Apple', 'Bread', 'Cheese', 'Dates']
  for (const [at, item] of items.entries())
    await api.create('Catalog Item', { item_name: `${item} ${word}`, unit_price: (at + 1) * 10.5 })
  await signIn(page)
  await page.goto('/app/Quote#new')
  const details = page.getByRole('region', { name: t('Details') })
  const rows = details.locator('.table-input').getByRole('listitem')
  const total = details.locator('[data-field=total]')

  await test.step('the window asks for what is required, and the record opens for its first line', async () => {
    const window = page.getByRole('dialog')
    await expect(window.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    await page.keyboard.type(`Order ${word}`)
    await page.keyboard.press('Tab')
    await choose(page, `Buyer ${word}`)
    await page.keyboard.press('Control+Enter')
    await expect(window).toBeHidden()
    await expect(rows).toHaveCount(1)
    await expect(rows.first().getByLabel(t('Item'), { exact: true })).toBeFocused()
  })

  for (const [at, item] of items.entries()) {
    await test.step(`line ${at + 1}`, async () => {
      const cell = (label: string) => rows.nth(at).getByLabel(t(label), { exact: true })
      await choose(page, `${item} ${word}`)
      await expect(cell('Unit Price')).toHaveValue(String((at + 1) * 10.5))
      await page.keyboard.press('Tab')
      await expect(cell('Quantity')).toBeFocused()
      await page.keyboard.type('2')
      // A closed cell reads as it will be read, and Tab passes by it.
      await expect(cell('Amount')).toContainText(`${(at + 1) * 21}.00`)
      await page.keyboard.press('Tab')
      await expect(cell('Unit Price')).toBeFocused()
      if (at + 1 < items.length) await page.keyboard.press('Tab')
    })
  }
  await expect(total).toContainText('210.00')
  await expect(total).toContainText(t('Worked out from {0}.', ['']).replace('.', '').trim())

  await test.step('a price that a person types stays when the item changes', async () => {
    await page.keyboard.type('100')
    await expect(rows.nth(3).getByLabel(t('Amount'), { exact: true })).toContainText('200.00')
    await expect(page.locator('.record-facts')).toContainText('326.00')
    await rows.nth(3).getByLabel(t('Item'), { exact: true }).focus()
    await choose(page, `Apple ${word}`)
    await expect(rows.nth(3).getByLabel(t('Unit Price'), { exact: true })).toHaveValue('100')
    await expect(total).toContainText('326.00')
  })

  await test.step('a state requires a date, which is said beside it', async () => {
    const until = details.locator('[data-field=valid_until]')
    await expect(until.locator('[data-required]')).toHaveCount(0)
    await page.keyboard.press('Control+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    await expect(total).toContainText('326.00')
    await expect(details.getByRole('table')).toContainText('200.00')
  })
})

/** Types into the box with the focus, and takes the suggestion. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await expect(page.getByRole('option', { name: text })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

test('conditions draw, require and lock fields, groups and tabs while one types, and say why @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const entity = `Claim ${unique()}`
  const field = (fieldname: string, label: string, more: object = {}) => ({
    fieldname,
    label,
    fieldtype: 'Data',
    ...more,
  })
  await api.create('Entity', {
    id: entity,
    module: 'Tests',
    naming_rule: 'Prompt',
    fields: [
      field('status', 'Status', { reqd: 1 }),
      field('subject', 'Subject', { mandatory_depends_on: 'status == "Open"' }),
      field('weight', 'Weight', { fieldtype: 'Int', formula: 'size(status)' }),
      field('city', 'City', { field_group: 'Address', depends_on: 'status == "Open"' }),
      field('note', 'Notes', {
        form_tab: 'Later',
        field_group: 'More',
        depends_on: 'status == "Done"',
        read_only_depends_on: 'status == "Done"',
      }),
    ],
  })
  await api.create(entity, { id: 'C-1', status: 'New', note: 'kept' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/C-1`)
  const details = page.getByRole('region', { name: t('Details') })
  const box = (label: string) => details.getByLabel(t(label), { exact: true })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await expect(box('Status')).toBeVisible()
  await expect(details.locator('.field-group')).toHaveCount(0)
  await expect(details.getByRole('tab').filter({ hasText: t('Later') })).toHaveCount(0)

  await box('Status').fill('Open')
  await expect(details.locator('[data-field=city]')).toBeVisible()
  await expect(details.locator('[data-field=subject] [data-required]')).toBeVisible()
  await page.keyboard.press('Control+s')
  await expect(box('Subject')).toBeFocused()
  await expect(details.getByRole('alert')).toContainText(t('{0} is required', [t('Subject')]))

  await box('Status').fill('Done')
  await page.keyboard.press('Control+s')
  await details
    .getByRole('tab')
    .filter({ hasText: t('Later') })
    .click()
  const note = details.locator('[data-field=note]')
  await expect(note).toContainText('kept')
  await expect(note).toContainText(t('Locked while {0}.', [`\u2066\u2068${t('Status')}\u2069 == "Done"\u2069`]))

  await test.step('a value that a job has not come to yet says so until its end', async () => {
    const record = `**/api/entity/${encodeURIComponent(entity)}/C-1`
    await page.route(record, async (route) => {
      const response = await route.fetch()
      const { entity: stored } = await response.json()
      await route.fulfill({ response, json: { entity: { ...stored, _recalculating: ['weight'] } } })
    })
    await page.goto(`/app/${encodeURIComponent(entity)}/C-1`)
    const weight = details.locator('[data-field=weight]')
    await expect(weight).toContainText(t('Being recalculated…'))
    await expect(weight).toContainText('4')
    await page.unrouteAll({ behavior: 'wait' })
    await api.update(entity, { id: 'C-1', status: 'Closed' })
    await expect(weight).toContainText('6')
    await expect(weight).not.toContainText(t('Being recalculated…'))
  })
})
