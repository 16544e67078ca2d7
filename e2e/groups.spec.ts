import type { Locator, Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

async function makeOrders(api: Api): Promise<{ entity: string; apples: string }> {
  const column = { in_list_view: 1 }
  const { id: entity } = await api.create('Entity', {
    id: `Orders ${unique()}`,
    module: 'Tests',
    title_field: 'name',
    fields: [
      { fieldname: 'name', label: 'Name', fieldtype: 'Data', reqd: 1, ...column },
      { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: 'Open\nWorking\nDone', ...column },
      { fieldname: 'due', label: 'Due Date', fieldtype: 'Date', ...column },
      { fieldname: 'budget', label: 'Budget', fieldtype: 'Currency', options: 'ILS', ...column },
    ],
    states: [
      { title: 'Open', color: 'Orange' },
      { title: 'Working', color: 'Blue' },
      { title: 'Done', color: 'Green' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 }],
  })
  const { id: apples } = await api.create(entity, { name: 'Apples', status: 'Open', budget: 100.5, due: '2026-11-30' })
  await api.create(entity, { name: 'Bricks', status: 'Open', budget: 20, due: '2026-12-01' })
  await api.create(entity, { name: 'Cables', status: 'Working', budget: 3, due: '2026-11-01' })
  await api.create(entity, { name: 'Doors', budget: 7 })
  return { entity, apples }
}

/** The heads of the groups, as `name number`. */
const headsOf = (page: Page): Locator => page.locator('.group-toggle')

async function choose(page: Page, name: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('a list is grouped with sums, folded by key, follows others, and is grouped by months in a table @he', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { entity, apples } = await makeOrders(api)
  const [fold, open] = language === 'he' ? ['ArrowRight', 'ArrowLeft'] : ['ArrowLeft', 'ArrowRight']
  const state = (name: string) => t(name, undefined, 'status')
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  const sums = page.getByRole('region', { name: t('Sums') })
  await expect(sums).toContainText('130.50')
  await page.locator('.list-options').click()
  await choose(page, t('Group By'), t('Status'))
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/group_by=status/)
  const without = t('Without {0}', [t('Status')])
  await expect(headsOf(page)).toContainText([state('Open'), state('Working'), without])
  await expect(page.locator('.group-head').first()).toContainText('120.50')
  await expect(rowOf(page, 'Doors')).toBeVisible()
  await expectAccessibleByDayAndNight(page)

  // Arrows walk over heads and rows alike; one key folds a group, the other opens it.
  await headsOf(page).first().focus()
  await page.keyboard.press('ArrowDown')
  await expect(page.getByRole('link', { name: 'Bricks' })).toBeFocused()
  await page.keyboard.press(fold)
  await expect(headsOf(page).first()).toBeFocused()
  await page.keyboard.press(fold)
  await expect(rowOf(page, 'Bricks')).toHaveCount(0)
  await page.reload()
  await expect(rowOf(page, 'Cables')).toBeVisible()
  await expect(headsOf(page).first()).toHaveAttribute('aria-expanded', 'false')
  await headsOf(page).first().focus()
  await page.keyboard.press(open)
  await expect(rowOf(page, 'Bricks')).toBeVisible()

  await api.update(entity, { id: apples, status: 'Done' })
  await expect(headsOf(page)).toContainText([state('Open'), state('Working'), state('Done'), without])
  await expect(page.locator('.group-head').nth(2)).toContainText('100.50')
  await expect(rowOf(page, 'Apples')).toHaveCount(1)

  // Paper keeps the groups; a folded one has its head alone.
  await headsOf(page).nth(1).click()
  await expect(rowOf(page, 'Cables')).toHaveCount(0)
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
  const paper = page.locator('.print-list')
  await expect(paper.locator('.print-group')).toContainText([state('Open'), state('Working'), state('Done'), without])
  await expect(paper.locator('.print-group').nth(2)).toContainText('100.50')
  await expect(paper.locator('tr:not(.print-group)')).toContainText([t('Name'), 'Bricks', 'Apples', 'Doors'])
  await expect(paper.locator('caption')).toHaveText(t('Printed records: {0} of {1}', [3, 4]))
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await expect(paper).toHaveCount(0)
  await headsOf(page).nth(1).click()
  await expect(rowOf(page, 'Cables')).toBeVisible()

  await sums.getByRole('button', { name: `${t('Sum')}: ${t('Budget')}` }).click()
  await page.getByRole('menuitemradio', { name: t('Maximum') }).click()
  await expect(page.locator('.group-head').first()).toContainText('20.00')

  // A table groups by the head of a column; an edited cell takes its record to another group.
  await page.goto(`/app/${encodeURIComponent(entity)}?layout=Table`)
  await page.getByRole('columnheader', { name: t('Due Date') }).hover()
  await page.getByRole('button', { name: `${t('Column')}: ${t('Due Date')}` }).click()
  await page.getByRole('menuitem', { name: t('Group By') }).click()
  const months = language === 'he' ? ['דצמבר 2026', 'נובמבר 2026'] : ['December 2026', 'November 2026']
  await expect(headsOf(page)).toContainText([...months, t('Without {0}', [t('Due Date')])])
  const rows = page.getByRole('row')
  await expect(rows.filter({ hasText: 'Apples' })).toBeVisible()
  await expectAccessibleByDayAndNight(page)
  await headsOf(page).first().focus()
  await page.keyboard.press(fold)
  await expect(rows.filter({ hasText: 'Bricks' })).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(rows.filter({ hasText: 'Bricks' })).toBeVisible()

  // A link that groups by what cannot be grouped says so, until the part is taken away.
  await page.goto(`/app/${encodeURIComponent(entity)}?group_by=name`)
  await expect(page.getByText(t('The list cannot be grouped by {0}.', [t('Name')]))).toBeVisible()
  await expect(rowOf(page, 'Doors')).toBeVisible()
  await page.getByRole('button', { name: t('Remove {0}', [`${t('Group By')} ${t('Name')}`]) }).click()
  await expect(page).not.toHaveURL(/group_by/)
})
