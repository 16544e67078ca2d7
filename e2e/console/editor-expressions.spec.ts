import type { Page } from '@playwright/test'
import { expectAccessible } from '../accessibility.ts'
import { unique } from '../screens.ts'
import { defineEntity, editorOf, editorTab } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a formula with a wrong name is mended in its place, tried on a record and saved, without a mouse', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const title = `Boxes ${unique()}`
  const id = await defineEntity(staging, [
    { fieldname: 'quantity', label: 'Quantity', fieldtype: 'Float' },
    { fieldname: 'price', label: 'Price', fieldtype: 'Currency' },
  ])
  const { id: record } = await staging.create(id, { subject: title, quantity: 3, price: 4.5 })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.addField()
  await page.keyboard.type('Worth')
  const line = editor.line(4)
  await editor.chooseType(line, 'Currency')

  // The list goes on with a word, by arrows and Enter.
  const formula = line.getByRole('textbox', { name: t('Formula'), exact: true })
  await formula.focus()
  await page.keyboard.type('qantity * pri')
  await expect(page.getByRole('option', { name: 'price' })).toBeVisible()
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(formula).toHaveValue('qantity * price')

  // The fault stands in words below, and its place is marked.
  await expect(line.getByText(t('Unknown name: {0}', ['qantity']))).toBeVisible()
  await expect(line.locator('.expression-marks mark')).toHaveText('qantity')
  await expect(formula).toHaveAttribute('aria-invalid', 'true')
  // The key that closes a list leaves nothing else.
  await formula.press('Escape')
  await expect(formula).toBeFocused()
  await expectAccessible(page)
  await line.getByRole('button', { name: t('Use {0}', ['quantity']) }).press('Enter')
  await expect(formula).toHaveValue('quantity * price')
  await expect(line.getByText(t('Unknown name: {0}', ['qantity']))).toBeHidden()

  await line.getByRole('button', { name: t('Try it on a record') }).press('Enter')
  await expect(line.getByRole('combobox', { name: id })).toBeFocused()
  await page.keyboard.type(title)
  await page.getByRole('option', { name: title }).click()
  await expect(line.getByRole('status')).toHaveText('= 13.5')
  await expectAccessible(page)
  await expectNoOverflowOnAPhone(page)

  await page.keyboard.press('ControlOrMeta+s')
  const sentence =
    '{0, plural, one {# record gets} other {# records get}} new values by a job, while everybody works on.'
  await expect(editor.question).toContainText(t(sentence, [1]))
  await editor.apply()
  expect((await staging.read('Entity', id)).fields).toMatchObject([
    {},
    {},
    {},
    {},
    { fieldname: 'worth', formula: 'quantity * price' },
  ])
  await expect.poll(async () => (await staging.read(id, record)).worth).toBe(13.5)
})

test('a roll-up counts the records of two states, under a label that has its Hebrew beside it', async ({
  page,
  openTab,
  staging,
  language,
  t,
}) => {
  const id = await defineEntity(staging)
  const parcels = await defineEntity(staging, [
    { fieldname: 'owner_of', label: 'Owner', fieldtype: 'Link', options: id },
  ])
  const { id: record } = await staging.create(id, { subject: 'Owner' })
  for (const status of ['Open', 'Open', 'Done', 'Lost'])
    await staging.create(parcels, { subject: status, owner_of: record, status: status === 'Lost' ? '' : status })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.addField()
  await page.keyboard.type('Known Parcels')
  const line = editor.line(2)
  await editor.chooseType(line, 'Int')
  await line.getByLabel(t('Hebrew Label'), { exact: true }).fill('חבילות ידועות')
  await line.getByRole('combobox', { name: t('Rollup') }).click()
  await page.getByRole('option', { name: parcels }).click()
  await line.getByRole('button', { name: t('Add Condition') }).click()
  await line.getByRole('combobox', { name: t('Field'), exact: true }).click()
  await page.getByRole('option', { name: t('Status'), exact: true }).click()
  const values = line.getByRole('group', { name: t('Value'), exact: true })
  for (const state of ['Open', 'Done']) await values.getByRole('checkbox', { name: t(state), exact: true }).check()
  await expectAccessible(page)
  await expectNoOverflowOnAPhone(page)
  await editor.save()
  await editor.apply()
  const label = language === 'he' ? 'חבילות ידועות' : 'Known Parcels'
  await expect(page.locator('.field-view-label').last()).toHaveText(label)
  const filters = { status: ['in', ['Open', 'Done']] }
  expect((await staging.read('Entity', id)).fields).toMatchObject([
    {},
    {},
    { label_he: 'חבילות ידועות', rollup: { entity: parcels, kind: 'count', filters } },
  ])
  await expect.poll(async () => (await staging.read(id, record)).known_parcels).toBe(3)
})

test('tabs, spans and key facts show in the preview at once; a save names the wrong expression', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [{ fieldname: 'due', label: 'Due', fieldtype: 'Date' }])
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  const line = editor.line(2)
  await line.getByRole('button', { name: t('More') }).click()
  await line.getByLabel(t('Field Group'), { exact: true }).fill('Times')
  await line.getByLabel(t('Form Tab'), { exact: true }).fill('Terms')
  await line.getByRole('checkbox', { name: t('In Head') }).check()
  const preview = page.locator('.entity-form-preview')
  await expect(preview.getByRole('heading', { name: 'Terms', includeHidden: true })).toBeVisible()
  await expect(preview.locator('.record-facts')).toContainText('Due')

  const condition = line.getByRole('textbox', { name: t('Depends On'), exact: true })
  await condition.fill('status = "Open"')
  await editor.save()
  await expect(condition).toHaveAttribute('aria-invalid', 'true')
  await condition.fill('status == "Open"')
  await expect(condition).not.toHaveAttribute('aria-invalid')
  await editor.save()
  await editor.apply()
  expect((await staging.read('Entity', id)).fields).toMatchObject([
    {},
    {},
    { form_tab: 'Terms', in_head: 1, depends_on: 'status == "Open"' },
  ])
})

test('a state gets its transitions: a wrong condition and a state without any are told before the save', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await page.getByRole('tab', { name: t('Transitions') }).click()
  await page.getByRole('combobox', { name: t('State Field') }).click()
  await page.getByRole('option', { name: 'status' }).click()
  await expect(page.getByText(t('{0} has no transitions yet: it cannot change.', [t('Status')]))).toBeVisible()
  await page.getByRole('button', { name: t('Add Transition') }).click()
  await expect(page.getByRole('textbox', { name: t('Title'), exact: true })).toBeFocused()
  await page.keyboard.type('Finish')
  const line = page.locator('.transition-line')
  await line
    .getByRole('group', { name: t('From States') })
    .getByRole('checkbox', { name: t('Open') })
    .check()
  await line.getByRole('combobox', { name: t('To State') }).click()
  await page.getByRole('option', { name: t('Done'), exact: true }).click()
  const condition = line.getByRole('textbox', { name: t('Condition'), exact: true })
  await condition.fill('subjet != ""')
  await line.getByRole('button', { name: t('Use {0}', ['subject']) }).click()
  await expect(condition).toHaveValue('subject != ""')
  await line.getByRole('checkbox', { name: t('Needs Reason') }).check()
  await expectAccessible(page)
  await expectNoOverflowOnAPhone(page)

  await editor.save()
  await expect(editor.question).toContainText(t('The transitions between states change'))
  await editor.apply()
  expect(await staging.read('Entity', id)).toMatchObject({
    state_field: 'status',
    transitions: [
      { title: 'Finish', from_states: 'Open', to_state: 'Done', condition: 'subject != ""', needs_reason: 1 },
    ],
  })
})

async function expectNoOverflowOnAPhone(page: Page): Promise<void> {
  await page.setViewportSize({ width: 390, height: 844 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await page.setViewportSize({ width: 1440, height: 900 })
}
