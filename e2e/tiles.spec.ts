import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

test('cards show picture, title, id and fields, and start with a tile that adds one @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a card shows picture, title, id and fields, and opens the record', async () => {
    const name = `Cohen ${unique()}`
    const { id } = await api.create('Contact', { contact_name: name, company: 'Bakery', status: 'Active' })
    await page.goto('/app/Contact')
    const card = rowOf(page, name)
    await expect(card).toContainText(id)
    await expect(card).toContainText('Bakery')
    await expect(card.getByText(t('Active', undefined, 'status'))).toBeVisible()
    await card.getByRole('link', { name }).click()
    await expect(page).toHaveURL(new RegExp(`/app/Contact/${id}$`))
  })

  await test.step('a stored picture is on its card', async () => {
    const { data } = await (
      await api.request.get('/api/entity/Contact', {
        params: { filters: '{"photo":["is","set"]}', fields: '["contact_name"]' },
      })
    ).json()
    await page.goto('/app/Contact')
    await page.getByRole('searchbox').fill(data[0].contact_name)
    const picture = rowOf(page, data[0].contact_name).locator('img')
    await expect
      .poll(() => picture.first().evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
      .toBeGreaterThan(0)
  })

  await test.step('the add tile opens the form for a new record', async () => {
    await page.goto('/app/Contact')
    await page
      .getByRole('listitem')
      .getByRole('button', { name: t('Add'), exact: true })
      .click()
    await expect(page.getByRole('dialog', { name: t('New {0}', [{ translate: 'Contact' }]) })).toBeVisible()
  })

  await test.step('an empty list of cards starts with its add tile', async () => {
    const entity = `Cards ${unique()}`
    await api.create('Entity', {
      id: entity,
      module: 'Tests',
      layout: 'Tiles',
      title_field: 'name',
      fields: [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }],
    })
    await page.goto(`/app/${encodeURIComponent(entity)}`)
    await expect(page.getByText(t('No records found'))).toBeVisible()
    await page
      .getByRole('listitem')
      .getByRole('button', { name: t('Add'), exact: true })
      .click()
    await expect(page.getByRole('dialog', { name: t('New {0}', [entity]) })).toBeVisible()
  })
})

test('a card asks before its record is deleted, stays in place, and tells why it cannot be @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a card asks before its record is deleted', async () => {
    const name = `Levi ${unique()}`
    const { id } = await api.create('Contact', { contact_name: name })
    await page.goto('/app/Contact')
    const card = rowOf(page, name)
    await card.getByRole('button', { name: t('Delete'), exact: true }).click()
    const question = card.getByRole('alertdialog')
    await expect(question).toContainText(`${t('Are you sure you want to delete')} ${id}?`)
    await expect(question.getByRole('button', { name: t('Cancel') })).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(question).toBeHidden()
    await expect(card).toBeVisible()

    await card.getByRole('button', { name: t('Delete'), exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(question).toBeHidden()

    await card.getByRole('button', { name: t('Delete'), exact: true }).click()
    await question.getByRole('button', { name: t('Confirm') }).click()
    await expect(card).toHaveCount(0)
    expect((await api.request.get(`/api/entity/Contact/${id}`)).status()).toBe(404)
  })

  await test.step('a record with links to it is not deleted, and the card shows why', async () => {
    const name = `Bound ${unique()}`
    const { id } = await api.create('Contact', { contact_name: name })
    const subject = `Needs the contact ${unique()}`
    await api.create('Task', { subject, contact: id })
    await page.goto('/app/Contact')
    const card = rowOf(page, name)
    await card.getByRole('button', { name: t('Delete'), exact: true }).click()
    await card.getByRole('button', { name: t('Confirm') }).click()
    const window = page
      .getByRole('alertdialog')
      .filter({ has: page.getByRole('button', { name: t('Ok'), exact: true }) })
    await expect(window).toContainText(name)
    await expect(window).toContainText(subject)
    await window.getByRole('button', { name: t('Ok'), exact: true }).click()
    await expect(window).toBeHidden()
    await expect(card).toBeVisible()
  })

  await test.step('no card moves while one asks whether to delete its record', async () => {
    const word = unique()
    await api.create('Contact', { contact_name: `Asked ${word}` })
    await page.goto('/app/Contact')
    // Its arrival shows that the list is live.
    await api.create('Contact', { contact_name: `Live ${word}` })
    await expect(rowOf(page, `Live ${word}`)).toBeVisible()
    const card = rowOf(page, `Asked ${word}`)
    await card.getByRole('button', { name: t('Delete'), exact: true }).click()
    const cancel = card.getByRole('button', { name: t('Cancel') })
    await expect(cancel).toBeFocused()
    const place = await card.boundingBox()
    await api.create('Contact', { contact_name: `Later ${word}` })
    await expect(page.getByRole('button', { name: t('{0} new', [1]) })).toBeVisible()
    expect(await card.boundingBox()).toEqual(place)
    await expect(cancel).toBeFocused()
    await cancel.click()
    await expect(rowOf(page, `Later ${word}`)).toBeVisible()
  })
})

test('a card counts the fields that it has no room for, and tells them under the pointer @once', async ({
  page,
  api,
  signIn,
}) => {
  const labels = ['Shelf', 'Aisle', 'Crate', 'Pallet', 'Weight', 'Origin', 'Keeper', 'Season', 'Grade']
  const fields = labels.map((label) => {
    return { fieldname: label.toLowerCase(), label, fieldtype: 'Data', in_list_view: 1 }
  })
  const { id: entity } = await api.create('Entity', {
    id: `Crates ${unique()}`,
    module: 'Tests',
    layout: 'Tiles',
    title_field: 'name',
    fields: [{ fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 }, ...fields],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const { id } = await api.create(entity, { name: 'Sparse', grade: 'ב' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  const card = rowOf(page, 'Sparse')
  const more = card.getByText(/^\+\d+$/)
  await expect(more).toBeInViewport({ ratio: 1 })
  const inSight = await card.locator('dl').evaluate((list) => {
    const { left, right, bottom } = list.getBoundingClientRect()
    return [...list.children].filter((line) => {
      const box = line.getBoundingClientRect()
      return box.left >= left - 1 && box.right <= right + 1 && box.bottom <= bottom + 1
    }).length
  })
  expect(inSight).toBeGreaterThan(3)
  expect(await more.textContent()).toBe(`+${labels.length - inSight}`)
  await more.hover({ force: true })
  await expect(card).toHaveAttribute('title', /^[^\n]+\n.*: ב$/s)
  // A field without room is still there for screen readers.
  await expect(card.locator('dl')).toContainText('Grade')

  // Beside an open record, and where that record hid the list at first.
  await page.goto(`/app/${encodeURIComponent(entity)}/${id}`)
  await expect(more).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 390, height: 780 })
  await page.reload()
  await expect(page.getByRole('heading', { level: 2, name: 'Sparse' })).toBeVisible()
  await expect(more).toBeHidden()
  await page.setViewportSize({ width: 1280, height: 720 })
  await expect(more).toBeInViewport({ ratio: 1 })
})
