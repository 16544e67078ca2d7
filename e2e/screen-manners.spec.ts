import { openThread } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { beginEditing, chooseLayout, detailsOf, draftKeys, openList, openToEdit, rowOf, unique } from './screens.ts'

const picture = (name: string) => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
})

test('seconds can be typed, and a save without changes says so without a server @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('seconds can be typed, whatever their value', async () => {
    const starts_at = '2026-01-05 15:06:07'
    const { id } = await api.create('Task', { subject: `Clock ${unique()}`, starts_at })
    const details = await openToEdit(page, t, `Task/${id}`)
    const parts = details.getByRole('group', { name: t('Starts At') }).getByRole('spinbutton')
    await expect(parts).toHaveCount(6)
    await parts.nth(3).focus()
    await page.keyboard.type('070809')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect((await api.read('Task', id)).starts_at).toContain('2026-01-05 07:08:09')
  })

  await test.step('a save without changes reports that nothing was changed, also without a server', async () => {
    const { id } = await api.create('Task', { subject: `Same ${unique()}` })
    const details = await openToEdit(page, t, `Task/${id}`)
    await page.route('**/api/**', (route) => route.abort())
    await details.getByRole('button', { name: t('Save'), exact: true }).click()
    // Screen readers hear it as well.
    await expect(page.getByText(t('Nothing was changed')).first()).toBeVisible()
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  })
})

test('after Create by keyboard the focus is in the new record, and the navigation was requested once @once', async ({
  page,
  signIn,
  t,
}) => {
  await test.step('the navigation is requested once when the application starts', async () => {
    let asked = 0
    page.on('request', (request) => {
      if (request.url().endsWith('/api/app/get_navigation')) asked++
    })
    // The first frame may be the only one.
    const heard = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
    await signIn(page)
    await openList(page, 'Task')
    await heard
    await page.waitForLoadState('networkidle')
    expect(asked).toBe(1)
  })

  const create = async (entity: string, label: string) => {
    const title = `Made ${unique()}`
    await openList(page, entity)
    await page
      .getByRole('button', { name: t('Add'), exact: true })
      .first()
      .press('Enter')
    await page.getByRole('dialog').getByLabel(t(label), { exact: true }).fill(title)
    await page.keyboard.press('Control+Enter')
    const heading = detailsOf(page, t).getByRole('heading', { level: 2 })
    await expect(heading).toHaveText(title)
    return heading
  }

  await test.step('after Create by keyboard the focus is in the new record', async () => {
    await expect(await create('Contact', 'Contact Name')).toBeFocused()
  })

  await test.step('and of a record with rows it is in the first row, which is begun', async () => {
    await create('Task', 'Subject')
    const rows = detailsOf(page, t).getByRole('group', { name: t('Checklist'), exact: true })
    await expect(rows.getByRole('textbox').first()).toBeFocused()
  })
})

test('the address of a list shows another user the same and changes none of their settings @once', async ({
  page,
  api,
  signIn,
  browser,
  site,
  t,
}) => {
  // The choice is stored for the person, and other tests use Administrator too.
  await signIn(page, await api.createUser())
  await openList(page, 'Task')
  await chooseLayout(page, t, 'Tiles')
  await expect(page).toHaveURL(/layout=Tiles/)
  const address = page.url()

  const user = await api.createUser()
  const other = await (await browser.newContext()).newPage()
  await other.request.post(`${site.url}/api/auth/login`, { data: { user, password: site.passwordOf(user) } })
  await other.goto(address)
  await expect(other.locator('.entity-tile').first()).toBeVisible()
  await other.goto(`${site.url}/app/Task`)
  await expect(other.locator('.entity-row').first()).toBeVisible()
  await other.context().close()
})

test('a finished upload can be undone, in a field and among the files of a record @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Undo ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Contact/${id}`)
  const details = await beginEditing(page, t)
  const photo = details.getByRole('group', { name: t('Photo'), exact: true })
  await photo.getByLabel(t('Drag & Drop your files or')).setInputFiles(picture('first.png'))
  await expect(photo.getByRole('listitem').getByText(t('Upload complete'))).toBeVisible()
  await expect.poll(async () => (await api.read('Contact', id)).photo).toMatch(/first-/)
  await page.route('**/api/files', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ status: 400, json: { message: 'No' } }) : route.continue(),
  )
  await photo.getByRole('button', { name: t('Undo') }).click()
  await expect(photo.getByRole('listitem').getByText(t('Error during revert'))).toBeVisible()
  await page.unroute('**/api/files')
  await photo.getByRole('button', { name: t('Retry') }).click()
  await expect.poll(async () => (await api.read('Contact', id)).photo).toBeNull()
  await page.keyboard.press('ControlOrMeta+s')

  await page.goto(`/app/Contact/${id}?tab=files`)
  await details.getByLabel(t('Drag & Drop your files or')).setInputFiles(picture('second.png'))
  await expect(details.getByRole('link', { name: /second/ })).toBeVisible()
  await details.getByRole('button', { name: t('Undo') }).click()
  await expect(details.getByText(t('No files yet'))).toBeVisible()
})

test('a draft of a letter survives the end of a session for its writer alone @once', async ({
  page,
  api,
  site,
  signIn,
  t,
}) => {
  const { id } = await api.create('Contact', { contact_name: `Noa ${unique()}`, email: 'noa@customer.example' })
  const signInByHand = async (user: string) => {
    await page.getByLabel(t('Email'), { exact: true }).fill(user)
    await page.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(user))
    await page.keyboard.press('Enter')
    await expect(page).not.toHaveURL(/login/)
  }
  const drafts = async () => (await page.evaluate(draftKeys)).length
  const write = async (all = 1) => {
    const { details } = await openThread(page, t, id)
    await details.getByRole('button', { name: t('Send Email') }).click()
    const composer = details.getByRole('form', { name: t('Send Email') })
    await composer.getByLabel(t('Message')).fill('It is ready')
    await expect.poll(drafts).toBe(all)
    await composer.getByLabel(t('Message')).press('Escape')
  }
  const user = 'staff@example.com'
  await signIn(page, user)
  await write()
  await page.context().clearCookies()
  await page.goto('/app')
  await signInByHand(user)
  expect(await drafts()).toBe(1)

  await page.context().clearCookies()
  await page.goto('/app')
  const other = await api.createUser()
  await signInByHand(other)
  const { details } = await openThread(page, t, id)
  await expect(details.getByRole('button', { name: t('Send Email') })).not.toContainText(t('Draft'))

  await write(2)
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: t('Logout') }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Logout') })
    .click()
  await expect(page).toHaveURL(/login/)
  await expect.poll(async () => (await page.evaluate(draftKeys)).flat()).not.toContain(other)
})

test('the boxes of a list have touch targets: 24 pixels with a pointer, 44 with a finger @once', async ({
  page,
  browser,
  signIn,
  site,
  t,
}) => {
  await signIn(page)
  await openList(page, 'Task')
  for (const name of [t('Select All'), t('Select Row')]) {
    const box = await page.getByRole('checkbox', { name }).first().boundingBox()
    expect([box?.width, box?.height]).toEqual([24, 24])
  }
  const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 760 } })
  const phone = await context.newPage()
  await phone.request.post(`${site.url}/api/auth/login`, {
    data: { user: 'Administrator', password: site.passwordOf('Administrator') },
  })
  await phone.goto(`${site.url}/app/Task`)
  await phone.getByRole('button', { name: t('Select'), exact: true }).click()
  for (const name of [t('Select All'), t('Select Row')]) {
    const box = await phone.getByRole('checkbox', { name }).first().boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
  }
  await context.close()
})

test('numbers of a column have the same separators, and a label shrinks before its number is cut @he', async ({
  page,
  api,
  signIn,
}) => {
  await signIn(page)
  await test.step('a whole number has separators if the others of its column have them', async () => {
    const permissions = [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }]
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      { fieldname: 'pieces', label: 'Pieces', fieldtype: 'Int', in_list_view: 1 },
      { fieldname: 'port', label: 'Port', fieldtype: 'Int', in_list_view: 1 },
      { fieldname: 'price', label: 'Price', fieldtype: 'Currency', in_list_view: 1 },
    ]
    const { id } = await api.create('Entity', {
      id: `Stock ${unique()}`,
      module: 'Tests',
      fields,
      permissions,
      title_field: 'name',
    })
    await api.create(id, { name: 'Rolls', pieces: 8100, port: 8100, price: 33.333333333 })
    await api.create(id, { name: 'Cakes', pieces: 12500, port: 8200, price: 5 })
    await openList(page, encodeURIComponent(id))
    await expect(rowOf(page, 'Rolls')).toContainText('8,100')
    await expect(rowOf(page, 'Rolls')).toContainText('8100')
    await expect(rowOf(page, 'Cakes')).toContainText('8200')
    await expect(rowOf(page, 'Rolls')).toContainText('33.33')
    await expect(rowOf(page, 'Rolls')).not.toContainText('33.333')
  })

  await test.step('in a narrow row the label shrinks before the number beside it is cut', async () => {
    const permissions = [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }]
    const fields = [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      ...['one', 'two', 'three', 'four', 'five'].map((fieldname) => ({
        ...{
          fieldname,
          label: `Price of ${fieldname} in Dollars`,
          fieldtype: 'Currency',
          options: 'USD',
          in_list_view: 1,
        },
      })),
    ]
    const { id } = await api.create('Entity', {
      ...{ id: `Price ${unique()}`, module: 'Tests', title_field: 'name', fields, permissions },
    })
    await api.create(id, { name: 'Rolls', one: 1_234_567.891, two: -1_234_567.891 })
    await page.setViewportSize({ width: 390, height: 780 })
    await openList(page, encodeURIComponent(id))
    const row = rowOf(page, 'Rolls')
    await expect(row.locator('dd').first()).toContainText('1,234,567.89')
    // The row is drawn anew once its width is known.
    const boxes = row.locator('.entity-row-fields > :not(.entity-row-rest) > dd *')
    await expect.poll(() => boxes.count()).toBeGreaterThanOrEqual(4)
    expect(await boxes.evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth).length)).toBe(0)
  })
})

test('an icon that cannot be loaded is drawn as the neutral one @once', async ({ page, api, signIn }) => {
  const permissions = [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }]
  const fields = [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }]
  const word = `Rocket ${unique()}`
  await api.create('Entity', { id: word, module: 'Tests', fields, permissions, icon: 'rocket_launch', is_main_nav: 1 })
  await page.route('**/assets/icons/rocket_launch.svg', (route) => route.abort())
  await signIn(page)
  await page.goto('/app')
  const drawn = page.getByRole('navigation').getByRole('link', { name: word }).locator('.icon path')
  await expect(drawn).toHaveAttribute('d', /\d/)
  const neutral = await drawn.getAttribute('d')
  await page.unroute('**/assets/icons/rocket_launch.svg')
  await page.evaluate(() => dispatchEvent(new Event('online')))
  await expect(drawn).not.toHaveAttribute('d', neutral ?? '')
})

test('a long title in two directions is cut at its end, never within a word', async ({ page, api, signIn }) => {
  const titles = [
    ['לחמניות של Star Markets International ובניו בירושלים', unique()],
    ['Star Markets מאפיית הכוכב International of Haifa', unique()],
  ] as const
  for (const title of titles) await api.create('Task', { subject: title.join(' ') })
  await signIn(page)
  await openList(page, 'Task')
  for (const width of [330, 345, 360, 375, 390, 405]) {
    await page.setViewportSize({ width, height: 780 })
    for (const title of titles) {
      const box = rowOf(page, title[1]).getByRole('link').locator('bdi')
      const [seen, cut] = await box.evaluate(wordsInSight)
      const first = title.join(' ').split(' ').slice(0, seen.length)
      expect([width, seen, cut]).toEqual([width, first, []])
    }
  }
  // The accessible name is the text alone.
  for (const title of titles) await expect(page.getByRole('link', { name: title.join(' ') })).toHaveCount(1)
})

/** The words that are fully visible in the box, and those that are partly visible. */
function wordsInSight(box: Element): [seen: string[], cut: string[]] {
  const [text] = box.childNodes
  if (!text) return [[], []]
  const { left, right, top, bottom } = box.getBoundingClientRect()
  const [seen, cut]: [string[], string[]] = [[], []]
  for (const { 0: word, index } of (text.textContent ?? '').matchAll(/[^\s\u00ad]+/g)) {
    const range = document.createRange()
    range.setStart(text, index)
    range.setEnd(text, index + word.length)
    const place = range.getBoundingClientRect()
    if (place.top >= bottom - 2 || place.bottom <= top + 2) continue
    if (place.left >= left - 1 && place.right <= right + 1) seen.push(word)
    else if (place.right > left && place.left < right) cut.push(word)
  }
  return [seen, cut]
}
