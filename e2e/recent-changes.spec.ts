import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { goTo } from './keys.ts'
import { atList, detailsOf, openList, rowOf, unique } from './screens.ts'

test('a wrong bulk edit is found in Recent Changes and taken back by keys alone, but for what a colleague changed since @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const tasks: { id: string }[] = []
  for (const name of ['First', 'Second', 'Third']) {
    tasks.push(await api.create('Task', { subject: `${name} ${word}`, status: 'Open' }))
  }
  await signIn(page)
  const entities = tasks.map(({ id }) => ({ id, status: 'Done' }))
  const saved = await page.request.post('/api/entity/Task/bulk-update', { data: { entities } })
  expect(saved.status()).toBe(200)
  await api.update('Task', { id: tasks[2]?.id ?? '', status: 'Working' })

  await openList(page, 'Task')
  await goTo(page, page.getByRole('button', { name: t('User menu') }))
  await page.keyboard.press('Enter')
  await goTo(page, page.getByRole('menuitem', { name: t('Recent Changes') }), 'ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(atList('Operation Log'))
  await expect(page.getByRole('banner')).toContainText(t('Recent Changes'))
  // The titles are names of records, and no ids.
  await expect(page.getByRole('columnheader').first()).toHaveText(t('Record'))
  const row = rowOf(page, `${t('Task')} (3)`).first()
  await goTo(page, page.getByRole('article').first().getByRole('link'))
  await goTo(page, row.getByRole('link'), 'ArrowDown')
  await page.keyboard.press('Enter')
  const details = detailsOf(page, t)
  for (const name of ['First', 'Second', 'Third']) {
    await expect(details.getByRole('link', { name: `${name} ${word}` })).toBeVisible()
  }
  await expectAccessible(page)

  await goTo(page, details.getByRole('button', { name: t('Undo'), exact: true }))
  await page.keyboard.press('Enter')
  const window = page.getByRole('alertdialog')
  await expect(window).toContainText(t('Undo this for {0} records?', [2]))
  await expect(window).toContainText(t('Not undone: {0}', [1]))
  await expect(window).toContainText(`Third ${word}`)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(window).toContainText(t('Undone. Records: {0}', [2]))
  await expect(window).toContainText(`Third ${word}`)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(window).toBeHidden()
  // A colleague's change comes in, and the list counts as many as the place of the open operation names.
  await api.create('Task', { subject: `Fourth ${word}` })
  await expect(rowOf(page, `Fourth ${word}`)).toBeVisible()
  await expect(async () => {
    const count = await page.locator('.list-count .numeric').textContent()
    await expect(details.locator('.record-place')).toHaveText(new RegExp(` ${count}$`), { timeout: 1_000 })
  }).toPass()
  const states = rowOf(page, t('Partly Undone')).first().locator('.rail-state')
  await expect(states).toBeVisible()
  // Beside a record the words of a row are narrow, and none of them is cut.
  expect(
    await states.evaluate((all) => [...all.children].filter((one) => one.scrollWidth > one.clientWidth).length),
  ).toBe(0)
  const stored = await Promise.all(tasks.map(async ({ id }) => (await api.read('Task', id)).status))
  expect(stored).toEqual(['Open', 'Open', 'Working'])
})
