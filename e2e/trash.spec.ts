import { expectAccessible, expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { openMailbox } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './keys.ts'
import { atList, detailsOf, rowOf, unique } from './screens.ts'

test('a contact that was deleted with a file and a mail comes back with them, by keys alone @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const name = `Noa ${unique()}`
  const email = `${unique()}@customer.example`
  const contact = await api.create('Contact', { contact_name: name, email, notes: 'Rings on Mondays' })
  const file = { name: 'offer.txt', mimeType: 'text/plain', buffer: Buffer.from('an offer') }
  const sent = await api.request.post('/api/files', { multipart: { file, entity: 'Contact', id: contact.id } })
  expect(sent.ok(), await sent.text()).toBe(true)
  await (await openMailbox(api))({ from: email, subject: 'Order 7', text: 'Two cakes' })
  await signIn(page)
  await page.goto(`/app/Contact/${contact.id}`)
  const details = detailsOf(page, t)
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('Delete')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('It can be restored from the trash for {0} days.', [30]))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('{0} was moved to the trash.', [name])).first()).toBeVisible()
  await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
  await expectAccessible(page)

  await page.goto('/app/Trash Item')
  await expectAccessibleByDayAndNight(page)
  const row = rowOf(page, name).getByRole('link')
  await goTo(page, row)
  await page.keyboard.press('Enter')
  await expect(details.getByRole('heading', { level: 2, name })).toBeVisible()
  for (const label of ['Files', 'Communications']) {
    await expect(details.locator(`[data-field=${label.toLowerCase()}]`)).toHaveText(`${t(label)}1`)
  }
  await expect(details.getByText('Rings on Mondays')).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await goTo(page, details.getByRole('tab', { name: t('Details') }))
  await page.keyboard.press(t('Details') === 'Details' ? 'ArrowRight' : 'ArrowLeft')
  await expect(details.getByText(t('Created'), { exact: true })).toBeVisible()
  await expectAccessible(page)
  await page.setViewportSize({ width: 390, height: 800 })
  await expectNoSideways(page)
  await page.setViewportSize({ width: 1280, height: 720 })

  await goTo(page, details.getByRole('button', { name: t('Restore') }), 'Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/app/Contact/${contact.id}$`))
  await expect(page.getByText(t('{0} was restored.', [name])).first()).toBeVisible()
  await details.getByRole('tab', { name: t('Files') }).click()
  await expect(details.getByRole('link', { name: /offer/ })).toBeVisible()
  await details.getByRole('tab', { name: t('Communication') }).click()
  await expect(details.getByText('Order 7').first()).toBeVisible()
  // The item is gone, and so is its page.
  await page.goBack()
  await expect(page).toHaveURL(atList('Trash Item'))
})

test('a record whose id, number and link are taken or gone comes back under others, and says what is lost @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id: entity } = await api.create('Entity', {
    ...{ id: `Badge ${unique()}`, module: 'Tests', naming_rule: 'Prompt' },
    fields: [
      { fieldname: 'number', label: 'Number', fieldtype: 'Data', unique: 1, in_list_view: 1 },
      { fieldname: 'holder', label: 'Holder', fieldtype: 'Link', options: 'Contact' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const holder = await api.create('Contact', { contact_name: `Dov ${unique()}` })
  await api.create(entity, { id: 'B-1', number: '7', holder: holder.id })
  await api.remove(entity, 'B-1')
  await api.remove('Contact', holder.id)
  await api.create(entity, { id: 'B-1', number: '7' })
  await signIn(page)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: entity }))
  await page.goto(`/app/Trash Item?filters=${filters}`)
  await rowOf(page, 'B-1').getByRole('link').click()
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Restore') }).click()
  const window = page.getByRole('dialog', { name: t('Restore') })
  const box = window.getByLabel(t('New ID'))
  await expect(box).toBeFocused()
  await expect(box).toHaveAccessibleDescription(/B-1/)
  await expectAccessible(page)
  await box.fill('B-2')
  await page.keyboard.press('Enter')
  const number = window.getByLabel(t('Number'))
  await expect(number).toHaveAccessibleDescription(/7/)
  await expectAccessible(page)
  await number.fill('8')
  await page.keyboard.press('Enter')
  const told = page.getByRole('alertdialog')
  await expect(told).toContainText(t('{0} was restored.', ['B-1']))
  await expect(told).toContainText(t('Not restored: {0}', [1]))
  await expect(told).toContainText('Holder')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL((url) => url.pathname === `/app/${encodeURIComponent(entity)}/B-2`)
  expect(await api.read(entity, 'B-2')).toMatchObject({ number: '8', holder: null })

  await api.remove(entity, 'B-2')
  const removed = await api.request.delete(`/api/entity/Entity/${encodeURIComponent(entity)}?confirm_data_loss=1`)
  expect(removed.ok(), await removed.text()).toBe(true)
  await page.goto(`/app/Trash Item?filters=${filters}`)
  await rowOf(page, 'B-2').getByRole('link').click()
  const reason = t('{0} no longer exists. This record can be restored once that entity is.', [entity])
  await expect(details.getByText(reason)).toBeVisible()
  await expect(details.getByRole('button', { name: t('Restore') })).toHaveCount(0)
})

test('managers erase one item, then the trash of an entity, by keys alone @he', async ({ page, api, signIn, t }) => {
  const { id: entity } = await api.create('Entity', {
    ...{ id: `Leaf ${unique()}`, module: 'Tests', naming_rule: 'Prompt' },
    fields: [{ fieldname: 'text', label: 'Text', fieldtype: 'Data' }],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  for (const id of ['L-1', 'L-2', 'L-3']) {
    await api.create(entity, { id, text: id })
    await api.remove(entity, id)
  }
  await signIn(page)
  const filters = encodeURIComponent(JSON.stringify({ ref_entity: entity }))
  await page.goto(`/app/Trash Item?filters=${filters}`)
  await goTo(page, rowOf(page, 'L-3').getByRole('link'))
  await page.keyboard.press('Enter')
  const details = detailsOf(page, t)
  const erase = details.getByRole('button', { name: t('Delete for Ever') })
  await expect(erase).toBeEnabled()
  await goTo(page, erase)
  await page.keyboard.press('Enter')
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText('L-3')
  await expect(question).toContainText(t('This cannot be undone.'))
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(atList('Trash Item'))
  await expect(rowOf(page, 'L-3')).toHaveCount(0)

  await goTo(page, page.getByRole('button', { name: t('Empty Trash') }))
  await page.keyboard.press('Enter')
  await expect(question).toContainText(t('Items to delete for ever: {0}', [2]))
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(rowOf(page, 'L-2')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(question).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(page.getByText(t('Items deleted for ever: {0}', [2])).first()).toBeVisible()
  await expect(page.getByRole('article')).toHaveCount(0)
})

test('all deleted records that the list shows come back at once, after their plan @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const tasks = await Promise.all([1, 2, 3].map((at) => api.create('Task', { subject: `Lot ${at} ${word}` })))
  const ids = tasks.map(({ id }) => id)
  for (const id of ids) await api.remove('Task', id)
  await signIn(page)
  await page.goto(`/app/Trash Item?filters=${encodeURIComponent(JSON.stringify({ ref_id: ['in', ids] }))}`)
  const row = rowOf(page, `Lot 1 ${word}`)
  await expect(row).toBeVisible()
  // Its words have said one of the fields, so no others are left without room.
  await page.setViewportSize({ width: 390, height: 800 })
  await expect(row).toContainText(t('Purge At'))
  await expect(row).not.toContainText('+')
  await page.setViewportSize({ width: 1280, height: 720 })
  const window = page.getByRole('dialog')
  // Some of them come back by their boxes, on a phone also.
  await page.setViewportSize({ width: 390, height: 800 })
  await page.getByRole('button', { name: t('Select'), exact: true }).click()
  await row.getByRole('checkbox').check()
  await page.getByRole('button', { name: t('Restore'), exact: true }).click()
  await window.getByRole('button', { name: `${t('Restore')} (1)` }).click()
  await expect(page.getByText(t('Records restored: {0}', [1])).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  await expect(row).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(rowOf(page, `Lot 2 ${word}`)).toBeVisible()
  await page.getByRole('button', { name: t('Restore All') }).click()
  await expect(window.getByText(t('Will be restored'))).toBeVisible()
  await expectAccessible(page)
  await window.getByRole('button', { name: `${t('Restore')} (2)` }).click()
  await expect(page.getByText(t('Records restored: {0}', [2])).first()).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  await expect(page.getByText(t('No results'))).toBeVisible()
  const back = await api.request.get('/api/entity/Task', { params: { filters: JSON.stringify({ id: ['in', ids] }) } })
  expect((await back.json()).count).toBe(3)
})
