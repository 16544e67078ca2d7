import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { openMailbox, openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('a discarded draft can be restored, and a closed one waits @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  await signIn(page, 'staff@example.com')
  const { details } = await openThread(page, t, id)
  const begin = details.getByRole('button', { name: t('Send Email') })
  await begin.click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  await composer.getByLabel(t('Subject')).fill('Your order')
  await composer.getByLabel(t('Message')).fill('It is ready')
  await composer.getByRole('button', { name: t('Discard draft') }).click()
  await expect(composer).toHaveCount(0)
  await expect(begin).not.toContainText(t('Draft'))
  await page.getByRole('button', { name: t('Undo') }).click()
  await expect(composer.getByLabel(t('Subject'))).toHaveValue('Your order')
  await expect(composer.getByLabel(t('Message'))).toHaveValue('It is ready')

  await composer.getByLabel(t('Message')).press('Escape')
  await expect(composer).toHaveCount(0)
  await expect(begin).toContainText(t('Draft'))
  await expectAccessibleByDayAndNight(page)
  await begin.click()
  await expect(composer.getByLabel(t('Message'))).toHaveValue('It is ready')
})

test('a mail goes to all named recipients, with a file from disk, and shows them @he', async ({
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
  await composer.getByRole('button', { name: `${t('CC')} / ${t('BCC')}` }).click()
  await composer.getByLabel(t('CC'), { exact: true }).fill('dan@customer.example')
  await composer.getByLabel(t('BCC'), { exact: true }).fill('books@bakery.example')
  await composer.getByLabel(t('Subject')).fill('Menu')
  await composer.getByLabel(t('Message')).fill('See the file')
  // On a phone, too, Send is visible, and panels keep the margin of the page.
  await page.setViewportSize({ width: 390, height: 664 })
  await expect(composer.getByRole('button', { name: t('Send'), exact: true })).toBeInViewport({ ratio: 1 })
  await composer.getByRole('button', { name: t('Attachments') }).click()
  const { x = 0, width = 390 } = (await page.getByRole('dialog', { name: t('Attachments') }).boundingBox()) ?? {}
  expect(Math.min(x, 390 - x - width)).toBeGreaterThanOrEqual(16)
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('cakes') })
  await expect(composer.getByRole('list', { name: t('Attachments') })).toContainText('menu.txt')
  await page.keyboard.press('Escape')
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(rows).toHaveCount(1)
  for (const who of ['noa@customer.example', 'dan@customer.example', 'books@bakery.example']) {
    await expect(rows).toContainText(who)
  }
  await expect(rows.getByRole('link', { name: 'menu.txt' })).toBeVisible()
  const filters = JSON.stringify({ reference_id: id })
  const query = { filters, fields: '["recipients","cc","bcc"]' }
  const queue = await (await api.request.get('/api/entity/Email Queue', { params: query })).json()
  expect(queue.data).toMatchObject([
    { recipients: 'noa@customer.example', cc: 'dan@customer.example', bcc: 'books@bakery.example' },
  ])
})

test('an answer quotes its mail until the quote is removed, and goes to all recipients or to the sender @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page, 'staff@example.com')
  await test.step('an answer quotes the mail at which it was started, until the quote is removed', async () => {
    const email = `noa-${unique()}@customer.example`
    const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email })
    const receive = await openMailbox(api)
    const first = await receive({ from: email, subject: 'Two cakes', text: 'For Friday' })
    await receive({ from: email, subject: 'Invoice', text: 'Please send it' })
    const { details, rows } = await openThread(page, t, id)
    await expect(rows).toHaveCount(2)
    await rows
      .first()
      .getByRole('button', { name: t('Reply') })
      .click()
    const composer = details.getByRole('form', { name: t('Send Email') })
    await expect(composer.locator('.quote')).toContainText('Two cakes')
    await expect(composer.getByLabel(t('Subject'))).toHaveValue('Re: Two cakes')
    await composer.getByLabel(t('Message')).fill('They will be ready')
    await composer.getByRole('button', { name: t('Send'), exact: true }).click()
    await expect(rows).toHaveCount(3)
    const answerOf = async (subject: string) => {
      const query = { filters: JSON.stringify({ subject, reference_id: id, sent_or_received: 'Sent' }) }
      const answer = await api.request.get('/api/entity/Communication', { params: { ...query, fields: '["*"]' } })
      return (await answer.json()).data[0]
    }
    expect(await answerOf('Re: Two cakes')).toMatchObject({ in_reply_to: first })

    await rows
      .first()
      .getByRole('button', { name: t('Reply') })
      .click()
    await composer
      .locator('.quote')
      .getByRole('button', { name: t('Remove') })
      .click()
    await expect(composer.locator('.quote')).toHaveCount(0)
    await composer.getByLabel(t('Subject')).fill('Something else')
    await composer.getByLabel(t('Message')).fill('We are closed on Sunday')
    await composer.getByRole('button', { name: t('Send'), exact: true }).click()
    await expect(rows).toHaveCount(4)
    expect((await answerOf('Something else')).in_reply_to ?? null).toBeNull()
  })

  await test.step('an answer to all goes to all recipients but ourselves, and one to the sender to nobody else', async () => {
    const email = `noa-${unique()}@customer.example`
    const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email })
    const receive = await openMailbox(api)
    await receive({
      from: email,
      cc: 'dan@customer.example, gil@customer.example',
      subject: 'Two cakes',
      text: 'Please',
    })
    const { details, rows } = await openThread(page, t, id)
    await rows.getByRole('button', { name: t('Reply to All') }).click()
    const composer = details.getByRole('form', { name: t('Send Email') })
    const cc = composer.getByLabel(t('CC'), { exact: true })
    await expect(composer.getByLabel(t('To'), { exact: true })).toHaveValue(email)
    await expect(cc).toHaveValue('dan@customer.example, gil@customer.example')
    await expect(composer.getByLabel(t('BCC'))).toHaveCount(0)
    await expect(composer.getByLabel(t('Message'))).toBeFocused()
    await expectAccessibleByDayAndNight(page)
    await rows.getByRole('button', { name: t('Reply'), exact: true }).click()
    await expect(cc).toHaveValue('')
    await rows.getByRole('button', { name: t('Reply to All') }).click()
    await cc.fill('gil@customer.example')
    await composer.getByLabel(t('Message')).fill('On Friday')
    await composer.getByRole('button', { name: t('Send'), exact: true }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.last()).toContainText('gil@customer.example')
    await expect(rows.last()).not.toContainText('dan@customer.example')
  })
})

test("the composer's user sees who else is there, and who writes an answer @once", async ({
  page,
  browser,
  api,
  site,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  const other = await api.createUser({ full_name: 'Gil Cohen' })
  await signIn(page, 'staff@example.com')
  const { details } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send Email') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  await expect(composer).not.toContainText('Gil Cohen')
  const context = await browser.newContext({ baseURL: site.url })
  const second = await context.newPage()
  await signIn(second, other)
  const { details: theirs } = await openThread(second, t, id)
  const [viewing, answering] = ['{0} is also viewing this record', '{0} is writing an answer'] as const
  await expect(composer.getByText(t(viewing, ['Gil Cohen']))).toBeVisible()
  await theirs.getByRole('button', { name: t('Send Email') }).click()
  const form = theirs.getByRole('form', { name: t('Send Email') })
  await form.getByLabel(t('Message')).fill('We bake it today')
  await expect(composer.getByText(t(answering, ['Gil Cohen']))).toBeVisible()
  await form.getByRole('button', { name: t('Close') }).click()
  await expect(composer.getByText(t(viewing, ['Gil Cohen']))).toBeVisible()
  await context.close()
  await expect(composer).not.toContainText('Gil Cohen')
})
