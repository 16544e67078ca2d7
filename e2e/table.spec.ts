import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

const columns = [
  { fieldname: 'subject', pinned: 1 },
  ...['status', 'points', 'is_billable', 'contact', 'created_by_name', 'budget'].map((fieldname) => ({ fieldname })),
]

/** Opens the tasks with a word in their subject as a table of these columns. */
async function openTable(page: Page, word: string): Promise<Locator> {
  const query = new URLSearchParams({
    layout: 'Table',
    columns: JSON.stringify(columns),
    order_by: 'subject asc',
    search: word,
  })
  await page.goto(`/app/Task?${query}`)
  const grid = page.getByRole('grid')
  await expect(grid.getByRole('row').nth(1)).toBeVisible()
  return grid
}

/** The cell of a record in the column of this number. */
const cellOf = (grid: Locator, subject: string, column: number) =>
  grid
    .getByRole('row')
    .filter({ hasText: subject })
    .locator(`[aria-colindex="${column + 2}"]`)

test('cells are changed by keys alone, each at once, and a refused one keeps its text', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const [alpha, beta] = [`Alpha ${word}`, `Beta ${word}`]
  const { id } = await api.create('Task', { subject: alpha, status: 'Open', points: 1, budget: 10.1 })
  await api.create('Task', { subject: beta, status: 'Open', points: 2, budget: 10.2 })
  await signIn(page)
  const grid = await openTable(page, word)
  await expect(page.locator('.sheet-foot')).toContainText('20.30')
  await expectAccessible(page)

  await page.getByRole('searchbox').press('ArrowDown')
  await expect(cellOf(grid, alpha, 0)).toBeFocused()
  // Towards the end of the row, which is on the left in Hebrew.
  const forward = (await page.evaluate(() => document.dir)) === 'rtl' ? 'ArrowLeft' : 'ArrowRight'
  await page.keyboard.press(forward)
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: t('Done', undefined, 'status') }).click()
  await expect(cellOf(grid, alpha, 1)).toContainText(t('Done', undefined, 'status'))
  await expect(cellOf(grid, alpha, 1)).toBeFocused()
  await page.keyboard.press(forward)
  await page.keyboard.type('42')
  await page.keyboard.press('Enter')
  await expect(cellOf(grid, beta, 2)).toBeFocused()
  await page.keyboard.type('7')
  await page.keyboard.press('Tab')
  await expect(cellOf(grid, beta, 3)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await api.read('Task', id)).points).toBe(42)
  await expect(cellOf(grid, beta, 3).getByRole('img')).toBeVisible()

  // A value that the field cannot hold.
  await cellOf(grid, beta, 0).focus()
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+A')
  await page.keyboard.press('Delete')
  await page.keyboard.press('Enter')
  const refused = grid.locator('[aria-invalid=true]')
  await expect(refused).toHaveCount(1)
  await expect(refused).toHaveAccessibleDescription(t('{0} is required', [t('Subject')]))
  await refused.focus()
  await page.keyboard.press('Escape')
  await expect(cellOf(grid, beta, 0)).toHaveText(beta)

  // A cell that nobody may change says so.
  await cellOf(grid, beta, 5).focus()
  await page.keyboard.press('F2')
  await expect(page.getByText(t('{0} cannot be changed here.', [t('Created By Name')])).first()).toBeVisible()
  await page
    .getByRole('button', { name: t('Undo') })
    .first()
    .click()
  await expect(cellOf(grid, beta, 3).getByRole('img')).toHaveCount(0)
})

test('a block is copied and pasted as in a spreadsheet, and what does not fit stays with its reason @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const names = ['Alpha', 'Beta', 'Gamma'].map((name) => `${name} ${word}`)
  const ids: string[] = []
  for (const subject of names) ids.push((await api.create('Task', { subject, status: 'Open' })).id)
  const contact = await api.create('Contact', { contact_name: `Paste ${word}` })
  await signIn(page)
  const grid = await openTable(page, word)
  const status = t('Done', undefined, 'status')
  await cellOf(grid, names[0] ?? '', 1).focus()
  await paste(page, [`${status}\t5\t${t('Yes')}\t${contact.id}`, `Done\tmany\t0\t`, `"Open"\t1,250\t1\t`].join('\r\n'))
  await expect.poll(async () => values(await api.read('Task', ids[2] ?? ''))).toEqual(['Open', 1250, 1, null])
  await expect.poll(async () => values(await api.read('Task', ids[0] ?? ''))).toEqual(['Done', 5, 1, contact.id])
  expect(values(await api.read('Task', ids[1] ?? ''))).toEqual(['Done', 0, 0, null])
  const refused = grid.locator('[aria-invalid=true]')
  await expect(refused).toHaveCount(1)
  await expect(refused).toContainText('many')
  await expect(refused).toHaveAccessibleDescription(t('The value for {0} is not valid', [t('Points')]))
  // All records of the block are one step.
  await page.getByRole('button', { name: t('Undo') }).click()
  for (const id of ids) await expect.poll(async () => values(await api.read('Task', id))).toEqual(['Open', 0, 0, null])
  await page.getByRole('button', { name: t('Redo') }).click()
  await expect.poll(async () => values(await api.read('Task', ids[0] ?? ''))).toEqual(['Done', 5, 1, contact.id])

  await paste(page, 'x\t'.repeat(10_001))
  await expect(page.getByText(t('At most {0} cells can be pasted at once.', [10_000])).first()).toBeVisible()

  await cellOf(grid, names[0] ?? '', 1).focus()
  await page.keyboard.press('Shift+ArrowDown')
  await expect(grid.locator('.sheet-cell[aria-selected=true]')).toHaveText([status, status])
  expect(await copy(page)).toBe(`${status}\n${status}`)

  // Other people's changes come in.
  await api.update('Task', { id: ids[2] ?? '', points: 99 })
  await expect(cellOf(grid, names[2] ?? '', 2)).toHaveText('99')

  // Leaving the table tells of what is not saved, and it is still there afterwards.
  await page.keyboard.press('Control+Enter')
  const told = t('Cells that were not saved: {0}. They stay marked in the table.', [1])
  await expect(page.locator('.notice').filter({ hasText: told })).toBeVisible()
  await page.goBack()
  await page.getByRole('button', { name: t('Not saved: {0}', [1]) }).click()
  await expect(refused).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(refused).toHaveCount(0)
})

test('a block that is longer than the rows on the screen is pasted whole @once', async ({ page, api, signIn }) => {
  const word = unique()
  const subjects = Array.from({ length: 90 }, (_, at) => `Row ${String(at).padStart(2, '0')} ${word}`)
  for (const subject of subjects) await api.create('Task', { subject, status: 'Open' })
  await signIn(page)
  const grid = await openTable(page, word)
  await cellOf(grid, subjects[0] ?? '', 2).focus()
  await paste(page, subjects.map((_, at) => String(at)).join('\n'))
  await expect(page.locator('.notice').filter({ hasText: 'Records changed: 90' })).toBeVisible()
  const query = new URLSearchParams({ search: word, order_by: 'points asc', limit_page_length: '100' })
  query.set('fields', '["subject","points"]')
  const { data } = await (await api.request.get(`/api/entity/Task?${query}`)).json()
  expect(data.map(({ subject, points }: Record<string, unknown>) => [subject, points])).toEqual(
    subjects.map((subject, at) => [subject, at]),
  )
})

test('columns are sorted, drawn wider, moved and pinned by mouse and by keys, and stay so @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const person = await api.createUser()
  const word = unique()
  for (const [subject, points] of [
    ['Alpha', 1],
    ['Beta', 2],
  ] as const)
    await api.create('Task', { subject: `${subject} ${word}`, points })
  await signIn(page, person)
  const grid = await openTable(page, word)
  const head = (label: string) => grid.getByRole('columnheader', { name: t(label) })
  const labels = () => grid.locator('.sheet-label').allTextContents()
  await head('Points').click()
  await head('Points').click()
  await expect(head('Points')).toHaveAttribute('aria-sort', 'descending')
  await expect(grid.getByRole('row').nth(1)).toContainText(`Beta ${word}`)

  const { width = 0 } = (await head('Status').boundingBox()) ?? {}
  await head('Status').focus()
  await page.keyboard.press('Shift+ArrowLeft')
  await expect.poll(async () => (await head('Status').boundingBox())?.width).toBeGreaterThan(width + 10)
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(async () => (await labels()).slice(0, 3)).toEqual([t('Subject'), t('Points'), t('Status')])
  const from = await head('Status').boundingBox()
  const to = await head('Points').boundingBox()
  if (!from || !to) throw new Error('The heads are not on the screen.')
  await page.mouse.move(from.x + from.width / 2, from.y + 10)
  await page.mouse.down()
  await page.mouse.move(to.x + to.width / 2, to.y + 10, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => (await labels()).slice(0, 3)).toEqual([t('Subject'), t('Status'), t('Points')])

  await head('Points').hover()
  await head('Points').getByRole('button').click()
  const kept = page.waitForRequest((request) => request.postData()?.includes('"columns"') === true)
  await page.getByRole('menuitem', { name: t('Pin'), exact: true }).click()
  await kept
  await expect(head('Points')).toHaveAttribute('data-pinned', 'true')

  await page.getByRole('button', { name: t('Display'), exact: true }).click()
  const shown = page.getByRole('group', { name: t('Columns'), exact: true })
  await shown.getByRole('checkbox', { name: t('Contact') }).click()
  await expect(head('Contact')).toHaveCount(0)
  const hidden = page.getByRole('group', { name: t('Hidden Columns') })
  await hidden.getByRole('checkbox', { name: t('Contact') }).click()
  await expect(shown.getByRole('checkbox').last()).toHaveAccessibleName(t('Contact'))
  await shown.getByRole('button', { name: t('Contact') }).focus()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(shown.getByRole('checkbox').nth(-2)).toHaveAccessibleName(t('Contact'))
  await page.keyboard.press('Escape')
  await page.goto('/app/Task?layout=Table')
  await expect(page.getByRole('grid')).toBeVisible()
})

test('a text in the cell of a table is kept when the page becomes as narrow as a phone @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const subject = `Fig jam ${unique()}`
  const { id } = await api.create('Task', { subject, status: 'Open' })
  await signIn(page)
  const grid = await openTable(page, subject)
  await cellOf(grid, subject, 0).press('F2')
  const box = grid.locator('.sheet-editor').getByRole('textbox', { name: t('Subject') })
  await box.fill(`${subject}, three jars`)
  await page.setViewportSize({ width: 390, height: 900 })
  await expect(page.getByRole('article').filter({ hasText: `${subject}, three jars` })).toBeVisible()
  await expect.poll(async () => (await api.read('Task', id)).subject).toBe(`${subject}, three jars`)
})

const values = ({ status, points, is_billable, contact }: Record<string, unknown>) => [
  status,
  points,
  is_billable,
  contact,
]

const paste = (page: Page, text: string) =>
  page.evaluate((content) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', content)
    const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
  }, text)

const copy = (page: Page) =>
  page.evaluate(() => {
    const clipboardData = new DataTransfer()
    const event = new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true })
    document.activeElement?.dispatchEvent(event)
    return clipboardData.getData('text/plain')
  })
