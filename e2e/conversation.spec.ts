import { expectAccessibleByDayAndNight, expectNoSideways } from './accessibility.ts'
import { closeAll, fromWhatsapp, openMailbox, openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, draftKeys, rowOf, unique } from './screens.ts'

test('a mail arrives, is answered beside the record, and is no longer open @once', async ({ page, api, signIn, t }) => {
  const email = `noa-${unique()}@customer.example`
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email })
  const receive = await openMailbox(api)
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  const tab = details.getByRole('tab', { name: t('Communication') })
  await expect(details.getByText(t('No communication yet'))).toBeVisible()

  await receive({ from: `Noa Bar <${email}>`, subject: 'Two cakes', text: 'For Friday, please.\nאפשר גם עוגיות?' })
  await expect(rows).toHaveCount(1)
  await expect(rows).toHaveAttribute('data-direction', 'received')
  await expect(rows).toContainText('For Friday, please.')
  await expect(rows.locator('.pill')).toHaveText(t('Open', undefined, 'status'))
  await expect(tab).toContainText('1')

  await rows.getByRole('button', { name: t('Reply') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  await expect(composer.getByLabel(t('To'), { exact: true })).toHaveValue(email)
  await expect(composer.getByLabel(t('Subject'))).toHaveValue('Re: Two cakes')
  await expect(composer.getByLabel(t('Message'))).toBeFocused()
  await page.keyboard.type('They will be ready at noon.')
  await page.keyboard.press('ControlOrMeta+Enter')

  await expect(composer).toHaveCount(0)
  await expect(rows).toHaveCount(2)
  await expect(rows.last()).toHaveAttribute('data-direction', 'sent')
  await expect(rows.last()).toContainText('They will be ready at noon.')
  await expect(rows.first().locator('.pill')).toHaveText(t('Replied', undefined, 'status'))
  await expect(rows.last().locator('.delivery')).toContainText(t('Sent'))
  await expect(tab).not.toContainText('1')
  await expect(details.getByRole('button', { name: t('Send Email') })).toBeFocused()
  await expectAccessibleByDayAndNight(page)
})

test('a mail with its own layout runs nothing, loads nothing and folds its quote @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const email = `dan-${unique()}@customer.example`
  const { id } = await api.create('Contact', { contact_name: `Dan ${unique()}`, email })
  const receive = await openMailbox(api)
  const fetched: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('tracker.example')) fetched.push(request.url())
  })
  await receive({
    from: email,
    subject: 'Prices',
    html: `<table style="color:#b00020"><tr><td>Flour</td><td style="font-weight:bold">12</td></tr></table>
      <img src="https://tracker.example/seen.gif" alt="logo"><script>parent.document.title = 'hacked'</script>
      <p onclick="alert(1)">See <a href="https://bakery.example/list">the list</a></p>
      <div class="gmail_quote"><blockquote>What do you charge?</blockquote></div>`,
  })
  await signIn(page, 'staff@example.com')
  const { details } = await openThread(page, t, id)
  const frame = details.frameLocator('.mail-frame')
  await expect(frame.getByText('Flour')).toBeVisible()
  await expect(frame.getByText('12')).toHaveCSS('font-weight', '700')
  await expect(frame.locator('table')).toHaveCSS('color', 'rgb(176, 0, 32)')
  const link = frame.getByRole('link', { name: 'the list' })
  await expect(link).toHaveAttribute('target', '_blank')
  await expect(link).toHaveAttribute('rel', /noopener/)
  await expect(frame.getByText('What do you charge?')).toBeHidden()
  const before = await details.locator('.mail-frame').evaluate((element) => element.clientHeight)
  await frame.locator('summary').click()
  await expect(frame.getByText('What do you charge?')).toBeVisible()
  await expect
    .poll(() => details.locator('.mail-frame').evaluate((element) => element.clientHeight))
    .toBeGreaterThan(before)
  await expect(page).not.toHaveTitle('hacked')
  expect(fetched).toEqual([])
})

test('a mail is shown as a mail in its own record and in the outgoing queue @he', async ({ page, api, signIn, t }) => {
  const receive = await openMailbox(api)
  const html = '<table><tr><td>Flour</td><td><b>12</b></td></tr></table><p>See you</p>'
  const received = await receive({ from: 'rina@nowhere.example', subject: 'Prices', html })
  const sent = await api.request.post('/api/app/send_email', {
    data: { recipients: 'rina@nowhere.example', subject: `Offer ${unique()}`, content: html },
  })
  const { communication } = await sent.json()
  const filters = JSON.stringify({ communication: communication.id })
  const queue = await (await api.request.get('/api/entity/Email Queue', { params: { filters } })).json()
  await signIn(page)
  for (const path of [`Communication/${received}`, `Email Queue/${queue.data[0].id}`]) {
    await page.goto(`/app/${path}`)
    const field = detailsOf(page, t).locator('[data-field=content], [data-field=message]')
    // A mail out of sight is not drawn.
    await field.scrollIntoViewIfNeeded()
    await expect(field.frameLocator('.mail-frame').getByRole('cell', { name: '12' })).toBeVisible()
    await expect(field).not.toContainText('<')
  }
})

test('a message is closed and opened again, and its badge follows @once', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}` })
  await fromWhatsapp(api, id, 'Are you open?')
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  const tab = details.getByRole('tab', { name: t('Communication') })
  await expect(tab).toContainText('1')
  await rows.getByRole('button', { name: t('Mark as Closed') }).click()
  await expect(rows.locator('.pill')).toHaveText(t('Closed', undefined, 'status'))
  await expect(tab).not.toContainText('1')
  await rows.getByRole('button', { name: t('Reopen') }).click()
  await expect(rows.locator('.pill')).toHaveText(t('Open', undefined, 'status'))
  await expect(tab).toContainText('1')
})

test('a draft survives a reload and a refusal, and is gone once sent @he', async ({ page, api, signIn, t }) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}` })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send Email') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  await composer.getByLabel(t('To'), { exact: true }).fill('not an address')
  await composer.getByLabel(t('Subject')).fill('Order')
  await composer.getByLabel(t('Message')).fill('Thank you for your order')
  await page.reload()
  await expect(composer.getByLabel(t('Message'))).toHaveValue('Thank you for your order')
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(composer.getByRole('alert')).toContainText('not an address')
  await expect(composer.getByLabel(t('Message'))).toHaveValue('Thank you for your order')
  await composer.getByLabel(t('To'), { exact: true }).fill('noa@customer.example')
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(rows).toContainText('Thank you for your order')
  // The live update may show the message before the answer closes the composer.
  await expect(composer).toHaveCount(0)
  await expect.poll(() => page.evaluate(draftKeys)).toEqual([])
  await page.reload()
  await expect(rows).toHaveCount(1)
  await expect(composer).toHaveCount(0)
})

test('a canned text is inserted at the cursor, and files of the record are attached @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  const title = `Hours ${unique()}`
  await api.create('Canned Text', { title, text: 'We are open until six. ' })
  const other = `Only WhatsApp ${unique()}`
  await api.create('Canned Text', { title: other, medium: 'WhatsApp', text: 'Hi' })
  await api.request.post('/api/files', {
    multipart: {
      ...{ filename: 'menu.txt', entity: 'Contact', id },
      file: { name: 'menu.txt', mimeType: 'text/plain', buffer: Buffer.from('cakes') },
    },
  })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send Email') }).click()
  const composer = details.getByRole('form', { name: t('Send Email') })
  await composer.getByLabel(t('Subject')).fill('Hours')
  const message = composer.getByLabel(t('Message'))
  await message.fill('Hello. Bye')
  await message.evaluate((box: HTMLTextAreaElement) => box.setSelectionRange(7, 7))
  await composer.getByRole('button', { name: t('Insert Canned Text') }).click()
  await expect(page.getByRole('menuitem', { name: other })).toHaveCount(0)
  await page.getByRole('menuitem', { name: title }).click()
  await expect(message).toHaveValue('Hello. We are open until six. Bye')
  await expect(message).toBeFocused()
  await composer.getByRole('button', { name: t('Attachments') }).click()
  await page
    .getByRole('dialog', { name: t('Attachments') })
    .getByText('menu.txt')
    .click()
  await page.keyboard.press('Escape')
  await expect(composer.locator('.composer-files')).toContainText('menu.txt')
  await expectAccessibleByDayAndNight(page)
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(rows).toContainText('We are open until six.')
  const opened = page.waitForEvent('popup')
  await rows.getByRole('link', { name: /menu/ }).click()
  await expect((await opened).getByText('cakes')).toBeVisible()
})

test('within a day of a message WhatsApp accepts free text, later only approved templates @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const number = `97250${String(Date.now()).slice(-7)}`
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, whatsapp_contact_id: number })
  await fromWhatsapp(api, id, 'Long ago', { communication_date: '2026-01-05 10:00:00.000000' })
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await details.getByRole('button', { name: t('Send WhatsApp') }).click()
  const composer = details.getByRole('form', { name: t('Send WhatsApp') })
  await expect(composer).toContainText(t('The 24-hour window is closed. Only approved templates can be sent.'))
  await expect(composer.getByLabel(t('Message'))).toHaveCount(0)

  await fromWhatsapp(api, id, 'Are you open?')
  await expect(rows).toHaveCount(2)
  await expect(composer.locator('.composer-window')).toHaveAttribute('data-open')
  await expect(composer.getByLabel(t('Contact Number'))).toHaveValue(number)
  await composer.getByLabel(t('Message')).fill('Until six')
  await expectAccessibleByDayAndNight(page)
  await composer.getByRole('button', { name: t('Send'), exact: true }).click()
  await expect(rows).toHaveCount(3)
  await expect(rows.last()).toContainText('Until six')
  await expect(rows.last().locator('.delivery')).toContainText(t('Delivered'))
})

test('a long thread opens at its newest message, and older ones load without a jump @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}` })
  for (let number = 1; number <= 120; number++) {
    const at = `2026-01-${String(1 + Math.floor(number / 10)).padStart(2, '0')} 10:00:${String(number % 60).padStart(2, '0')}.000000`
    await fromWhatsapp(api, id, `Message ${number}`, { communication_date: at, status: 'Closed' })
  }
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await expect(details.getByText('Message 120', { exact: true })).toBeInViewport()
  await expect(rows).toHaveCount(50)
  const first = rows.filter({ has: page.getByText('Message 71', { exact: true }) })
  const thread = details.locator('.thread')
  await thread.hover()
  await thread.evaluate((element) => element.scrollTo(0, 0))
  await expect.poll(() => rows.count()).toBeGreaterThan(50)
  await expect(first).toBeInViewport()
  const place = (await first.boundingBox())?.y ?? 0
  await fromWhatsapp(api, id, 'Message 121')
  await expect(details.getByText('Message 121', { exact: true })).toBeAttached()
  expect(Math.abs(((await first.boundingBox())?.y ?? 0) - place)).toBeLessThan(2)
  await expectNoSideways(page)
})

test('a message without a record is found, linked to its record, and is open there @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const name = `Noa ${unique()}`
  const { id } = await api.create('Contact', { contact_name: name })
  const receive = await openMailbox(api)
  const subject = `A question ${unique()}`
  await signIn(page, 'staff@example.com')
  await page.goto('/app')
  await expect(page.getByRole('main').getByRole('link').first()).toBeVisible()
  const wishes = { filename: 'wishes.txt', content_type: 'text/plain', content_base64: 'Y2FrZXM=' }
  const stranger = `stranger-${unique()}@nowhere.example`
  await receive({ from: `Rina Levi <${stranger}>`, subject, text: 'Do you deliver?', attachments: [wishes] })
  await page
    .getByRole('navigation')
    .getByRole('link', { name: t('Unmatched') })
    .click()
  await page.getByRole('article').filter({ hasText: subject }).getByRole('link').first().click()
  const details = detailsOf(page, t)
  const said = details.locator('.open-message')
  for (const text of ['Rina Levi', stranger, 'Do you deliver?']) await expect(said).toContainText(text)
  await expect(said.getByRole('link', { name: 'wishes.txt' })).toBeVisible()
  await expect(details.getByText('Do you deliver?')).toHaveCount(1)
  await details.getByRole('button', { name: t('Link to Record') }).click()
  const window = page.getByRole('dialog', { name: t('Link to Record') })
  await window.getByRole('combobox', { name: t('Entity') }).click()
  await page.getByRole('option', { name: t('Contact'), exact: true }).click()
  await window.getByRole('combobox', { name: t('Record') }).fill(name)
  await page.getByRole('option', { name }).click()
  await expectAccessibleByDayAndNight(page)
  await window.getByRole('button', { name: t('Save') }).click()
  await expect(page).toHaveURL(new RegExp(`/app/Contact/${id}\\?tab=communication$`))
  await expect(details.locator('.message-row')).toContainText('Do you deliver?')
  await expect(details.getByRole('tab', { name: t('Communication') })).toContainText('1')
})

test('messages from before the live connection appear, and a count that changed is updated @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('messages from before the live connection appear once it stands', async () => {
    const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}` })
    await signIn(page, 'staff@example.com')
    const held = Promise.withResolvers<void>()
    await page.route('**/socket.io/**', async (route) => {
      await held.promise
      await route.continue()
    })
    await page.routeWebSocket('**/socket.io/**', async (socket) => {
      await held.promise
      socket.connectToServer()
    })
    const { details, rows } = await openThread(page, t, id)
    await expect(details.getByText(t('No communication yet'))).toBeVisible()
    await fromWhatsapp(api, id, 'Are you open?')
    held.resolve()
    await expect(rows).toContainText('Are you open?')
  })

  await test.step('a count that changes between its first read and the live connection is updated', async () => {
    const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}` })
    await closeAll(api)
    await signIn(page, 'staff@example.com')
    const held = Promise.withResolvers<void>()
    await page.routeWebSocket('**/socket.io/**', async (socket) => {
      await held.promise
      socket.connectToServer()
    })
    await page.route('**/socket.io/**', async (route) => {
      await held.promise
      await route.continue()
    })
    const read = page.waitForResponse('**/api/app/get_navigation')
    await page.goto('/app')
    await read
    await expect(page).toHaveTitle(`${t('Home')} · Tavla`)
    await fromWhatsapp(api, id, 'Are you open?')
    held.resolve()
    await expect(page).toHaveTitle(`(1) ${t('Home')} · Tavla`)
  })
})

test('one count stands on the row, the tab, the navigation, the tile and the window, and follows @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const contact_name = `Noa ${unique()}`
  const { id } = await api.create('Contact', { contact_name })
  await closeAll(api)
  await signIn(page, 'staff@example.com')
  const { details, rows } = await openThread(page, t, id)
  await fromWhatsapp(api, id, 'Are you open?')
  await fromWhatsapp(api, id, 'And on Friday?')
  const tab = details.getByRole('tab', { name: t('Communication') })
  const badge = rowOf(page, contact_name).locator('.open-badge .numeric')
  const inNavigation = page
    .getByRole('navigation')
    .getByRole('link', { name: t('Contact') })
    .locator('.badge')
  await expect(tab.locator('.badge')).toHaveText('2')
  await expect(badge).toHaveText('2')
  await expect(inNavigation).toContainText('2')
  await expect(page).toHaveTitle(/^\(2\) /)
  await rows
    .first()
    .getByRole('button', { name: t('Mark as Closed') })
    .click()
  await expect(tab.locator('.badge')).toHaveText('1')
  await expect(badge).toHaveText('1')
  await expect(inNavigation).toContainText('1')
  await expect(page).toHaveTitle(/^\(1\) /)
  await page.goto('/app')
  const tile = page.getByRole('main').locator('.home-tile[href="/app/Contact"]')
  await expect(tile.locator('.badge')).toContainText('1')
  await expect(page).toHaveTitle(`(1) ${t('Home')} · Tavla`)
  // Another user closes all of them.
  await closeAll(api)
  await expect(page).toHaveTitle(`${t('Home')} · Tavla`)
  await expect(tile).toBeVisible()
  await expect(tile.locator('.badge')).toHaveCount(0)
})
