import { expectAccessibleByDayAndNight } from '../accessibility.ts'
import { defineEntity, editorOf, editorTab } from './editor.ts'
import { expect, test } from './fixtures.ts'

test.use({ viewport: { width: 1440, height: 900 } })

test("a refused save marks the field's row, scrolls to it and opens it, from any tab @he", async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const many = Array.from({ length: 24 }, (_, n) => ({ fieldname: `field_${n}`, label: `Field ${n}` }))
  const id = await defineEntity(staging, many)
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  // The preview is longer than its place and scrolls by keys, too.
  const preview = editor.details.getByRole('complementary', { name: t('Preview') })
  await expect.poll(() => preview.evaluate((box) => box.scrollHeight > box.clientHeight)).toBe(true)
  await expectAccessibleByDayAndNight(page)
  await preview.focus()
  await page.keyboard.press('End')
  await expect.poll(() => preview.evaluate((box) => box.scrollTop)).toBeGreaterThan(0)

  const last = editor.line(25)
  await last.getByLabel(t('Fieldname'), { exact: true }).fill('owner')
  await editor.line(0).scrollIntoViewIfNeeded()
  const part = (name: string) => editor.details.getByRole('tab', { name: t(name), exact: true })
  await part('Settings').click()
  await editor.save()
  await expect(editor.question).toContainText(t('Fieldname {0} is reserved', ['owner']))
  await page.keyboard.press('Enter')
  await expect(last).toHaveAttribute('data-refused')
  await expect(last).toBeInViewport()
  const name = last.getByLabel(t('Fieldname'), { exact: true })
  await expect(name).toBeFocused()
  await expect(name).toHaveAttribute('aria-invalid', 'true')
  await expect(last.getByRole('alert')).toHaveText(t('Fieldname {0} is reserved', ['owner']))
  await name.fill('possessor')
  await expect(last).not.toHaveAttribute('data-refused')

  // A row opens if only its open form shows the property.
  await editor
    .line(3)
    .getByRole('button', { name: t('More'), exact: true })
    .click()
  await editor.chooseType(editor.line(3), 'Int')
  await editor.line(3).getByLabel(t('Default'), { exact: true }).fill('many')
  await editor
    .line(3)
    .getByRole('button', { name: t('Less') })
    .click()
  await editor.save()
  await expect(editor.question.getByRole('button', { name: t('Keep editing') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(editor.line(3).getByLabel(t('Default'), { exact: true })).toBeFocused()
  await editor.line(3).getByLabel(t('Default'), { exact: true }).fill('7')

  // Rows of the other tables, even if their tab is closed.
  await part('States').click()
  const states = editor.details.getByRole('group', { name: t('States') })
  await states.getByRole('button', { name: t('Add Row') }).click()
  await part('Fields').click()
  await editor.save()
  const title = states.getByLabel(t('Title'), { exact: true }).nth(1)
  await expect(title).toBeFocused()
  await expect(title).toHaveAttribute('aria-invalid', 'true')
  await title.fill('Done')
  await part('Permissions').click()
  const rules = editor.details.getByRole('group', { name: t('Permissions') })
  await rules
    .getByRole('listitem')
    .first()
    .getByRole('checkbox', { name: t('Write') })
    .uncheck()
  await part('Fields').click()
  await editor.save()
  await expect(editor.question.getByRole('button', { name: t('Keep editing') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(rules.getByRole('listitem').first()).toHaveAttribute('data-refused')
  await expect(rules.getByRole('listitem').first()).toBeInViewport()
})

test('the window lists changed options, flags, order, states and settings, and the records that lose values @he', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [
    { fieldname: 'phone', label: 'Phone' },
    { fieldname: 'fax', label: 'Fax' },
  ])
  for (let n = 0; n < 3; n++) {
    await staging.create(id, { subject: `Dana ${n}`, ...(n < 2 && { phone: `03-${n}` }), fax: `04-${n}` })
  }
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  const status = editor.line(1)
  await status.getByRole('button', { name: t('More'), exact: true }).click()
  await status.getByRole('checkbox', { name: t('Required') }).check()
  await status.getByRole('button', { name: t('Add Choice') }).click()
  await page.keyboard.type('Later')
  await editor
    .line(1)
    .locator('.field-line-place')
    .getByRole('button', { name: t('Drag to reorder') })
    .focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect.poll(editor.labels).toEqual(['Status', 'Subject', 'Phone', 'Fax'])
  for (const at of [3, 2])
    await editor
      .line(at)
      .getByRole('button', { name: t('Delete Row') })
      .click()
  await editor.details.getByRole('tab', { name: t('Settings') }).click()
  await editor.details.getByRole('checkbox', { name: t('Allow Rename') }).check()
  await editor.save()
  const window = editor.question
  await expect(window).toContainText(t('This change would lose data in {0} records. Confirm to continue.', [3]))
  await expect(window).toContainText('Dana 0')
  await expect(window).toContainText('03-0')
  await expect(window).toContainText(t('The order of the fields changes'))
  await expect(window).toContainText(t('{0} is switched on', [t('Required')]))
  await expect(window).toContainText('Open, Done, Later')
  await expect(window).toContainText(t('Allow Rename'))
  await editor.apply()
  expect(await staging.read('Entity', id)).toMatchObject({
    allow_rename: 1,
    fields: [{ fieldname: 'status', reqd: 1, options: 'Open\nDone\nLater' }, { fieldname: 'subject' }],
  })
})

test('a series with parts of a date previews its next id, and an invalid pattern is refused at its box @once', async ({
  page,
  openTab,
  staging,
  t,
}) => {
  const id = await defineEntity(staging, [], { naming_rule: 'Series', naming_value: 'CASE-.####' })
  await openTab(page, editorTab(id))
  const editor = editorOf(page, t)
  await editor.edit()
  await editor.details.getByRole('tab', { name: t('Settings') }).click()
  const box = editor.details.getByLabel(t('Naming Value'), { exact: true })
  await expect(editor.details.getByText(t('The next record is {0}', ['CASE-0001']))).toBeVisible()
  await box.fill('CASE-.WW.-.####')
  const sentence = new RegExp(
    t('{0} is not a known part of a naming pattern. Known parts: {1}', ['WW', '']).slice(0, 20),
  )
  await expect(editor.details.getByRole('status').filter({ hasText: sentence })).toBeVisible()
  await editor.save()
  await expect(editor.question.getByRole('button', { name: t('Keep editing') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(box).toBeFocused()
  await expect(box).toHaveAttribute('aria-invalid', 'true')
  const { server_time: now } = await (await staging.request.get('/api/auth/validate')).json()
  const year = String(now).slice(0, 4)
  await box.fill('CASE-.YYYY.-.##')
  await expect(editor.details.getByText(t('The next record is {0}', [`CASE-${year}-01`]))).toBeVisible()
  await editor.save()
  await expect(editor.question).toContainText('CASE-.YYYY.-.##')
  await editor.apply()
  expect((await staging.create(id, { subject: 'Dana' })).id).toBe(`CASE-${year}-01`)
})
