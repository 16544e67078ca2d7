import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './keys.ts'
import { unique } from './screens.ts'

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const textFile = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from('flour and sugar') })
const detailsOf = (page: Page, t: (source: string) => string) => page.getByRole('region', { name: t('Details') })

test('history shows each change with its user, field by field, and updates live @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const contact = await api.create('Contact', { contact_name: `Noa ${unique()}` })
  const subject = `First ${unique()}`
  const { id } = await api.create('Task', { subject, status: 'Open', checklist: [{ title: 'Flour' }] })
  await api.update('Task', { id, subject: 'Second', status: 'Done', contact: contact.id })
  await signIn(page, 'staff@example.com')
  await page.goto(`/app/Task/${id}`)
  const details = detailsOf(page, t)
  await details.getByRole('tab', { name: t('History') }).click()
  await expect(page).toHaveURL(/\?tab=history$/)

  const writes = details.getByRole('tabpanel').locator('.version-row')
  await expect(writes).toHaveCount(2)
  const [newest, oldest] = [writes.first(), writes.last()]
  await expect(newest).toContainText('Administrator')
  await expect(newest).toContainText(t('Updated'))
  await expect(newest.locator('.version-change', { hasText: t('Subject') })).toContainText(subject)
  await expect(newest.locator('.version-change', { hasText: t('Subject') })).toContainText('Second')
  await expect(newest.locator('.version-change', { hasText: t('Status') })).toContainText(
    t('Done', undefined, 'status'),
  )
  await expect(newest).toContainText(String(contact.contact_name))
  await expect(newest).not.toContainText(contact.id)
  await expect(oldest).toContainText(t('Created'))
  await expect(oldest).toContainText('Flour')
  await expect(oldest).toContainText(t('row added'))

  await api.update('Task', { id, summary: 'By phone' })
  await expect(writes).toHaveCount(3)
  await expect(newest).toContainText('By phone')
  await expectAccessibleByDayAndNight(page)
  await page.reload()
  await expect(details.getByRole('tab', { name: t('History') })).toHaveAttribute('aria-selected', 'true')
  await expect(writes).toHaveCount(3)
})

test('history brings back a field, a row and a version, shows one and compares two, by keys alone @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const first = `First ${unique()}`
  const { id } = await api.create('Task', {
    subject: first,
    points: 1,
    checklist: [{ title: 'Flour' }, { title: 'Sugar' }],
  })
  const { checklist } = await api.update('Task', { id, subject: 'Second', points: 2 })
  await api.update('Task', { id, subject: 'Third', checklist: (checklist as object[]).slice(1) })
  await signIn(page, 'staff@example.com')
  await page.goto(`/app/Task/${id}?tab=history`)
  const panel = detailsOf(page, t).getByRole('tabpanel')
  const rows = panel.locator('.version-row')
  await expect(rows).toHaveCount(3)

  // The way here leads past the whole list, whose length depends on the tests before.
  await detailsOf(page, t)
    .getByRole('tab', { name: t('History') })
    .focus()
  const look = rows.last().getByRole('button', { name: t('Show the record as it was') })
  await goTo(page, look)
  await page.keyboard.press('Enter')
  const form = panel.locator('.record-as-it-was')
  await expect(form).toContainText(first)
  await expect(form).not.toContainText('Third')
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('Escape')
  await expect(look).toBeFocused()

  const compare = panel.getByRole('button', { name: t('Compare') })
  await goTo(page, compare, 'Shift+Tab')
  await page.keyboard.press('Enter')
  for (const row of [rows.nth(1), rows.last()]) {
    await goTo(page, row.getByRole('checkbox'))
    await page.keyboard.press('Space')
  }
  const compared = panel.locator('.compared-versions')
  await expect(compared).toContainText(first)
  await expect(compared).toContainText('Second')
  await expectAccessibleByDayAndNight(page)
  await goTo(page, compare, 'Shift+Tab')
  await page.keyboard.press('Enter')

  const restore = rows.first().getByRole('button', { name: `${t('Restore')}: ${t('Checklist')}` })
  await goTo(page, restore)
  // It appears with the focus; where a finger may come it is always there.
  const place = restore.locator('..')
  await expect(place).toHaveCSS('opacity', '1')
  await look.focus()
  await expect(place).toHaveCSS('opacity', '0')
  const size = page.viewportSize() ?? { width: 1280, height: 720 }
  await page.setViewportSize({ ...size, width: 390 })
  await expect(place).toHaveCSS('opacity', '1')
  await page.setViewportSize(size)
  await restore.press('Enter')
  await expect(rows).toHaveCount(4)
  await expect(rows.first()).toContainText('Flour')
  await expect(rows.first()).toContainText(t('row added'))

  await goTo(page, look)
  await page.keyboard.press('Enter')
  await goTo(page, form.getByRole('button', { name: t('Restore This Version') }))
  await page.keyboard.press('Enter')
  await expect(page.getByRole('paragraph').filter({ hasText: t('{0} was restored.', [first]) })).toBeVisible()
  await expect(page.getByRole('heading', { name: first })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+z')
  await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible()
  await expect(rows).toHaveCount(6)

  // Of what a colleague changed in several records, this one is taken back alone, by keyboard.
  const other = await api.create('Task', { subject: 'Other' })
  const entities = [id, other.id].map((one) => ({ id: one, points: 7 }))
  await api.request.post('/api/entity/Task/bulk-update', { data: { entities } })
  await expect(rows.first()).toContainText(t('One of {0} records', [2]))
  await expect(rows.first().getByRole('link')).toHaveCount(0)
  await rows
    .first()
    .getByRole('button', { name: t('Undo'), exact: true })
    .focus()
  await page.keyboard.press('Enter')
  await expect(rows).toHaveCount(8)
  await expect(rows.nth(1)).toContainText(t('Partly Undone'))
  expect([await api.read('Task', id), await api.read('Task', other.id)]).toMatchObject([{ points: 2 }, { points: 7 }])
  await expect(rows.first().getByRole('button', { name: t('Redo'), exact: true })).toBeVisible()
})

test('files are uploaded, opened and removed, also while another tab is open @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page, 'staff@example.com')
  await test.step('several files are uploaded at once, opened and removed', async () => {
    const { id } = await api.create('Contact', { contact_name: `Files ${unique()}` })
    await page.goto(`/app/Contact/${id}?tab=files`)
    const panel = detailsOf(page, t).getByRole('tabpanel')
    await expect(panel.getByText(t('No files yet'))).toBeVisible()
    await panel
      .getByLabel(t('Drag & Drop your files or'))
      .setInputFiles([textFile('list.txt'), textFile('מתכון.txt'), textFile('prices.txt')])
    const rows = panel.locator('.file-row')
    await expect(rows).toHaveCount(3)
    // Each stays, and can be undone, until the next action.
    await expect(panel.locator('.upload-row').filter({ hasText: t('Upload complete') })).toHaveCount(3)
    const list = rows.filter({ hasText: 'list.txt' })
    await expect(list).toContainText(`15 ${t('bytes')}`)

    const opened = page.waitForEvent('popup')
    await list.getByRole('link').click()
    await expect((await opened).getByText('flour and sugar')).toBeVisible()

    await list.getByRole('button', { name: t('Remove') }).click()
    const question = page.getByRole('alertdialog', {
      name: t('Are you sure you want to delete {id}?', { id: 'list.txt' }),
    })
    await expect(question.getByRole('button', { name: t('Confirm') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(list).toHaveCount(0)
    await expect(rows).toHaveCount(2)
    await expect(panel.locator('.upload-row').filter({ hasText: t('Upload complete') })).toHaveCount(2)
  })

  await test.step('an upload completes while another tab is open', async () => {
    const { id } = await api.create('Contact', { contact_name: `Files ${unique()}` })
    await page.goto(`/app/Contact/${id}?tab=files`)
    const details = detailsOf(page, t)
    const looked = Promise.withResolvers<void>()
    await page.route('**/api/files', async (route) => {
      await looked.promise
      await route.continue()
    })
    await details.getByLabel(t('Drag & Drop your files or')).setInputFiles([textFile('list.txt')])
    await expect(details.locator('.upload-row')).toHaveCount(1)
    await details.getByRole('tab', { name: t('Details') }).click()
    await expect(details.locator('.upload-row')).toHaveCount(0)
    await details.getByRole('tab', { name: t('Files') }).click()
    await expect(details.locator('.upload-row')).toHaveCount(1)
    await details.getByRole('tab', { name: t('Details') }).click()
    looked.resolve()
    await details.getByRole('tab', { name: t('Files') }).click()
    await expect(details.locator('.file-row')).toContainText('list.txt')
  })
})

test("a field's file names the field, and other users' files stay @once", async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Photo ${unique()}` })
  const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') }
  const upload = (field?: string) =>
    api.request.post('/api/files', {
      multipart: { filename: 'face.png', entity: 'Contact', id, ...(field && { field }), file },
    })
  const brought = await upload('photo')
  await api.update('Contact', { id, photo: (await brought.json()).file_url })
  await signIn(page)
  await page.goto(`/app/Contact/${id}?tab=files`)
  const row = detailsOf(page, t).locator('.file-row')
  await expect(row).toContainText(t('Photo'))
  await expect(row).toContainText('Administrator')
  await expectAccessibleByDayAndNight(page)
  await row.getByRole('button', { name: t('Remove') }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(t('The field {0} shows this file.', [{ translate: 'Photo' }]))
  await question.getByRole('button', { name: t('Cancel') }).click()

  await page.goto('about:blank')
  await signIn(page, 'staff@example.com')
  await page.goto(`/app/Contact/${id}?tab=files`)
  await expect(row).toContainText('face.png')
  await expect(row.getByRole('button', { name: t('Remove') })).toHaveCount(0)
})

test('communication shows each message with its state, and a new one at once @he', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Talk ${unique()}` })
  const message = (values: Record<string, unknown>) =>
    api.create('Communication', {
      communication_medium: 'Email',
      sent_or_received: 'Received',
      sender: 'noa@example.com',
      sender_full_name: 'Noa Bar',
      reference_entity: 'Contact',
      reference_id: id,
      ...values,
    })
  await signIn(page, 'staff@example.com')
  await page.goto(`/app/Contact/${id}`)
  const details = detailsOf(page, t)
  await details.getByRole('tab', { name: t('Communication') }).click()
  await expect(details.getByText(t('No communication yet'))).toBeVisible()
  await message({ subject: 'Order', content: '<p>Two <b>cakes</b></p>', status: 'Open' })
  const rows = details.locator('.message-row')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Order')
  await expect(rows).toContainText('Two cakes')
  await expect(rows).toContainText('Noa Bar')
  await expect(rows.locator('.pill')).toHaveText(t('Open', undefined, 'status'))
  await expect(rows.locator('.pill')).toHaveAttribute('data-color', 'Orange')
  await message({ subject: 'Thanks', status: 'Closed', communication_medium: 'WhatsApp' })
  await expect(rows).toHaveCount(2)
  await expectAccessibleByDayAndNight(page)
})

test('the draft stays while other tabs are open, and a tab that cannot be read is read again @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('the draft stays while other tabs are open, and Edit leads back to the details', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}?tab=files`)
    const details = detailsOf(page, t)
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await expect(subject).toBeFocused()
    await subject.fill('My draft')
    await details.getByRole('tab', { name: t('History') }).click()
    await expect(details.locator('.version-row')).toHaveCount(1)
    await details.getByRole('tab', { name: t('Details') }).click()
    await expect(subject).toHaveValue('My draft')
    await details.getByRole('tab', { name: t('Files') }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('heading', { level: 2, name: 'My draft' })).toBeVisible()
  })

  await test.step('a tab that cannot be read shows the reason and a retry', async () => {
    const { id } = await api.create('Task', { subject: `Plan ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = detailsOf(page, t)
    await page.route('**/*run_method=get_history', (route) =>
      route.fulfill({ status: 500, json: { message: 'The kiln is cold' } }),
    )
    await details.getByRole('tab', { name: t('History') }).click()
    await expect(details.getByRole('alert')).toContainText('The kiln is cold')
    await page.unroute('**/*run_method=get_history')
    await details.getByRole('button', { name: t('Retry') }).click()
    await expect(details.locator('.version-row')).toHaveCount(1)
  })
})
