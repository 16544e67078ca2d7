import type { Page } from '@playwright/test'
import { expectAccessibleByDayAndNight } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { atList, listPanel, openList, rowOf, saveAllAsDone, selectRows, unique } from './screens.ts'

type T = (source: string, args?: readonly (string | number)[], context?: string) => string

/** Opens the list of the tasks that contain a word, and selects the first ones with their boxes. */
async function select(page: Page, t: T, word: string, subjects: readonly string[]) {
  await openList(page, 'Task')
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByText(`${subjects.length + 1} ${t('Records')}`)).toBeVisible()
  await selectRows(page, t, subjects)
  await expect(page.getByText(t('{0} selected', [subjects.length]), { exact: true })).toBeVisible()
}

test('selected records are changed together after a question, all or none @he', async ({ page, api, signIn, t }) => {
  await signIn(page)
  await test.step('selected records are changed together, after a question with their exact number', async () => {
    const word = unique()
    const names = [`First ${word}`, `Second ${word}`]
    for (const subject of [...names, `Third ${word}`]) await api.create('Task', { subject, status: 'Open' })
    await select(page, t, word, names)
    const window = await saveAllAsDone(page, t)
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(t('Records to change: {0}', [2]))
    await expect(question).toContainText(t('You can undo this.'))
    await question.getByRole('button', { name: t('Confirm') }).click()
    await expect(page.getByText(t('Records changed: {0}', [2])).first()).toBeVisible()
    await expect(window).toBeHidden()
    for (const name of names) await expect(rowOf(page, name)).toContainText(t('Done', undefined, 'status'))
    await expect(rowOf(page, `Third ${word}`)).toContainText(t('Open', undefined, 'status'))
    await expect(page.getByText(`3 ${t('Records')}`)).toBeVisible()
  })

  await test.step('a blank required value gets a message before the question, and a field can be removed again', async () => {
    const word = unique()
    const names = [`First ${word}`]
    for (const subject of [...names, `Second ${word}`]) await api.create('Task', { subject })
    await select(page, t, word, names)
    await page.getByRole('button', { name: t('Bulk Edit') }).click()
    const window = page.getByRole('dialog', { name: t('Bulk Edit') })
    await window.getByRole('combobox', { name: t('Field') }).click()
    await page.getByRole('option', { name: t('Subject'), exact: true }).click()
    await window.getByRole('button', { name: t('Save') }).click()
    await expect(window.getByText(t('{0} is required', [t('Subject')]))).toBeVisible()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    await window.getByRole('button', { name: `${t('Remove')}: ${t('Subject')}` }).click()
    await expect(window.getByRole('textbox', { name: t('Subject') })).toHaveCount(0)
    await expect(window.getByRole('combobox', { name: t('Field') })).toBeFocused()
    await expect(window.getByRole('button', { name: t('Save') })).toBeDisabled()
  })

  await test.step('one record that fails leaves all records unchanged, and is named', async () => {
    const word = unique()
    const names = [`First ${word}`, `Second ${word}`]
    for (const subject of [...names, `Third ${word}`]) await api.create('Task', { subject, status: 'Open' })
    await select(page, t, word, names)
    // The request contains a record that does not exist.
    await page.route('**/bulk-update', async (route) => {
      const body = route.request().postDataJSON() as { entities: { id: string }[] }
      const entities = body.entities.map((one, index) => (index === 0 ? one : { ...one, id: 'TASK-NONE' }))
      await route.continue({ postData: JSON.stringify({ entities }) })
    })
    const window = await saveAllAsDone(page, t)
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: t('Confirm') })
      .click()
    await expect(window.getByRole('alert')).toContainText(t('Nothing was changed. Records that failed: {0}', [1]))
    await expect(window.getByRole('alert')).toContainText('TASK-NONE')
    await window.getByRole('button', { name: t('Cancel') }).click()
    for (const name of names) await expect(rowOf(page, name)).toContainText(t('Open', undefined, 'status'))
    await expect(page.getByText(t('{0} selected', [2]), { exact: true })).toBeVisible()
  })

  await test.step('a record that another user deletes is deselected', async () => {
    const word = unique()
    const gone = await api.create('Task', { subject: `Gone ${word}` })
    for (const subject of [`Stays ${word}`, `Other ${word}`]) await api.create('Task', { subject })
    await select(page, t, word, [`Gone ${word}`, `Stays ${word}`])
    await api.remove('Task', gone.id)
    await expect(page.getByText(t('{0} selected', [1]), { exact: true })).toBeVisible()
    await expect(rowOf(page, `Stays ${word}`).getByRole('checkbox')).toBeChecked()
  })
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('rows are selected one by one after a press on Select @he', async ({ page, api, signIn, t }) => {
    const subject = `Phone ${unique()}`
    await api.create('Task', { subject })
    await signIn(page)
    await openList(page, 'Task')
    const box = rowOf(page, subject).getByRole('checkbox', { name: t('Select Row') })
    await expect(box).toBeHidden()
    await listPanel(page, t('Task'))
      .getByRole('button', { name: t('Select'), exact: true })
      .click()
    await expect(page.getByText(t('{0} selected', [0]), { exact: true })).toBeVisible()
    await box.check()
    await expect(page.getByText(t('{0} selected', [1]), { exact: true })).toBeVisible()
    await page.getByRole('button', { name: t('Clear Selection') }).click()
    await expect(box).toBeHidden()
    await expect(page.getByRole('button', { name: t('Select'), exact: true })).toBeFocused()
  })
})

test('Shift selects the range from the row chosen last, with the pointer and with Space @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  for (const name of ['Sixth', 'Fifth', 'Fourth', 'Third', 'Second', 'First'])
    await api.create('Task', { subject: `${name} ${word}` })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('searchbox').fill(word)
  await expect(page.getByText(`6 ${t('Records')}`)).toBeVisible()
  const boxes = page.getByRole('article').getByRole('checkbox', { name: t('Select Row') })
  const checked = () => boxes.evaluateAll((all) => all.map((box) => Number((box as HTMLInputElement).checked)))
  const told = (count: number) => page.getByRole('status').filter({ hasText: t('{0} selected', [count]) })

  // The first press with Shift has no range yet.
  await boxes.nth(1).click({ modifiers: ['Shift'] })
  await expect.poll(checked).toEqual([0, 1, 0, 0, 0, 0])
  await boxes.nth(4).click({ modifiers: ['Shift'] })
  await expect.poll(checked).toEqual([0, 1, 1, 1, 1, 0])
  await expect(told(4)).toBeVisible()
  expect(await page.evaluate(() => String(getSelection()))).toBe('')
  await expect(page).toHaveURL(atList('Task'))
  // A range deselects if its end row gets deselected.
  await boxes.nth(3).click({ modifiers: ['Shift'] })
  await expect.poll(checked).toEqual([0, 1, 1, 0, 0, 0])
  await expect(told(2)).toBeVisible()

  await page.getByRole('button', { name: t('Clear Selection') }).click()
  await expect.poll(checked).toEqual([0, 0, 0, 0, 0, 0])
  const rows = page.getByRole('article').getByRole('link')
  await rows.nth(5).focus()
  await page.keyboard.press('Space')
  await expect(told(1)).toBeVisible()
  for (let steps = 0; steps < 3; steps++) await page.keyboard.press('ArrowUp')
  await expect(rows.nth(2)).toBeFocused()
  await page.keyboard.press('Shift+Space')
  await expect.poll(checked).toEqual([0, 0, 1, 1, 1, 1])
  await expect(told(4)).toBeVisible()
})

test('all that a list matches is changed, deleted and brought back at once @he', async ({ page, api, signIn, t }) => {
  const word = unique()
  const made = Array.from({ length: 60 }, (_, at) => ({
    subject: `Lot ${at} ${word}`,
    status: at === 7 ? 'Done' : 'Open',
  }))
  for (const task of made) await api.create('Task', task)
  const filters = { subject: ['like', `%${word}`] }
  const counted = async (more: object = {}) => {
    const answer = await api.request.get('/api/entity/Task', {
      params: { filters: JSON.stringify({ ...filters, ...more }) },
    })
    return (await answer.json()).count as number
  }
  await signIn(page)
  await page.goto(`/app/Task?filters=${encodeURIComponent(JSON.stringify(filters))}`)
  await page.getByRole('checkbox', { name: t('Select All') }).check()
  await page.getByRole('button', { name: t('Select all {0}', [60]) }).click()
  await expect(page.getByText(t('{0} selected', [60]))).toBeVisible()

  await page.getByRole('button', { name: t('Bulk Edit') }).click()
  const window = page.getByRole('dialog')
  await window.getByRole('combobox', { name: t('Field') }).click()
  await page.getByRole('option', { name: t('Status'), exact: true }).click()
  await window.getByRole('combobox', { name: t('Status') }).click()
  await page.getByRole('option', { name: t('Done'), exact: true }).click()
  await window.getByRole('button', { name: t('Save') }).click()
  await expect(window.getByText(t('Nothing has been written yet.'))).toBeVisible()
  await expect(window.getByRole('row')).toHaveCount(21)
  await expectAccessibleByDayAndNight(page)
  expect(await counted({ status: 'Done' })).toBe(1)
  await window.getByRole('button', { name: `${t('Bulk Edit')} (59)` }).click()
  await expect(page.getByText(t('Records changed: {0}', [59])).first()).toBeVisible()
  await page.keyboard.press('Escape')
  expect(await counted({ status: 'Done' })).toBe(60)

  await expect(page.getByText(t('{0} selected', [60]))).toBeVisible()
  await page.getByRole('button', { name: t('Delete'), exact: true }).click()
  await expect(window.getByText(t('Will be deleted'))).toBeVisible()
  await window.getByRole('button', { name: `${t('Delete')} (60)` }).click()
  await expect(page.getByText(t('Records deleted: {0}', [60])).first()).toBeVisible()
  expect(await counted()).toBe(0)
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: t('Undo') })
    .last()
    .click()
  await expect.poll(() => counted({ status: 'Done' })).toBe(60)
})
