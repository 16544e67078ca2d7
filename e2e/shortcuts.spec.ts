import { expect, test } from './fixtures.ts'
import { atList, detailsOf, openList } from './screens.ts'

test.use({ viewport: { width: 1400, height: 800 } })

test('single keys move through the records, to edit mode and back to the list @once', async ({ page, signIn, t }) => {
  await signIn(page)
  await openList(page, 'Task')
  const rows = page.getByRole('article').getByRole('link')
  const first = await rows.first().getAttribute('href')
  const second = await rows.nth(1).getAttribute('href')
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`${first}$`))
  const details = detailsOf(page, t)
  const edit = page.getByRole('button', { name: t('Edit'), exact: true })
  await expect(edit).toBeEnabled()
  await page.keyboard.press('j')
  await expect(page).toHaveURL(new RegExp(`${second}$`))
  await page.keyboard.press('k')
  await expect(page).toHaveURL(new RegExp(`${first}$`))
  // The address changes before the record is there.
  await expect(details.locator('.detail-top')).toContainText(first?.split('/').at(-1) ?? '')

  await expect(edit).toBeEnabled()
  await page.keyboard.press('e')
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await expect(subject).toBeFocused()
  // In an input they are letters.
  await page.keyboard.press('End')
  await page.keyboard.type('jkb')
  await expect(subject).toHaveValue(/jkb$/)
  await page.keyboard.press('Escape')
  await expect(edit).toBeFocused()
  await page.keyboard.press('b')
  await expect(page).toHaveURL(atList('Task'))
  await expect(rows.first()).toBeFocused()
})

test('the list of shortcuts names the keys, and those of a single key can be turned off @he', async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('the list of shortcuts names the keys of this screen and of all screens', async () => {
    await page.goto('/app/Task/TASK-0001')
    await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: t('Keyboard shortcuts') })
    for (const label of [
      'Edit',
      'Delete',
      'Back to the list',
      'Search',
      'Select the record',
      'Select the records from the last one to this',
      'Select All',
      'Delete the record',
      'Move a row of a table',
      'Delete a row of a table',
      'Undo typing in a box',
      'Do what the notice offers',
      'Print',
    ])
      await expect(
        list
          .getByRole('term')
          .filter({ hasText: t(label) })
          .first(),
      ).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
  })

  await test.step('shortcuts of a single key can be turned off, and stay off', async () => {
    await openList(page, 'Task')
    await page.keyboard.press('?')
    const list = page.getByRole('dialog', { name: t('Keyboard shortcuts') })
    const choice = list.getByRole('switch', { name: t('Shortcuts of a single key') })
    await choice.click()
    await expect(choice).not.toBeChecked()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.reload()
    await expect(page.getByRole('article').first()).toBeVisible()
    const selected = page.getByText(t('{0} selected', [1]), { exact: true })
    await page.getByRole('article').first().getByRole('checkbox').check()
    await expect(selected).toBeVisible()
    await page.keyboard.press('Shift+E')
    await page.keyboard.press('n')
    await page.keyboard.press('j')
    await page.keyboard.press('?')
    // A combination still works; the single keys before it opened nothing.
    await page.keyboard.press('Tab')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page).toHaveURL(atList('Task'))

    await page.getByRole('button', { name: t('User menu') }).click()
    await page.getByRole('menuitem', { name: t('Keyboard shortcuts') }).click()
    await choice.click()
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await page.keyboard.press('n')
    await expect(page.getByRole('dialog')).toBeVisible()
  })
})
