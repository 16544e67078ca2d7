import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { openList, unique } from './screens.ts'

test.use({ viewport: { width: 1000, height: 700 } })

/** The page as the printer gets it. */
async function print(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'print' })
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')))
}

test('a list is printed as a table of its records, without buttons', async ({ page, signIn, language, t }) => {
  await signIn(page)
  await openList(page, 'Task')
  const table = page.locator('.print-list')
  // The code that draws for paper comes after the list has been drawn.
  await expect(async () => {
    await print(page)
    await expect(table).toBeVisible({ timeout: 1000 })
  }).toPass()
  for (const label of ['Subject', 'Status'])
    await expect(table.getByRole('columnheader', { name: t(label) })).toBeVisible()
  await expectReadingOrder(page, language)
  // More than fit on the screen.
  expect(await table.getByRole('row').count()).toBeGreaterThan(9)
  await expect(page.getByRole('heading', { name: t('Task') })).toBeVisible()
  await expect(page.getByRole('navigation')).toBeHidden()
  await expect(page.getByRole('article').first()).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectWhole(page)

  await leavePaper(page)
  await expect(table).toHaveCount(0)
  await expect(page.getByRole('article').first()).toBeVisible()
})

test('an open record is printed alone and in full @once', async ({ page, signIn, t }) => {
  await signIn(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto('/app/Task/TASK-0001')
  await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await print(page)
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByText(t('Subject'), { exact: true })).toBeVisible()
  await expect(details.getByText(t('Modified By'), { exact: true })).toBeVisible()
  await expect(details.getByRole('table')).toBeVisible()
  await expect(page.getByRole('searchbox')).toBeHidden()
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectWhole(page)
  // Paper is white, whatever the theme.
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme)).toBe('light')
})

test('all tabs of a form are printed, and below them the notes that are chosen beside it', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const field = (fieldname: string, label: string, more: object = {}) => ({
    ...{ fieldname, label, fieldtype: 'Data' },
    ...more,
  })
  const { id: entity } = await api.create('Entity', {
    id: `Form ${unique()}`,
    module: 'Tests',
    has_communication: 0,
    fields: [
      field('subject', 'Subject'),
      field('city', 'City', { field_group: 'Address', form_tab: 'Later' }),
      field('phone', 'Phone', { field_group: 'Contact', form_tab: 'More' }),
    ],
  })
  const { id } = await api.create(entity, { subject: 'First', city: 'Haifa', phone: '04-1234567' })
  await api.create('Note', { reference_entity: entity, reference_id: id, text: 'He calls on Friday.' })
  await page.setViewportSize({ width: 1920, height: 700 })
  await signIn(page)
  const path = `/app/${encodeURIComponent(entity)}/${id}`
  await page.goto(`${path}?tab=f-2`)
  const details = page.getByRole('region', { name: t('Details') })
  const city = details.locator('[data-field=city]')
  const others = details.locator('[data-field=subject], [data-field=phone]')
  const note = details.getByText('He calls on Friday.')
  await expect(city).toBeVisible()
  await expect(note).toBeVisible()
  await expect(others).toHaveCount(0)
  await print(page)
  await expect(others).toHaveCount(2)
  await expect(details.locator('[data-field]:visible')).toHaveText([/First/, /Haifa/, /04-?1234567/])
  for (const name of ['Later', 'More']) await expect(details.getByRole('heading', { name: t(name) })).toBeVisible()
  await expect(note).toBeHidden()
  await expectWhole(page)
  await leavePaper(page)
  await expect(others).toHaveCount(0)

  await details.getByRole('tab', { name: t('Notes') }).click()
  await print(page)
  await expect(note).toBeVisible()
  await expect(others).toHaveCount(2)
  await expectWhole(page)
})

test('folded texts are printed in full: long texts, and their changes in the history @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const end = `end ${unique()}`
  const { id } = await api.create('Task', { subject: 'Long', long_notes: 'שורה and line\n'.repeat(2_000) + end })
  await api.update('Task', { id, description: `${'word '.repeat(200)}${end}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const notes = details.locator('.field-long-text', { hasText: 'שורה' })
  await expect(notes).toBeVisible()
  await expect(notes).not.toContainText(end)
  await print(page)
  await expect(notes).toContainText(end)
  await expectWhole(page)
  await leavePaper(page)
  await expect(notes).not.toContainText(end)

  await details.getByRole('tab', { name: t('History') }).click()
  const change = details.locator('.folded-text', { hasText: 'word word' })
  await expect(change).toBeVisible()
  const isCut = () => change.evaluate((element) => element.scrollHeight > element.clientHeight + 1)
  expect(await isCut()).toBe(true)
  await print(page)
  await expect(change).toContainText(end)
  expect(await isCut()).toBe(false)
  await expect(page.getByRole('button')).toHaveCount(0)
  await expectWhole(page)
  await leavePaper(page)
  await expect.poll(isCut).toBe(true)
})

test('the user menu prints @once', async ({ page, signIn, t }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', '')
  })
  await signIn(page)
  await openList(page, 'Task')
  await page.getByRole('button', { name: t('User menu') }).click()
  await page.getByRole('menuitem', { name: t('Print'), exact: true }).click()
  await expect(page.locator('html')).toHaveAttribute('data-printed')
})

async function leavePaper(page: Page): Promise<void> {
  await page.emulateMedia({ media: 'screen' })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
}

/** The title's column stands at the start of the reading direction. */
async function expectReadingOrder(page: Page, language: 'en' | 'he'): Promise<void> {
  const places = await page
    .getByRole('columnheader')
    .evaluateAll((heads) => heads.map((head) => head.getBoundingClientRect().left))
  const ordered = places.toSorted((a, b) => (language === 'he' ? b - a : a - b))
  expect(places).toEqual(ordered)
}

/** Nothing is cut: every scroll area is as high as its content. */
async function expectWhole(page: Page): Promise<void> {
  const cut = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('#root, main, section, .entity-list, .detail-section, .record-form')]
        .filter((element) => element.checkVisibility() && getComputedStyle(element).overflowY !== 'visible')
        .map((element) => element.className),
    )
  await expect.poll(cut).toEqual([])
}

test('paper notes missing content, and printing from the page waits for it @he', async ({ page, signIn, t }) => {
  await page.addInitScript(() => {
    window.print = () => document.documentElement.setAttribute('data-printed', document.body.innerText)
  })
  await signIn(page)
  const answers = Promise.withResolvers<void>()
  await page.route('**/api/entity/Task/TASK-*', async (route) => {
    await answers.promise
    await route.continue()
  })
  // The list has not loaded the oldest record, so none of its values are known.
  await page.goto('/app/Task/TASK-0001')
  await expect(page.getByRole('article').first()).toBeVisible()
  const note = page.getByText(t('Printed before everything was loaded.'))
  const lines = page.locator('.skeleton-line').first()
  await expect(lines).toBeVisible()
  await expect(note).toBeHidden()
  await print(page)
  await expect(note).toBeVisible()
  await expect(lines).toBeHidden()
  await leavePaper(page)

  // The list knows this one's row.
  await page.getByRole('article').getByRole('link').first().click()
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.locator('[data-loading]')).toBeVisible()
  await print(page)
  await expect(note).toBeVisible()
  await leavePaper(page)

  await page.keyboard.press('ControlOrMeta+p')
  await expect(page.locator('html')).not.toHaveAttribute('data-printed')
  answers.resolve()
  await expect(page.locator('html')).toHaveAttribute('data-printed', new RegExp(t('Starts At')))
  await print(page)
  await expect(note).toHaveCount(0)
})
