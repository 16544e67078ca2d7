import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { detailsOf, openToEdit, unique } from './screens.ts'

type Row = Record<string, unknown>

test('two people in one record both keep their work, and choose where they differ @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const checklist = [{ title: 'Bread' }, { title: 'Milk' }]
  const { id } = await api.create('Task', { subject: `Shopping ${unique()}`, status: 'Open', checklist })
  const rows = async () => (await api.read('Task', id)).checklist as Row[]
  const other = 'Administrator'
  await signIn(page, 'staff@example.com')
  const details = await openToEdit(page, t, `Task/${id}`)
  const subject = details.getByLabel(t('Subject'), { exact: true })
  const field = (name: string) => details.locator(`.field-edit[data-field="${name}"]`)
  const title = (at: number) => field('checklist').getByLabel(t('Title'), { exact: true }).nth(at)

  // A field that only the other person changed comes in, marked; the one with the caret waits until it is left.
  await subject.focus()
  await api.update('Task', { id, status: 'Done', subject: 'Theirs' })
  await expect(field('status')).toContainText(t('Changed by {0}', [other]))
  await expect(field('status').getByRole('combobox')).toContainText(t('Done'))
  await expect(subject).toHaveValue(/^Shopping/)
  await title(0).focus()
  await expect(subject).toHaveValue('Theirs')

  // A field that both changed asks at once.
  await subject.fill('Mine')
  const [bread, milk] = await rows()
  await api.update('Task', { id, subject: 'Theirs again', checklist: [bread, { ...milk, title: 'Oat milk' }] })
  await expect(field('subject')).toContainText('Theirs again')
  await expect(details.getByRole('alert')).toContainText(t('Your changes are kept.'))
  await expect(title(1)).toHaveValue('Oat milk')
  // The mark of a table names the rows, and what was in them.
  const row = new RegExp(`${t('Row {n}', { n: 2 })}\\s· Oat milk`)
  await expect(field('checklist').getByRole('button', { name: row })).toHaveAccessibleName(/Milk.*Oat milk$/)
  await title(0).fill('Rolls')
  await field('subject')
    .getByRole('button', { name: t('Keep Mine') })
    .press('Enter')
  await expect(field('subject').getByRole('button', { name: t('Keep Mine') })).toHaveCount(0)
  await expect(subject).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.press('ControlOrMeta+s')
  const told = t('Saved together with changes by {0}: {1}', [
    other,
    [t('Subject'), t('Status'), t('Checklist')].join(', '),
  ])
  await expect(page.locator('.notice').filter({ hasText: told })).toBeVisible()
  expect(await api.read('Task', id)).toMatchObject({
    ...{ subject: 'Mine', status: 'Done' },
    checklist: [{ title: 'Rolls' }, { title: 'Oat milk' }],
  })

  // A save with open questions asks in a window, by keyboard alone.
  await openToEdit(page, t, `Task/${id}`)
  await subject.fill('Mine 2')
  await title(0).fill('Bagels')
  const [rolls, oats] = await rows()
  await api.update('Task', {
    id,
    subject: 'Theirs 2',
    priority: 'High',
    checklist: [{ ...rolls, title: 'Toast' }, oats],
  })
  await expect(field('subject')).toContainText('Theirs 2')
  await page.keyboard.press('ControlOrMeta+s')
  const question = page.getByRole('dialog', { name: t('Both of you changed this') })
  await expect(question.locator('.clash')).toHaveCount(2)
  await expect(question.locator('details')).not.toHaveAttribute('open')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(question.getByRole('alert').first()).toContainText(t('Choose one of these'))
  await expectAccessible(page)
  // Escape goes back to the draft, and nothing of it is lost.
  await page.keyboard.press('Escape')
  await expect(subject).toHaveValue('Mine 2')
  await page.keyboard.press('ControlOrMeta+s')
  const place = (at: number) => question.locator('.clash').nth(at)
  await expect(question.getByRole('radio').first()).toBeFocused()
  // The focus goes round in the window.
  await page.keyboard.press('Shift+Tab')
  await expect(question.getByRole('button', { name: t('Close') })).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(question.getByRole('button', { name: t('Save'), exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(question.getByRole('radio').first()).toBeFocused()
  // The value that the user typed last is chosen; the others wait for an answer.
  await expect(
    question
      .locator('.clash')
      .nth(1)
      .getByRole('radio', { name: t('Mine') }),
  ).toBeChecked()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await place(0).getByRole('textbox').fill('Both of us')
  await place(1)
    .getByRole('radio', { name: t('Saved by {0}', [other]) })
    .focus()
  await page.keyboard.press('Space')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(detailsOf(page, t).getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await api.read('Task', id)).toMatchObject({
    ...{ subject: 'Both of us', priority: 'High' },
    checklist: [{ title: 'Toast' }, { title: 'Oat milk' }],
  })
})

test('a record that is deleted under typed changes is restored and saved in one step @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Gone ${unique()}` })
  await signIn(page)
  const details = await openToEdit(page, t, `Task/${id}`)
  await details.getByLabel(t('Subject'), { exact: true }).fill('Still here')
  await api.remove('Task', id)
  await expect(details.getByRole('alert')).toContainText(t('This record was deleted.'))
  await details.getByRole('button', { name: t('Restore and Save') }).click()
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await api.read('Task', id)).toMatchObject({ subject: 'Still here' })
})
