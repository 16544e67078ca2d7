import type { Locator, Page } from '@playwright/test'
import { wallClock } from '@tavla/i18n'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { chooseLayout, rowOf, unique } from './screens.ts'

/** A day of the month that is shown first. */
const dayOfMonth = (day: number): string => `${wallClock(Date.now(), 'Asia/Jerusalem').slice(0, 8)}${day}`

/** Visits on days of this month; one slot a day may be taken once. */
async function makeVisits(api: Api): Promise<{ entity: string; ids: string[] }> {
  const column = { in_list_view: 1 }
  const { id: entity } = await api.create('Entity', {
    id: `Visits ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    fields: [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, ...column },
      { fieldname: 'begins', label: 'Started', fieldtype: 'Date', ...column },
      { fieldname: 'ends', label: 'Ended', fieldtype: 'Date' },
      { fieldname: 'slot', label: 'Due Date', fieldtype: 'Date', unique: 1 },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nDone', ...column },
    ],
    states: [
      { title: 'Open', color: 'Orange' },
      { title: 'Done', color: 'Green' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const one = (name: string, day: number, slot: number) =>
    api.create(entity, { name, begins: dayOfMonth(day), slot: dayOfMonth(slot), status: 'Open' })
  const [apples, bricks] = [await one('Apples', 10, 10), await one('Bricks', 12, 11)]
  for (let number = 1; number <= 9; number++) {
    await api.create(entity, { name: `Crowd ${number}`, begins: dayOfMonth(20), status: 'Done' })
  }
  return { entity, ids: [apples.id, bricks.id] }
}

const cellOf = (page: Page, day: number): Locator => page.locator(`[role=gridcell][data-day="${dayOfMonth(day)}"]`)

/** Drags from the middle of one element to a free place of a day. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()]
  if (!start || !end) throw new Error('The calendar is not shown')
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2)
  await page.mouse.down()
  await page.mouse.move(start.x + start.width / 2 + 10, start.y + start.height / 2 + 10, { steps: 3 })
  await page.mouse.move(end.x + end.width / 2, end.y + end.height - 20, { steps: 5 })
  await page.mouse.up()
}

test('entries are carried by key and by mouse, taken back, refused with a reason, and follow others', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { entity, ids } = await makeVisits(api)
  const [apples = '', bricks = ''] = ids
  const storedIn = async (id: string, name: string) => (await api.read(entity, id))[name]
  const onward = language === 'he' ? 'ArrowLeft' : 'ArrowRight'
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  await chooseLayout(page, t, 'Calendar')
  await expect(cellOf(page, 10).getByRole('link', { name: 'Apples' })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  // The week runs in the direction of reading.
  const heads = await page
    .getByRole('columnheader')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().x))
  expect(Number(heads[0]) < Number(heads[6])).toBe(language === 'en')

  await rowOf(page, 'Apples').getByRole('link').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await expect(cellOf(page, 11)).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(cellOf(page, 10).getByRole('link', { name: 'Apples' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await page.keyboard.press('Space')
  await expect(cellOf(page, 11).getByRole('link', { name: 'Apples' })).toBeFocused()
  await expect.poll(() => storedIn(apples, 'begins')).toBe(dayOfMonth(11))
  await page.getByRole('button', { name: t('Undo') }).click()
  await expect(cellOf(page, 10).getByRole('link', { name: 'Apples' })).toBeVisible()

  await drag(page, rowOf(page, 'Bricks'), cellOf(page, 14))
  await expect(cellOf(page, 14).getByRole('link', { name: 'Bricks' })).toBeVisible()
  await expect.poll(() => storedIn(bricks, 'begins')).toBe(dayOfMonth(14))
  await api.update(entity, { id: bricks, begins: dayOfMonth(13) })
  await expect(cellOf(page, 13).getByRole('link', { name: 'Bricks' })).toBeVisible()

  // An end makes entries of several days, and its edge can be dragged.
  await page.getByRole('button', { name: t('Calendar Start') }).click()
  await page
    .getByRole('menuitemradio', { name: t('Ended'), exact: true })
    .last()
    .click()
  await expect(page).toHaveURL(/calendar_end=ends/)
  await rowOf(page, 'Apples').hover()
  await drag(page, rowOf(page, 'Apples').locator('.planner-grip'), cellOf(page, 11))
  await expect.poll(() => storedIn(apples, 'ends')).toBe(dayOfMonth(11))
  expect(await storedIn(apples, 'begins')).toBe(dayOfMonth(10))

  // A crowded day tells how many it hides, and lists all of them.
  await cellOf(page, 20).locator('.planner-more').click()
  const panel = page.locator('.planner-panel')
  await expect(panel.getByRole('article')).toHaveCount(9)
  await panel.getByRole('link').first().press('Escape')
  await expect(cellOf(page, 20)).toBeFocused()

  // A press on the free place of a day adds a record there.
  await cellOf(page, 24).click({ position: { x: 60, y: 90 } })
  const window = page.getByRole('dialog')
  await window.getByRole('textbox', { name: t('Name') }).fill('Dates')
  await page.keyboard.press('Control+Enter')
  await expect(page).toHaveURL(new RegExp(`/app/${encodeURIComponent(entity)}/`))
  await page.goBack()
  await expect(cellOf(page, 24).getByRole('link', { name: 'Dates' })).toBeVisible()

  // A day that may be taken once refuses a second record.
  await page.getByRole('button', { name: t('Calendar Start') }).click()
  await page
    .getByRole('menuitemradio', { name: t('Due Date'), exact: true })
    .first()
    .click()
  await expect(cellOf(page, 11).getByRole('link', { name: 'Bricks' })).toBeVisible()
  await rowOf(page, 'Apples').getByRole('link').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await page.keyboard.press('Space')
  await expect(page.locator('.notice').filter({ hasText: t('Due Date') })).toBeVisible()
  await expect(cellOf(page, 10).getByRole('link', { name: 'Apples' })).toBeFocused()
  expect(await storedIn(apples, 'slot')).toBe(dayOfMonth(10))

  // On a phone days hold dots, and the chosen day is listed below.
  await page.setViewportSize({ width: 390, height: 800 })
  await cellOf(page, 11).click()
  await expect(panel.getByRole('link', { name: 'Bricks' })).toBeVisible()
  await page.getByRole('button', { name: t('Show As') }).click()
  await expect(page.getByRole('menuitemradio', { name: t('Calendar'), exact: true })).toBeChecked()
  await page.keyboard.press('Escape')
  await panel.getByRole('link', { name: 'Bricks' }).press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${bricks}(\\?|$)`))
})
