import type { Locator, Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, unique } from './screens.ts'

type Boxes = readonly [Locator, ...Locator[]]

for (const [width, tag] of [
  [390, '@he'],
  [1440, '@once'],
] as const)
  test.describe(`at ${width} pixels`, { tag }, () => {
    test.use({ viewport: { width, height: 900 } })

    test('the bar over a list does not move when the code of Display loads', async ({ page, signIn, t }) => {
      const code = await holdCode(page, /\/assets\/ListOptions-/)
      await signIn(page)
      await openWhileHeld(page, 'Task')
      await expect(page.getByRole('article').first()).toBeVisible()
      const add = page.getByRole('button', { name: t('Add'), exact: true })
      const neighbours: Boxes = [page.getByRole('searchbox'), add, page.getByRole('article').first()]
      await code.asked
      const before = await boxesOf(neighbours)
      code.letGo()
      await expect(page.getByRole('button', { name: t('Display'), exact: true })).toBeVisible()
      expect(await boxesOf(neighbours)).toEqual(before)
    })

    test('filters and rows do not move when the code of a date filter loads', async ({ page, api, signIn, t }) => {
      const entity = await makeEntity(api)
      await api.create(entity, { name: 'Attic' })
      const code = await holdCode(page, /\/assets\/dates-/)
      await signIn(page)
      await openWhileHeld(page, entity)
      await expect(page.getByRole('article').first()).toBeVisible()
      // A phone shows them on demand, behind a button that may come after the rows.
      if (width === 390) await page.getByRole('button', { name: t('Filters') }).click()
      const neighbours: Boxes = [page.getByLabel(/Shelf/), page.getByRole('article').first()]
      await code.asked
      const before = await boxesOf(neighbours)
      code.letGo()
      await expect(page.getByRole('spinbutton').first()).toBeVisible()
      expect(await boxesOf(neighbours)).toEqual(before)
    })

    test('fields below rows and a date do not move when their code loads, in view and in edit mode', async ({
      page,
      api,
      signIn,
      t,
    }) => {
      const entity = await makeEntity(api)
      const rows = [{ title: 'Flour' }, { title: 'Water' }, { title: 'Yeast' }]
      const { id } = await api.create(entity, { name: 'Attic', day: '2026-03-02', rows, remark: 'Below' })
      const view = await holdCode(page, /\/assets\/TableView-/)
      const input = await holdCode(page, /\/assets\/(TableInput|dates)-/)
      await signIn(page)
      await openWhileHeld(page, `${encodeURIComponent(entity)}/${id}`)
      const details = detailsOf(page, t)
      // On a phone each row is a card, as high as its values or inputs.
      const below: Boxes =
        width === 390
          ? [details.locator('[data-field="rows"] .field-label').first()]
          : [details.locator('[data-field="rows"]'), details.locator('[data-field="remark"]')]
      await expect(details.getByText('Below')).toBeVisible()
      await view.asked
      const read = await boxesOf(below)
      view.letGo()
      await expect(details.getByRole('cell', { name: 'Yeast' })).toBeVisible()
      expect(await boxesOf(below)).toEqual(read)

      await details.getByRole('button', { name: t('Edit'), exact: true }).click()
      await expect(details.getByLabel(/Remark/)).toBeVisible()
      await input.asked
      const typed = await boxesOf(below)
      input.letGo()
      await expect(details.getByRole('listitem')).toHaveCount(3)
      await expect(details.getByRole('spinbutton').first()).toBeVisible()
      await expect(details.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await boxesOf(below)).toEqual(typed)
    })
  })

/** Makes an entity with a date, a table and a field below them. */
async function makeEntity(api: Api): Promise<string> {
  const { id } = await api.create('Entity', {
    id: `Store ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    fields: [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, in_list_view: 1 },
      { fieldname: 'day', label: 'Day', fieldtype: 'Date', in_standard_filter: 1 },
      { fieldname: 'shelf', label: 'Shelf', fieldtype: 'Data', in_standard_filter: 1 },
      { fieldname: 'rows', label: 'Rows', fieldtype: 'Table', options: 'Task Item' },
      { fieldname: 'remark', label: 'Remark', fieldtype: 'Data' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  return id
}

/** Opens a screen without waiting for the event `load`, which waits for held code that was asked for early. */
async function openWhileHeld(page: Page, path: string): Promise<void> {
  const live = page.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'))
  await page.goto(`/app/${path}`, { waitUntil: 'commit' })
  // The line about the connection appears, if at all, before it stands.
  await live
}

/** Holds code until it is released; `asked` resolves when the page requests it. */
async function holdCode(page: Page, code: RegExp): Promise<{ asked: Promise<void>; letGo: () => void }> {
  const held = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  await page.route(code, async (route) => {
    asked.resolve()
    await held.promise
    await route.continue()
  })
  return { asked: asked.promise, letGo: held.resolve }
}

/** Positions of the elements once the live connection stands; until then, a phone shows a line about it. */
async function boxesOf(locators: Boxes) {
  await expect(locators[0].page().locator('.connection')).toBeEmpty()
  return Promise.all(locators.map((one) => one.boundingBox()))
}
