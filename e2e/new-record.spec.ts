import { expect, test } from './fixtures.ts'
import { keptChanges, openList, rowOf, unique } from './screens.ts'

test('a record is created from its form, with Ctrl and Enter from any box, and Escape clears it @he', async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a record is created from its required and listed fields', async () => {
    const subject = `Cake ${unique()}`
    await openList(page, 'Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const form = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
    await expect(form.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    await expect(form.getByRole('combobox', { name: t('Status') })).toHaveText(t('Open', undefined, 'status'))
    await expect(form.getByText(t('Description'), { exact: true })).toHaveCount(0)

    await form.getByRole('button', { name: t('Create') }).click()
    await expect(form.getByText(t('{0} is required', [{ translate: 'Subject' }]))).toBeVisible()
    await expect(form.getByLabel(t('Subject'), { exact: true })).toBeFocused()

    await form.getByLabel(t('Subject'), { exact: true }).fill(subject)
    await form.getByRole('combobox', { name: t('Priority') }).click()
    await page.getByRole('option', { name: t('High', undefined, 'priority') }).click()
    await form.getByRole('button', { name: t('Create') }).click()
    await expect(form).toBeHidden()
    await expect(rowOf(page, subject)).toBeVisible()
    await expect(rowOf(page, subject)).toContainText(t('High', undefined, 'priority'))
  })

  await test.step('Escape closes the form and clears its draft', async () => {
    await openList(page, 'Task')
    await page.keyboard.press('n')
    const form = page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Task' }]) })
    const subject = form.getByLabel(t('Subject'), { exact: true })
    await subject.fill('Not to be kept')
    await page.keyboard.press('Escape')
    await expect(form).toBeHidden()
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    await expect(subject).toHaveValue('')
  })

  await test.step('Ctrl and Enter create the record', async () => {
    const subject = `Quick ${unique()}`
    await openList(page, 'Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    await page.getByRole('dialog').getByLabel(t('Subject'), { exact: true }).fill(subject)
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(rowOf(page, subject)).toBeVisible()
  })

  await test.step('Ctrl and Enter create the record from within a date too', async () => {
    const subject = `Quick ${unique()}`
    await openList(page, 'Task')
    await page.getByRole('button', { name: t('Add'), exact: true }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel(t('Subject'), { exact: true }).fill(subject)
    const day = form.getByRole('group', { name: t('Due Date'), exact: true }).locator('[data-type="day"]')
    await day.click()
    await expect(day).toBeFocused()
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(form).toBeHidden()
    await expect(rowOf(page, subject)).toBeVisible()
  })
})

test('a new record survives a killed tab and a closing that is undone @he', async ({ page, signIn, t }) => {
  const typed = `Half ${unique()}`
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  await page.getByRole('dialog').getByLabel(t('Subject'), { exact: true }).fill(typed)
  await expect.poll(async () => JSON.stringify(await page.evaluate(keptChanges))).toContain(typed)
  await page.reload()

  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  const form = page.getByRole('dialog')
  const subject = form.getByLabel(t('Subject'), { exact: true })
  await form.getByRole('button', { name: t('Continue') }).click()
  await expect(subject).toHaveValue(typed)
  await subject.press('Escape')
  await expect(form).toBeHidden()
  await page.getByRole('button', { name: t('Undo') }).click()
  await form.getByRole('button', { name: t('Continue') }).click()
  await expect(subject).toHaveValue(typed)
  await subject.press('ControlOrMeta+Enter')
  await expect(form).toBeHidden()
  await expect(rowOf(page, typed)).toBeVisible()
  await page.getByRole('button', { name: t('Add'), exact: true }).click()
  await expect(subject).toBeFocused()
  await expect(form.getByRole('button', { name: t('Continue') })).toHaveCount(0)
})

test('an entity with entered ids asks for the id first @he', async ({ page, api, signIn, t }) => {
  const entity = await api.create('Entity', {
    id: `Shelf ${unique()}`,
    module: 'Tests',
    naming_rule: 'Prompt',
    fields: [{ fieldname: 'place', label: 'Place', fieldtype: 'Data', in_list_view: 1 }],
  })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity.id)}`)
  await page
    .getByRole('button', { name: t('Add'), exact: true })
    .first()
    .click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('textbox').first()).toBeFocused()
  await expect(form.getByLabel(t('ID'), { exact: true })).toBeFocused()
  await form.getByRole('button', { name: t('Create') }).click()
  await expect(form.getByText(t('{0} is required', [{ translate: 'ID' }]))).toBeVisible()
  await expect(form.getByLabel(t('ID'), { exact: true })).toBeFocused()
  await page.keyboard.type('A-1')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/A-1$/)
})
