import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { goTo } from '../keys.ts'
import { defineEntity, editorOf, editorTab } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test('a removed field comes back with its values by keys alone, under another name where its own is taken @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [{ fieldname: 'phone', label: 'Phone' }])
  const dana = await staging.create(id, { subject: 'Dana', phone: '03-1' })
  // So many records take too long to make: what the server would say of them is put into its answers.
  await page.route(
    (url) => url.pathname.endsWith(`/api/entity/Entity/${encodeURIComponent(id)}`),
    async (route) => {
      if (route.request().method() !== 'GET') return route.fallback()
      const response = await route.fetch()
      const answer = (await response.json()) as { entity: { fields: { fieldname: string; index?: number }[] } }
      const isSlow = answer.entity.fields.some((field) => field.fieldname === 'phone' && field.index !== 1)
      const slow_lists = isSlow ? { records: 1_000_000, fields: ['phone'] } : undefined
      await route.fulfill({ response, json: { ...answer, entity: { ...answer.entity, slow_lists } } })
    },
  )
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  const slow = editor.details.getByRole('region', { name: t('Slow Lists') })
  await expect(slow).toContainText(t('Phone'))
  await slow.getByRole('button', { name: t('Add Indexes') }).click()
  await expect(slow).toBeHidden()
  expect((await staging.read('Entity', id)).fields).toContainEqual(
    expect.objectContaining({ fieldname: 'phone', index: 1 }),
  )
  await editor.edit()
  await editor
    .line(2)
    .getByRole('button', { name: t('Delete Row') })
    .click()
  await editor.save()
  await expect(editor.question).toContainText('03-1')
  await editor.apply()

  // Work goes on, and the name is used for something else.
  await staging.create(id, { subject: 'Gil' })
  const { fields } = await staging.read('Entity', id)
  const other = { fieldname: 'phone', label: 'Phone model', fieldtype: 'Data' }
  await staging.update('Entity', { id, fields: [...(fields as object[]), other] })
  const removed = editor.details.getByRole('region', { name: t('Removed Fields') })
  await expect(removed.getByRole('listitem')).toHaveCount(1)
  await expect(removed.getByRole('listitem')).toContainText(t('{0, plural, one {# record} other {# records}}', [1]))
  await expectAccessibleByDayAndNight(page)
  await goTo(page, removed.getByRole('button', { name: t('Restore') }), 'Tab', 80)
  await page.keyboard.press('Enter')
  const name = editor.question.getByLabel(t('Fieldname'))
  await expect(name).toBeFocused()
  await page.keyboard.type('phone_number')
  await page.keyboard.press('Enter')
  await expect(removed).toBeHidden()
  expect(await staging.read(id, dana.id)).toMatchObject({ phone: null, phone_number: '03-1' })

  // The undo would lose the values again, and asks first.
  const notices = page.getByRole('region', { name: t('Notices') })
  await expect(notices).toContainText(t('The field {0} was restored.', [t('Phone')]))
  await goTo(page, notices.getByRole('button', { name: t('Undo'), exact: true }).last(), 'Tab', 80)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('This change would lose data in {0} records. Confirm to continue.', [1]))
  await expect(question).toContainText('03-1')
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Enter')
  await expect(notices).toContainText(t('Undone. Records: {0}', [1]))
  await expect(removed.getByRole('listitem')).toContainText(t('Phone'))
  expect(await staging.read(id, dana.id)).not.toHaveProperty('phone_number')
})
