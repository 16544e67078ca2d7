import type { Page } from '@playwright/test'
import { loadFieldTypes } from '@tavla/fields/server'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

const line = 'A line that is longer than one column of the form, wherever it stands'
const values: Readonly<Record<string, unknown>> = {
  Data: line,
  Link: 'User',
  Check: 1,
  'Small Text': 'one\ntwo\nthree\nfour',
  Text: `${line}\n`.repeat(4),
  Attach: 'https://example.com/offer.pdf',
  'Attach Image': null,
  'Dynamic Link': null,
}

test('each type of field has one place, read and edited, at 1440 and at 390 pixels', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const types = await loadFieldTypes()
  const child = `Geometry Line ${unique()}`
  const columns = ['Data', 'Link', 'Float', 'Currency', 'Date', 'Check'].map((fieldtype, at) => ({
    fieldname: `cell_${at}`,
    label: fieldtype,
    fieldtype,
    options: fieldtype === 'Link' ? 'Entity' : null,
    in_list_view: 1,
    footer: fieldtype === 'Currency' ? 'Sum' : null,
  }))
  await api.create('Entity', { id: child, module: 'Tests', type: 'Table', fields: columns })
  const row = { cell_0: line, cell_1: 'User', cell_2: 2.25, cell_3: 1204.5, cell_4: '1998-05-06', cell_5: 1 }
  const entity = `Geometry ${unique()}`
  const fields = [...types.values()].flatMap(({ type, sample }, at) => {
    const options =
      type === 'Table'
        ? child
        : type === 'Link'
          ? 'Entity'
          : type === 'Dynamic Link'
            ? 'name_1'
            : (sample.options ?? null)
    const field = { fieldtype: type, options, description: at % 7 === 0 ? line : null }
    return [
      { ...field, fieldname: `filled_${at}`, label: `${type} filled`, reqd: type === 'Data' ? 1 : 0 },
      { ...field, fieldname: `blank_${at}`, label: `${type} blank` },
    ]
  })
  const name = { fieldname: 'name_1', label: 'Name', fieldtype: 'Data' }
  await api.create('Entity', { id: entity, module: 'Tests', naming_rule: 'Prompt', fields: [name, ...fields] })
  const samples = [...types.values()].map(({ type, sample }, at) => [
    `filled_${at}`,
    type === 'Table' ? [row, { ...row, cell_0: 'short' }] : type in values ? values[type] : sample.value,
  ])
  const { id } = await api.create(entity, { id: 'G-1', ...Object.fromEntries(samples) })
  await signIn(page)
  const edit = page.getByRole('button', { name: t('Edit'), exact: true })
  for (const width of [1440, 390]) {
    // So high that every input is near enough to be drawn.
    await page.setViewportSize({ width, height: 6000 })
    await page.goto(`/app/${encodeURIComponent(entity)}/${id}`)
    await expect(edit).toBeEnabled()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    const read = await places(page)
    expect(Object.keys(read).length).toBe(fields.length + 1)
    await edit.click()
    await expect(page.locator('.field-edit .upload')).toHaveCount(3)
    await expect(page.locator('.record-form [aria-busy="true"]')).toHaveCount(0)
    const edited = await places(page)
    const moved = Object.keys(read).filter((field) =>
      read[field]?.some((side, at) => Math.abs(side - (edited[field]?.[at] ?? 0)) > 1),
    )
    expect(moved.slice(0, 1).map((field) => [width, field, read[field], edited[field]])).toEqual([])
    await page.keyboard.press('Escape')
    await expect(edit).toBeVisible()
  }
})

test('arrows lead from value to value, and editing begins in the one that Enter or a double click names', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Steps ${unique()}`, points: 3, budget: 20 })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const value = (name: string) => details.locator(`.field-read[data-field="${name}"]`)
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  await expect(edit).toBeEnabled()
  await page.getByRole('tab', { name: t('Details') }).focus()
  await page.keyboard.press('Tab')
  if (!(await value('subject').evaluate((one) => one === document.activeElement))) await page.keyboard.press('Tab')
  await expect(value('subject')).toBeFocused()
  await page.keyboard.press(language === 'he' ? 'ArrowLeft' : 'ArrowRight')
  await expect(value('subject')).not.toBeFocused()
  await page.keyboard.press('Home')
  await expect(value('subject')).toBeFocused()

  await page.keyboard.press('Enter')
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await expect(subject).toBeFocused()
  await page.keyboard.type(`Renamed ${id}`)
  await page.keyboard.press('Enter')
  await expect(edit).toBeVisible()
  await expect(value('subject')).toBeFocused()
  expect((await api.read('Task', id)).subject).toBe(`Renamed ${id}`)

  await value('points').dblclick()
  const points = details.getByLabel(t('Points'), { exact: true })
  await expect(points).toBeFocused()
  await page.keyboard.type('8')
  await page.keyboard.press('Tab')
  await expect(points).not.toBeFocused()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(edit).toBeVisible()
  expect((await api.read('Task', id)).points).toBe(8)
})

/** Left, top, width and height of each field of the form. */
function places(page: Page): Promise<Record<string, number[]>> {
  return page.locator('.record-form [data-field]').evaluateAll((all: HTMLElement[]) =>
    Object.fromEntries(
      all.map((one) => {
        const { left, top, width, height } = one.getBoundingClientRect()
        return [one.dataset.field, [left, top, width, height]]
      }),
    ),
  )
}
