import type { Page } from '@playwright/test'
import { TestWhatsapp } from '../apps/server/src/modules/whatsapp/testing-whatsapp.ts'
import { expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import type { Api } from './api.ts'
import { newNumber, openHook, openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test.use({ ownContext: true })

const newContact = async (api: Api) => {
  const number = newNumber()
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, whatsapp_contact_id: number })
  return { id, number }
}

/** Makes a connection beside the default one. Resolves with its id. */
async function connect(api: Api, whatsapp: TestWhatsapp): Promise<string> {
  const own = { is_default: 0, phone_number_id: newNumber() }
  return (await api.create('Whatsapp Webhook', whatsapp.connection(`Live ${unique()}`, own))).id
}

/** The last message sent to a number, as stored. */
async function lastSent(api: Api, number: string) {
  const filters = JSON.stringify({ whatsapp_contact_id: number, type: 'Outgoing' })
  const query = { filters, fields: '["*"]', order_by: 'creation desc', limit_page_length: '1' }
  const answer = await api.request.get('/api/entity/Whatsapp Message', { params: query })
  return (await answer.json()).data[0] as Record<string, string>
}

const openComposer = async (page: Page, t: (source: string) => string) => {
  const form = page.getByRole('form', { name: t('Send WhatsApp') })
  await expect(form).toBeVisible()
  return form
}

test('a message answers another, and shows when it was read and got a reaction @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id, number } = await newContact(api)
  const hook = await openHook(api)
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  const asked = await hook.receive(number, 'Do you have challah?')
  await expect(rows).toHaveCount(1)
  await hook.receive(number, 'And milk?')
  await expect(rows).toHaveCount(2)

  await rows
    .first()
    .getByRole('button', { name: t('Reply') })
    .click()
  const composer = await openComposer(page, t)
  await expect(composer.locator('.quote')).toContainText('Do you have challah?')
  await expect(composer.getByLabel(t('Message'))).toBeFocused()
  await page.keyboard.type('Fresh at noon')
  await expectAccessibleByDayAndNight(page)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(rows).toHaveCount(3)
  await expect(rows.last().locator('.quote')).toContainText('Do you have challah?')
  const sent = await lastSent(api, number)
  expect(sent).toMatchObject({ message: 'Fresh at noon', is_reply: 1, reply_to_message_id: asked })

  await expect(rows.last().locator('.delivery')).toContainText(t('Delivered'))
  const messageId = (await lastSent(api, number)).message_id ?? ''
  await hook.status(messageId, 'read')
  await expect(rows.last().locator('.delivery')).toContainText(t('Read', undefined, 'status'))

  await hook.receive(number, '', { type: 'reaction', reaction: { message_id: messageId, emoji: '❤️' } })
  await expect(rows).toHaveCount(4)
  await expect(rows.nth(2).locator('.message-reactions')).toHaveText('❤️')
  await expect(rows.last()).toContainText('Fresh at noon')
  await expect(details.getByRole('tab', { name: t('Communication') }).locator('.badge')).toHaveText('1')
  await rows.nth(2).locator('.quote').getByRole('button').click()
  await expect(rows.first().getByRole('article')).toBeFocused()

  // A withdrawn reaction leaves no trace.
  await hook.receive(number, '', { type: 'reaction', reaction: { message_id: messageId, emoji: '' } })
  await expect(rows).toHaveCount(3)
  await expect(rows.locator('.message-reactions')).toHaveCount(0)
  await expect(details.getByRole('tab', { name: t('Communication') }).locator('.badge')).toHaveCount(0)
})

test('an answer uses the connection of the message; a failed one shows the reason, and is sent by a retry @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const whatsapp = await TestWhatsapp.start()
  try {
    const { id, number } = await newContact(api)
    const hook = await openHook(api, await connect(api, whatsapp))
    const answers = () => whatsapp.messages.filter(({ type }) => type === 'text').map(({ to }) => to)
    const question = await hook.receive(number, 'Hello')
    await signIn(page, 'staff@example.com')
    const { details, rows } = await openThread(page, t, id)
    await expect(rows).toHaveCount(1)
    // The sender learns that the message was read.
    await expect
      .poll(() => whatsapp.messages)
      .toContainEqual(expect.objectContaining({ status: 'read', message_id: question }))
    await details.getByRole('button', { name: t('Send WhatsApp') }).click()
    const composer = await openComposer(page, t)
    await composer.getByLabel(t('Message')).fill('Good morning')
    await composer.getByRole('button', { name: t('Send'), exact: true }).click()
    await expect(rows).toHaveCount(2)
    const delivery = rows.last().locator('.delivery')
    await expect(delivery).toContainText(t('Sent'))
    expect(answers()).toEqual([number])
    const { message_id: messageId = '' } = await lastSent(api, number)
    await hook.status(messageId, 'failed', { errors: [{ code: 131_026, title: 'Message undeliverable' }] })
    await expect(delivery).toContainText(t('Failed'))
    await expect(delivery).toContainText(t('Message undeliverable'))
    await delivery.getByRole('button', { name: t('Retry') }).click()
    await expect(delivery).toContainText(t('Sent'))
    expect(answers()).toEqual([number, number])

    // A message cut off after its last byte is retried once, and never shown as certainly delivered.
    whatsapp.refuse(number)
    await details.getByRole('button', { name: t('Send WhatsApp') }).click()
    await composer.getByLabel(t('Message')).fill('At six')
    await composer.getByRole('button', { name: t('Send'), exact: true }).click()
    await expect(rows).toHaveCount(3)
    const twice = t('The first attempt was cut off. It may have arrived twice.')
    await expect(delivery).toContainText(twice, { timeout: 15_000 })
    expect(answers()).toHaveLength(4)
    await hook.status((await lastSent(api, number)).message_id ?? '', 'delivered')
    await expect(delivery).toContainText(t('Delivered'))
    await expect(delivery).toContainText(twice)
    await expectAccessibleByDayAndNight(page)
  } finally {
    await whatsapp.stop()
  }
})

test("free text is sent within a day, even if the other side's last message is not loaded @once", async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id, number } = await newContact(api)
  const hook = await openHook(api)
  const hourAgo = String(Math.floor(Date.now() / 1000) - 3600)
  await hook.receive(number, 'Anybody there?', { timestamp: hourAgo })
  for (let count = 0; count < 55; count++) {
    await api.create('Communication', {
      ...{ subject: `Mail ${count}`, communication_medium: 'Email', sent_or_received: 'Sent', status: 'Linked' },
      ...{ reference_entity: 'Contact', reference_id: id, communication_date: new Date().toISOString() },
    })
  }
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await expect(rows).toHaveCount(50)
  await details.getByRole('button', { name: t('Send WhatsApp') }).click()
  const composer = await openComposer(page, t)
  await expect(composer.locator('.composer-window')).toHaveAttribute('data-open')
  await expect(composer.getByLabel(t('Message'))).toBeVisible()
  // There is no message from another number.
  await composer.getByLabel(t('Contact Number')).fill('0521234567')
  await expect(composer).toContainText(t('The 24-hour window is closed. Only approved templates can be sent.'))
})

test('free text ends while the user writes, a day after the last message of a number in local form @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const number = newNumber()
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, phone: number.replace(/^972/, '0') })
  const hook = await openHook(api)
  const now = Math.floor(Date.now() / 1000)
  await hook.receive(number, 'Anybody there?', { timestamp: String(now - 23 * 3600) })
  await page.clock.install()
  // The site's clock does not move, so an answer after the move of the page's clock would start another hour.
  let isMoved = false
  await page.route('**/api/app/get_whatsapp_window?*', async (route) => {
    const response = await route.fetch()
    if (!isMoved) await route.fulfill({ response })
  })
  await signIn(page, 'staff@example.com')
  const { details } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send WhatsApp') }).click()
  const composer = await openComposer(page, t)
  await composer.getByLabel(t('Contact Number')).fill(number.replace(/^972(\d\d)/, '0$1-'))
  await expect(composer.locator('.composer-window')).toHaveAttribute('data-open')
  isMoved = true
  await composer.getByLabel(t('Message')).fill('We are')
  await page.clock.fastForward('59:00')
  await expect(composer.locator('.composer-window')).toHaveAttribute('data-open')
  await page.clock.fastForward('02:00')
  await expect(composer).toContainText(t('The 24-hour window is closed. Only approved templates can be sent.'))
  await expect(composer.getByRole('button', { name: t('Send'), exact: true })).toBeDisabled()
})

test('after a day a template is sent, filled with values of the record @he', async ({ page, api, signIn, t }) => {
  const { id, number } = await newContact(api)
  await api.update('Contact', { id, company: 'Bar & Sons' })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send WhatsApp') }).click()
  const composer = await openComposer(page, t)
  await expect(composer.getByLabel(t('Contact Number'))).toHaveValue(number)
  const template_name = `order_${unique()}`
  const template = await api.create('Whatsapp Template', {
    ...{ template_name, language_code: 'en', category: 'UTILITY', field_names: 'company' },
    ...{ body: 'Hello {{1}}, your order is ready at {{2}}.', sample_values: 'Noa\n17:00' },
  })
  const submitted = await api.request.post(`/api/entity/Whatsapp Template/${template.id}?run_method=submit_template`, {
    data: { data: {} },
  })
  await page.reload()
  await details.getByRole('button', { name: t('Send WhatsApp') }).click()
  await expect(composer.getByRole('button', { name: t('Send'), exact: true })).toBeDisabled()
  await composer.getByRole('combobox', { name: t('Template') }).click()
  await page.getByRole('option', { name: template_name }).click()
  await expect(composer.getByLabel(`${t('Template Parameters')} 1`)).toHaveValue('Bar & Sons')
  await composer.getByLabel(`${t('Template Parameters')} 2`).fill('17:30')
  await expect(composer.locator('.composer-preview')).toHaveText('Hello Bar & Sons, your order is ready at 17:30.')
  await expectAccessibleByDayAndNight(page)
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('Hello Bar & Sons, your order is ready at 17:30.')

  // When the provider withdraws it, every user sees the reason.
  await page.goto(`/app/Whatsapp Template/${template.id}`)
  await expect(details).toContainText(t('Approved', undefined, 'status'))
  const hook = await openHook(api)
  await hook.template((await submitted.json()).data.template_id, 'PAUSED', { other_info: { title: 'FIRST_PAUSE' } })
  await expect(details).toContainText(t('Paused', undefined, 'status'))
  await expect(details).toContainText(t('The template is paused for the first time, for three hours.'))
})

test('an image and a voice message are shown and played in place @he', async ({ page, api, signIn, t }) => {
  const whatsapp = await TestWhatsapp.start()
  try {
    const { id, number } = await newContact(api)
    const png = 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEElEQVR4nGP4z8AARAwQCgAf7gP9i18U1AAAAABJRU5ErkJggg=='
    whatsapp.media.set('cake', { bytes: Buffer.from(png, 'base64'), type: 'image/png' })
    whatsapp.media.set('voice', { bytes: Buffer.from('OggS voice'), type: 'audio/ogg' })
    const hook = await openHook(api, await connect(api, whatsapp))
    await signIn(page, 'staff@example.com')
    const { rows } = await openThread(page, t, id)
    await hook.receive(number, '', {
      type: 'image',
      image: { id: 'cake', mime_type: 'image/png', caption: 'Like this' },
    })
    await expect(rows).toContainText('Like this')
    const picture = rows.first().locator('.message-picture img')
    await expect(picture).toBeVisible()
    await expect.poll(() => picture.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBeGreaterThan(0)
    await hook.receive(number, '', { type: 'audio', audio: { id: 'voice', mime_type: 'audio/ogg' } })
    await expect(rows.last().locator('audio')).toBeVisible()
    await expectNoSideways(page)
  } finally {
    await whatsapp.stop()
  }
})
