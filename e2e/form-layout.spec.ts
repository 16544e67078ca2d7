import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { beginEditing, detailsOf, unique } from './screens.ts'

// Wide enough for four columns beside the list.
test.use({ viewport: { width: 1440, height: 900 } })

test('a form has the tabs, widths and rows of its definition, and a refused save leads to the wrong tab @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const field = (fieldname: string, fieldtype = 'Data', more: object = {}) => ({
    ...{ fieldname, label: fieldname, fieldtype },
    ...more,
  })
  const { id: entity } = await api.create('Entity', {
    id: `Parcel ${unique()}`,
    module: 'Tests',
    title_field: 'subject',
    fields: [
      field('subject', 'Data', { in_list_view: 1, span: 3 }),
      field('weight', 'Int'),
      field('colour', 'Data', { new_row: 1 }),
      field('shape'),
      field('city', 'Data', { form_tab: 'Delivery', field_group: 'Where' }),
      field('street', 'Data', { field_group: 'Where', in_head: 1 }),
      field('remark', 'Data', { form_tab: 'Later', field_group: 'More' }),
    ],
  })
  const { id } = await api.create(entity, { subject: 'Lemons', street: 'Herzl 1', city: 'Haifa' })
  const { fields } = await api.read('Entity', entity)
  await api.update('Entity', {
    id: entity,
    fields: (fields as { fieldname: string }[]).map((row) => (row.fieldname === 'street' ? { ...row, reqd: 1 } : row)),
  })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/${id}`)
  const details = detailsOf(page, t)
  const placeOf = async (name: string) => {
    const box = await details.locator(`[data-field=${name}]`).boundingBox()
    if (!box) throw new Error(`${name} is not drawn`)
    return box
  }

  await test.step('a span is a number of columns, and a new row begins at the edge', async () => {
    await expect(details.locator('[data-field=subject]')).toBeVisible()
    const [subject, weight, colour, shape] = await Promise.all(['subject', 'weight', 'colour', 'shape'].map(placeOf))
    if (!subject || !weight || !colour || !shape) throw new Error('a field is not drawn')
    expect(subject.width).toBeGreaterThan(3 * weight.width)
    expect(weight.y).toBe(subject.y)
    expect(colour.x + colour.width).toBe(subject.x + subject.width)
    expect(shape.y).toBe(colour.y)
    await expect(details.locator('[data-field=city]')).toHaveCount(0)
    await expect(details.locator('.record-facts')).toContainText('Herzl 1')
  })
  await test.step('each tab has an address', async () => {
    await expect(details.getByRole('tab').nth(1)).toContainText(t('Delivery'))
    await expect(details.getByRole('tab').nth(2)).toContainText(t('Later'))
    await details.getByRole('tab', { name: t('Delivery') }).click()
    await expect(page).toHaveURL(/\?tab=f-2$/)
    await page.reload()
    await expect(details.locator('[data-field=city]')).toContainText('Haifa')
    await expect(details.locator('[data-field=subject]')).toHaveCount(0)
    await expectAccessibleByDayAndNight(page)
  })
  await test.step('a refused save counts the faults, goes to the first and focuses it', async () => {
    await beginEditing(page, t)
    await expect(page).toHaveURL(/\?tab=f-2$/)
    await details.getByRole('textbox', { name: 'street' }).fill('')
    await details.getByRole('tab', { name: t('Details') }).click()
    await details.getByRole('textbox', { name: 'shape' }).fill('Round')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('textbox', { name: 'street' })).toBeFocused()
    await expect(details.getByRole('tab', { name: t('Delivery') })).toContainText(t('{0} to correct', ['1']))
    await expect(details.getByRole('tab', { name: t('Details') })).not.toContainText(t('{0} to correct', ['1']))
    await page.keyboard.type('Begin 2')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    await expect(details.locator('.record-facts')).toContainText('Begin 2')
    expect(await api.read(entity, id)).toMatchObject({ street: 'Begin 2', shape: 'Round' })
  })
})
