import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('a scheduled mail shows its time, can be withdrawn and edited, and leaves once @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send Email') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  const subject = `Your order ${unique()}`
  await composer.getByLabel(t('Subject')).fill(subject)
  await composer.getByLabel(t('Message')).fill('It is ready\n\nDana')
  await page.setViewportSize({ width: 390, height: 664 })
  await composer.getByRole('button', { name: t('Schedule') }).click()
  await expect(page.getByRole('menuitem')).toHaveCount(3)
  await expect(page.getByRole('menuitem').first()).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('menuitem', { name: t('Choose a time') }).click()
  const dialog = page.getByRole('dialog', { name: t('Schedule') })
  await expect(dialog.getByRole('spinbutton').first()).toBeFocused()
  await dialog.getByRole('button', { name: t('Schedule') }).click()

  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText(t('Scheduled'))
  await expect(rows).toContainText('08:00')
  await expectAccessibleByDayAndNight(page)
  await rows.getByRole('button', { name: t('Cancel') }).click()
  await expect(composer.getByLabel(t('Subject'))).toHaveValue(subject)
  await expect(composer.getByLabel(t('Message'))).toHaveValue('It is ready\n\nDana')
  await expect(rows).toContainText(t('Draft'))

  await composer.getByLabel(t('Message')).fill('It is ready now')
  await composer.getByRole('button', { name: t('Schedule') }).click()
  await page.getByRole('menuitem', { name: t('In one hour') }).click()
  // It replaced the draft.
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('It is ready now')
  await rows.getByRole('button', { name: t('Send now') }).click()
  await expect(rows).toContainText(t('Sent'))
  await expect(rows.getByRole('button', { name: t('Cancel') })).toHaveCount(0)
  const query = { filters: JSON.stringify({ subject }), fields: '["status"]', order_by: 'creation asc' }
  const queue = await (await api.request.get('/api/entity/Email Queue', { params: query })).json()
  expect(queue.data).toMatchObject([{ status: 'Cancelled' }, { status: 'Sent' }])
})

test('a withdrawn text waits in the thread while another is being written @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  await signIn(page, 'staff@example.com')
  const answer = await page.request.post('/api/app/send_email', {
    data: {
      ...{ entity: 'Contact', id, recipients: 'noa@customer.example', subject: 'First', content: 'One' },
      send_at: new Date(Date.now() + 86_400_000).toISOString(),
    },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send Email') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  const message = composer.getByLabel(t('Message'))
  await message.fill('Two')
  await rows.getByRole('button', { name: t('Cancel') }).click()
  await expect(rows).toContainText(t('Draft'))
  await expect(message).toHaveValue('Two')
  await rows.getByRole('button', { name: t('Edit') }).click()
  await expect(message).toHaveValue('One')
  await page.getByRole('button', { name: t('Undo') }).click()
  await expect(message).toHaveValue('Two')
  await rows.getByRole('button', { name: t('Delete') }).click()
  await expect(rows).toHaveCount(0)
  await expect(message).toHaveValue('Two')
})
