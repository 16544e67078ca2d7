import { expect, test } from './fixtures.ts'
import { openList, rowOf, unique, watchListReads } from './screens.ts'

test('conditions are chips: added in words, changed, combined, and sent by a link @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const subjects = ['Early', 'Late', 'Done'].map((name) => `${name} ${word}`)
  const [early, late, done] = subjects as [string, string, string]
  await api.create('Task', { subject: early, status: 'Open', points: 1, due_date: '2026-05-03' })
  await api.create('Task', { subject: late, status: 'Working', points: 5 })
  await api.create('Task', { subject: done, status: 'Done', points: 9 })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('searchbox').first().fill(word)
  const titles = page.getByRole('article').getByRole('link')
  await expect(titles).toHaveCount(3)

  const chips = page.getByRole('list', { name: t('Filters') })
  await chips.getByRole('button', { name: t('Add Filter') }).click()
  const panel = page.getByRole('dialog', { name: t('Add Filter') })
  await panel.getByRole('searchbox').fill(t('Status'))
  await panel.getByRole('searchbox').press('Enter')
  await panel.getByRole('checkbox', { name: t('Open', undefined, 'status') }).check()
  await expect(titles).toHaveText([early])
  await panel.getByRole('checkbox', { name: t('Working', undefined, 'status') }).check()
  await expect(titles).toHaveCount(2)
  await page.keyboard.press('Escape')
  const chip = chips.getByRole('listitem').first()
  await expect(chip).toContainText(t('is any of'))
  // Its quick filter cannot show two values, and stays idle beside the chip.
  await expect(page.locator('.quick-filter[data-active]')).toHaveCount(0)

  await chip.getByRole('button').first().click()
  await page
    .locator('.filter-panel')
    .getByRole('combobox', { name: t('Status') })
    .click()
  await page.getByRole('option', { name: t('is none of') }).click()
  await expect(titles).toHaveText([done])
  await page.keyboard.press('Escape')
  await chip.getByRole('button').last().click()
  await expect(titles).toHaveCount(3)

  // Days, from the field to the panel of days by keys.
  await chips.getByRole('button', { name: t('Add Filter') }).click()
  await panel.getByRole('searchbox').fill(t('Due Date'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(panel.getByRole('grid')).toHaveCount(2)
  // Weeks begin as those of the site.
  const sunday = t('Calendar') === 'Calendar' ? 'S' : 'א׳'
  await expect(panel.getByRole('grid').first().locator('th').first()).toHaveText(sunday)
  await panel.getByRole('spinbutton').first().focus()
  await page.keyboard.type('01052026')
  await page.keyboard.press('Tab')
  await page.keyboard.type('06052026')
  await expect(titles).toHaveText([early])
  await panel.getByRole('button', { name: t('is empty') }).click()
  await expect(titles).toHaveCount(2)
  await page.keyboard.press('Escape')
  await chips.getByRole('listitem').first().getByRole('button').last().click()
  await expect(titles).toHaveCount(3)

  await chips.getByRole('button', { name: t('Add Filter') }).click()
  await panel.getByRole('button', { name: t('Combine Conditions') }).click()
  const window = page.getByRole('dialog', { name: t('Combine Conditions') })
  await window.getByRole('combobox', { name: t('Conditions') }).click()
  await page.getByRole('option', { name: t('Any of these') }).click()
  for (const [index, name] of [early, done].entries()) {
    await window.getByRole('button', { name: t('Add Condition') }).click()
    await window
      .getByRole('combobox', { name: t('Field') })
      .nth(index)
      .click()
    await page.getByRole('option', { name: t('Subject'), exact: true }).click()
    await window
      .getByRole('textbox', { name: t('Value') })
      .nth(index)
      .fill(name)
  }
  await expect(window.locator('.filter-sentence')).toContainText(` ${t('or')} `)
  await window.getByRole('button', { name: t('Apply') }).click()
  await expect(titles).toHaveCount(2)
  await expect(rowOf(page, late)).toHaveCount(0)

  await page.waitForURL(/filters=.*or/)
  await page.reload()
  await expect(titles).toHaveCount(2)
  await expect(chips).toContainText(early)

  await page.setViewportSize({ width: 820, height: 900 })
  await expect(chips).toBeHidden()
  await page.getByRole('button', { name: `${t('Filters')} 1`, exact: true }).click()
  await expect(chips).toContainText(early)
})

test('wrong parts of a link are struck with the reason, and the rest holds @once', async ({ page, api, signIn }) => {
  const word = unique()
  await api.create('Task', { subject: `Kept ${word}`, status: 'Open' })
  await api.create('Task', { subject: `Left ${word}`, status: 'Done' })
  await signIn(page)
  const reads = watchListReads(page, 'Task')
  const filters = { status: 'Open', weight: 5, due_date: ['in period', 'this_aeon'] }
  const address = new URLSearchParams({ search: word, filters: JSON.stringify(filters), order_by: 'colour desc' })
  await page.goto(`/app/Task?${address}`)
  await expect(page.getByRole('article').getByRole('link')).toHaveText([`Kept ${word}`])
  const chips = page.getByRole('list', { name: 'Filters' })
  await expect(chips.getByRole('listitem').filter({ hasText: 'weight' }).locator('s')).toBeVisible()
  await expect(chips).toContainText('The field weight is gone, or you may not see it.')
  await expect(chips).toContainText('The filter value for Due Date is not valid')
  await expect(chips).toContainText('The field colour is gone, or you may not see it.')
  expect(reads.every((read) => !`${read}`.includes('weight') && !`${read}`.includes('colour'))).toBe(true)
  await chips.getByRole('listitem').filter({ hasText: 'weight' }).getByRole('button').click()
  await expect(chips).not.toContainText('weight')
})
