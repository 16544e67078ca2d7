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
  await api.create('Task', { subject: first, status: 'Open' })
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
  await api.update('Task', { id: other.id, status: 'Working' })
  await expect(rowOf(page, second)).toContainText(t('Working', undefined, 'status'))

  await page.getByRole('button', { name: t('Undo') }).click()
  const outcome = page.getByRole('alertdialog')
  await expect(outcome).toContainText(t('Undone. Records: {0}', [1]))
  await expect(outcome).toContainText(t('Not undone: {0}', [1]))
  await expect(outcome).toContainText(second)
  await outcome.getByRole('button', { name: t('Ok') }).click()
  await expect(rowOf(page, first)).toContainText(t('Open', undefined, 'status'))

  await rowOf(page, first).focus()
  await page.keyboard.press('ControlOrMeta+Shift+Z')
  await expect(rowOf(page, first)).toContainText(t('Done', undefined, 'status'))
  await page.keyboard.press('ControlOrMeta+Z')
  await expect(rowOf(page, first)).toContainText(t('Open', undefined, 'status'))
})
