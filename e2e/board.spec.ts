import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { chooseLayout, rowOf, unique } from './screens.ts'

/** Three records of an entity of which each priority may stand in one. */
async function makeCrates(api: Api): Promise<{ entity: string; ids: string[] }> {
  const column = { in_list_view: 1 }
  const { id: entity } = await api.create('Entity', {
    id: `Crates ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    fields: [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, ...column },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nWorking\nDone', ...column },
      { fieldname: 'priority', label: 'Priority', fieldtype: 'Select', options: 'High\nLow', unique: 1 },
      { fieldname: 'budget', label: 'Budget', fieldtype: 'Currency', options: 'ILS', ...column },
    ],
    states: [
      { title: 'Open', color: 'Orange' },
      { title: 'Working', color: 'Blue' },
      { title: 'Done', color: 'Green' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const first = await api.create(entity, { name: 'Apples', status: 'Open', budget: 100.5, priority: 'High' })
  const second = await api.create(entity, { name: 'Bricks', status: 'Open', budget: 20, priority: 'Low' })
  const third = await api.create(entity, { name: 'Cables', status: 'Working', budget: 3 })
  return { entity, ids: [first.id, second.id, third.id] }
}

const columnOf = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

test('a card is carried by key and by mouse, taken back, refused with a reason, and follows others', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { entity, ids } = await makeCrates(api)
  const [first = '', second = ''] = ids
  const statusOf = async (id: string) => (await api.read(entity, id)).status
  const onward = language === 'he' ? 'ArrowLeft' : 'ArrowRight'
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  await chooseLayout(page, t, 'Board')
  const open = columnOf(page, t('Open', undefined, 'status'))
  const working = columnOf(page, t('Working', undefined, 'status'))
  await expect(open).toContainText('120.50')
  await expect(open.getByRole('article')).toHaveCount(2)
  // Finished work is folded to its name.
  await expect(page.getByRole('button', { name: t('Open {0}', [t('Done', undefined, 'status')]) })).toBeVisible()
  await expectAccessibleByDayAndNight(page)

  await rowOf(page, 'Apples').getByRole('link').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await expect(working.locator('.board-gap')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open.getByRole('link', { name: 'Apples' })).toBeFocused()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await page.keyboard.press('Space')
  await expect(working.getByRole('link', { name: 'Apples' })).toBeFocused()
  await expect(working).toContainText('103.50')
  await expect.poll(() => statusOf(first)).toBe('Working')
  await page.getByRole('button', { name: t('Undo') }).click()
  await expect(open.getByRole('link', { name: 'Apples' })).toBeVisible()
  await expect.poll(() => statusOf(first)).toBe('Open')

  const [card, target] = [await rowOf(page, 'Bricks').boundingBox(), await working.boundingBox()]
  if (!card || !target) throw new Error('The board is not shown')
  await page.mouse.move(card.x + 20, card.y + 60)
  await page.mouse.down()
  await page.mouse.move(card.x + 40, card.y + 70, { steps: 3 })
  await page.mouse.move(target.x + target.width / 2, target.y + 120, { steps: 5 })
  await page.mouse.up()
  await expect(working.getByText('Bricks')).toBeVisible()
  await expect.poll(() => statusOf(second)).toBe('Working')
  await api.update(entity, { id: second, status: 'Open' })
  await expect(open.getByText('Bricks')).toBeVisible()

  // On a phone a card that is held at the edge brings the next column in.
  await page.setViewportSize({ width: 390, height: 800 })
  await expect.poll(async () => (await open.boundingBox())?.width).toBeGreaterThan(300)
  // Each column reads others' changes for itself: until both have, the card stands in two.
  await expect(rowOf(page, 'Bricks')).toHaveCount(1)
  const held = await rowOf(page, 'Bricks').boundingBox()
  if (!held) throw new Error('The card is not shown')
  await page.mouse.move(held.x + 30, held.y + 60)
  await page.mouse.down()
  await page.mouse.move(language === 'he' ? 10 : 380, held.y + 70, { steps: 5 })
  const distance = async () => Math.abs(((await working.boundingBox())?.x ?? 390) - held.x)
  await expect.poll(distance).toBeLessThan(100)
  await page.mouse.move(195, held.y + 80, { steps: 3 })
  await expect(working).toHaveAttribute('data-over', 'true')
  await page.mouse.up()
  await expect.poll(() => statusOf(second)).toBe('Working')
  await page.setViewportSize({ width: 1280, height: 720 })
  await api.update(entity, { id: second, status: 'Open' })
  await expect(open.getByText('Bricks')).toBeVisible()

  // Another field for the columns; a value that may stand once refuses a second record.
  await page.getByRole('button', { name: t('Board Columns') }).click()
  await page.getByRole('menuitemradio', { name: t('Priority'), exact: true }).click()
  await expect(page).toHaveURL(/board_field=priority/)
  await page.reload()
  const low = columnOf(page, t('Low', undefined, 'priority'))
  await expect(low.getByText('Bricks')).toBeVisible()
  await rowOf(page, 'Apples').getByRole('link').focus()
  await page.keyboard.press('Space')
  await page.keyboard.press(onward)
  await page.keyboard.press('Space')
  await expect(page.locator('.notice').filter({ hasText: t('Priority') })).toBeVisible()
  await expect(columnOf(page, t('High', undefined, 'priority')).getByRole('link', { name: 'Apples' })).toBeFocused()
  expect((await api.read(entity, first)).priority).toBe('High')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`/${first}(\\?|$)`))
})
