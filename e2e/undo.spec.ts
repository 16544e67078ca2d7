import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { openList, rowOf, saveAllAsDone, selectRows, unique } from './screens.ts'

test('a bulk edit is taken back by keys, and what a colleague changed since stays and is named @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const [first, second] = [`First ${word}`, `Second ${word}`]
  const one = await api.create('Task', { subject: first, status: 'Open' })
  const other = await api.create('Task', { subject: second, status: 'Open' })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('searchbox').fill(word)
  await selectRows(page, t, [first, second])
  const window = await saveAllAsDone(page, t)
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: t('Confirm') })
    .click()
  await expect(page.getByRole('button', { name: t('Undo') })).toBeVisible()
  await expect(window).toBeHidden()
  await expectAccessibleByDayAndNight(page)
  await api.update('Task', { id: other.id, status: 'Working' })
  await expect(rowOf(page, second)).toContainText(t('Working', undefined, 'status'))

  await rowOf(page, first).getByRole('link').focus()
  await page.getByRole('button', { name: t('Undo') }).press('Enter')
  const outcome = page.getByRole('alertdialog')
  // A screen reader hears all of it when the window opens: what was undone, what was not, and why.
  await expect(outcome).toHaveAccessibleName(t('Undone. Records: {0}', [1]))
  const reason = t('{0} was changed since by {1}.', [t('Status'), 'Administrator'])
  await expect(outcome).toHaveAccessibleDescription(new RegExp(`${t('Not undone: {0}', [1])} ?${second} ?${reason}`))
  await expect(outcome).toContainText(t('Undone. Records: {0}', [1]))
  await expect(outcome).toContainText(t('Not undone: {0}', [1]))
  await expect(outcome).toContainText(second)
  await page.keyboard.press('Enter')
  // The notice is gone, and the focus is back at its place.
  await expect(rowOf(page, first).getByRole('link')).toBeFocused()
  await expect(rowOf(page, first)).toContainText(t('Open', undefined, 'status'))

  await rowOf(page, first).focus()
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(rowOf(page, first)).toContainText(t('Done', undefined, 'status'))
  await expect(page.getByRole('status').filter({ hasText: t('Done again. Records: {0}', [1]) })).toBeAttached()
  await api.update('Task', { id: one.id, status: 'Working' })
  await expect(rowOf(page, first)).toContainText(t('Working', undefined, 'status'))
  await page.keyboard.press('ControlOrMeta+Z')
  // Nothing can be undone, so that nothing is asked.
  await expect(outcome).toHaveAccessibleName(t('Not undone: {0}', [1]))
  await expect(outcome).toHaveAccessibleDescription(new RegExp(`^${first} ?${reason}`))
})
