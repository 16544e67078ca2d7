import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

test('every type of field is edited, saved and read back @he', async ({ page, api, signIn, language, t }) => {
  const contact = await api.create('Contact', { contact_name: `Dov ${unique()}` })
  const { id } = await api.create('Task', { subject: 'All of it', status: 'Open', points: 7 })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  await edit.click()
  const field = (label: string) => details.getByLabel(t(label), { exact: true })

  await expect(details.getByRole('heading', { level: 3 })).toHaveText([t('Effort'), t('Details')])

  const subject = `עוגה & cake ${unique()}`
  await field('Subject').fill(subject)
  await choose(page, details.getByRole('combobox', { name: t('Status'), exact: true }), t('Done', undefined, 'status'))
  await field('Contact').fill(String(contact.contact_name))
  await page.getByRole('option', { name: String(contact.contact_name) }).click()
  await typeDate(details.getByRole('group', { name: t('Due Date'), exact: true }), { day: 5, month: 1, year: 2026 })
  const moment = { day: 6, month: 2, year: 2026, hour: 14, minute: 30 }
  await typeDate(details.getByRole('group', { name: t('Starts At'), exact: true }), moment)
  await field('Estimate').fill('5400')
  await expect(field('Estimate')).toHaveAttribute('title', language === 'he' ? '1 ש׳ 30 דק׳' : '1h 30m')
  await field('Progress').fill('2.5')
  for (const isTakenBack of [true, false]) {
    await field('Points').fill('no number')
    await expect(details.getByText(t('This will be saved as 0.'))).toBeVisible()
    await field('Budget').fill('1234.5')
    await expect(details.getByText(t('This will be saved as 0.'))).toBeHidden()
    const notice = page.locator('.notice', { hasText: t('"{0}" is not a number. It is 0 now.', ['no number']) })
    await expect(notice).toBeVisible()
    await expect(field('Points')).toHaveValue('0')
    if (!isTakenBack) continue
    await notice.getByRole('button', { name: t('Undo') }).click()
    await expect(field('Points')).toHaveValue('7')
  }
  await field('Is Billable').check()
  await field('Description').fill('one\ntwo')
  await field('Summary').fill('a summary')
  await field('Long Notes').fill('long notes')
  await field('Snippet').fill('if (a) b')
  await field('Config').fill('{"a": [1, 2]}')
  await field('API Key').fill('hidden key')
  await field('Related Entity').fill('Contact')
  await page.getByRole('option').first().click()
  await field('Related ID').fill(String(contact.contact_name))
  await page.getByRole('option', { name: String(contact.contact_name) }).click()
  await expect(details.locator('[data-field=budget]').getByText('₪', { exact: true })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+s')
  await expect(edit).toBeVisible()

  const saved = await api.read('Task', id)
  expect(saved).toMatchObject({
    subject,
    status: 'Done',
    contact: contact.id,
    due_date: '2026-01-05',
    estimate: 5400,
    progress: 2.5,
    points: 0,
    budget: 1234.5,
    is_billable: 1,
    description: 'one\ntwo',
    summary: 'a summary',
    long_notes: 'long notes',
    snippet: 'if (a) b',
    config: { a: [1, 2] },
    api_key: '********',
    related_entity: 'Contact',
    related_id: contact.id,
    created_by_name: 'Administrator',
  })
  expect(saved.starts_at).toMatch(/^2026-02-06 14:30:00/)

  await page.reload()
  const shown = (label: string) =>
    details
      .locator('dd.field-value')
      .filter({ has: page.locator('xpath=preceding-sibling::dt[1]').filter({ hasText: new RegExp(`^${t(label)}$`) }) })
  await expect(shown('Contact')).toHaveText(String(contact.contact_name))
  await expect(shown('Due Date')).toHaveText(language === 'he' ? '5 בינו׳ 2026' : '5 Jan 2026')
  await expect(shown('Starts At')).toContainText('14:30')
  await expect(shown('Progress')).toHaveText('2.5')
  await expect(shown('Budget')).toContainText('1,234.50')
  await expect(shown('Budget')).toContainText('₪')
  await expect(shown('Is Billable')).toHaveText(t('Yes'))
  await expect(shown('Status')).toHaveText(t('Done', undefined, 'status'))
  await expect(shown('Related ID')).toHaveText(String(contact.contact_name))
  await expect(details.getByText('hidden key')).toHaveCount(0)
})

test('the currency sign follows the number in reading direction, in view and in edit mode', async ({
  page,
  api,
  signIn,
  language,
  t,
}) => {
  const child = `Cost Line ${unique()}`
  const entity = `Cost ${unique()}`
  const amount = { fieldname: 'amount', label: 'Amount', fieldtype: 'Currency', in_list_view: 1 }
  await api.create('Entity', { id: child, module: 'Tests', type: 'Table', fields: [amount] })
  const lines = { fieldname: 'lines', label: 'Lines', fieldtype: 'Table', options: child }
  await api.create('Entity', { id: entity, module: 'Tests', naming_rule: 'Prompt', fields: [amount, lines] })
  await api.create(entity, { id: 'C-1', amount: -1234.5, lines: [{ amount: 77 }] })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/C-1`)
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.locator('.amount').first()).toContainText('-1,234.50')

  const middleOf = (element: Element) => {
    const { left, width } = element.getBoundingClientRect()
    return left + width / 2
  }
  const ways = async (pairs: readonly (readonly [Locator, Locator])[]) => {
    const found: ('ltr' | 'rtl')[] = []
    for (const [number, sign] of pairs)
      found.push((await number.evaluate(middleOf)) < (await sign.evaluate(middleOf)) ? 'ltr' : 'rtl')
    return [...new Set(found)]
  }
  // The list has one, the record's head and two fields the others.
  const read = page.locator('.amount')
  await expect(read).toHaveCount(4)
  const wayRead = await ways(
    (await read.all()).map((one) => [one.locator('bdi').first(), one.locator('bdi').last()] as const),
  )
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const typed = details.locator('.input-group:has(.field-suffix)')
  await expect(typed).toHaveCount(2)
  const wayTyped = await ways(
    (await typed.all()).map((one) => [one.locator('input'), one.locator('.field-suffix')] as const),
  )
  expect([wayRead, wayTyped]).toEqual(language === 'he' ? [['rtl'], ['rtl']] : [['ltr'], ['ltr']])
})

test('a record shows the seconds of a moment and of a time, and a list only the minutes @he', async ({
  page,
  api,
  signIn,
  t,
  language,
}) => {
  const { id: entity } = await api.create('Entity', {
    id: `Moments ${unique()}`,
    module: 'Tests',
    fields: [
      { fieldname: 'struck', label: 'Struck', fieldtype: 'Datetime', in_list_view: 1 },
      { fieldname: 'rung', label: 'Rung', fieldtype: 'Time', in_list_view: 1 },
      { fieldname: 'even', label: 'Even', fieldtype: 'Time' },
    ],
    permissions: [{ role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1 }],
  })
  const { id } = await api.create(entity, { struck: '2021-02-06 14:30:07', rung: '08:15:09', even: '09:00:00' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const date = language === 'he' ? '6 בפבר׳ 2021' : '6 Feb 2021'
  await expect(details.getByText(`${date}, 14:30:07`, { exact: true })).toBeVisible()
  await expect(details.getByText('08:15:09', { exact: true })).toBeVisible()
  await expect(details.getByText('09:00', { exact: true })).toBeVisible()
  const row = page.getByRole('article')
  await expect(row.getByText(`${date}, 14:30`, { exact: true })).toBeVisible()
  await expect(row.getByText('08:15', { exact: true })).toBeVisible()
})

test("texts, JSON and emails are limited and refused beside their boxes, and the server's fields stay closed @he", async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step("text is limited to the server's maximum, and invalid JSON gets a message beside its box", async () => {
    const starts_at = '2026-01-05 10:00:01.123456'
    const { id } = await api.create('Task', { subject: `Limits ${unique()}`, starts_at })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    const subject = details.getByLabel(t('Subject'), { exact: true })
    await expect(subject).toHaveAttribute('maxlength', '140')
    await details.getByLabel(t('Config'), { exact: true }).fill('{"a":')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByText(t('{0} must be valid JSON', [{ translate: 'Config' }]))).toBeVisible()
    await expect(details.getByLabel(t('Config'), { exact: true })).toBeFocused()
    await details.getByLabel(t('Config'), { exact: true }).fill('{}')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    // An untouched value keeps its fraction of a second, which its box does not show.
    expect(await api.read('Task', id)).toMatchObject({ config: {}, starts_at })
  })

  await test.step('an email has its own input, and an invalid one gets a message', async () => {
    const { id } = await api.create('Contact', { contact_name: `Mail ${unique()}` })
    await page.goto(`/app/Contact/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    const email = details.getByLabel(t('Email'), { exact: true })
    await expect(email).toHaveAttribute('type', 'email')
    await expect(email).toHaveAttribute('maxlength', '140')
    await email.fill('nowhere')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('alert')).toContainText(
      t('{0} is not a valid email address', [{ translate: 'Email' }]),
    )
    await email.fill('noa@example.com')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('link', { name: 'noa@example.com' })).toBeVisible()
  })

  await test.step('fields that only the server sets stay closed in edit mode', async () => {
    const { id } = await api.create('Task', { subject: `Closed ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await expect(details.getByText(t('Created By Name'), { exact: true })).toBeVisible()
    await expect(details.getByRole('textbox', { name: t('Created By Name') })).toHaveCount(0)
  })
})

test('a choice of many is found by typing, by arrows and in a filter, even of ten thousand @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a choice of many is found by typing, by arrows and in a filter', async () => {
    // The maximum of a definition.
    const entity = await makeChoice(api, 240)
    const { details, box, option, search } = await openChoice(page, entity, t)

    // It opens at the value, and draws only nearby options.
    await box.click()
    await expect(option(220)).toBeInViewport()
    await expect(option(220)).toHaveAttribute('aria-setsize', '241')
    expect(await page.getByRole('option').count()).toBeLessThan(100)
    await expect(search).toBeFocused()
    await expectAccessible(page, { listOpen: true })
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(box).toBeFocused()
    await expect(box).toContainText('222')

    // A letter on the closed box starts the search.
    await page.keyboard.type('3')
    await expect(search).toHaveValue('3')
    await expect(search).toBeFocused()
    await page.keyboard.type('39')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(box).toContainText('339')
    await page.keyboard.press('Enter')
    await expect(option(339)).toBeInViewport()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('option')).toHaveCount(0)
    await expect(box).toBeFocused()
    await page.keyboard.press('ControlOrMeta+s')
    await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
    expect((await api.read(entity, 'one')).pick).toBe('339')

    await page.goto(`/app/${encodeURIComponent(entity)}`)
    const rows = page.getByRole('article')
    await expect(rows).toHaveCount(2)
    await page.locator('.quick-filter').getByRole('combobox').click()
    await expect(search).toBeFocused()
    await page.keyboard.type('109')
    await page.keyboard.press('Enter')
    await expect(rows).toHaveCount(1)
    await expect(rows).toContainText('two')
  })

  await test.step('a Select of ten thousand choices opens at its value and draws few of them', async () => {
    const entity = await makeChoice(api, 240)
    await page.route(/meta/, async (route) => {
      const answer = await route.fetch()
      const text = await answer.text()
      const many = Array.from({ length: 10_000 }, (_, n) => String(n + 100)).join('\\n')
      await route.fulfill({ response: answer, body: text.replace(/(?<="options":")100\\n[^"]*/g, many) })
    })
    const { box, option, search } = await openChoice(page, entity, t)
    await box.click()
    await expect(option(220)).toBeInViewport()
    await expect(option(220)).toHaveAttribute('aria-setsize', '10001')
    expect(await page.getByRole('option').count()).toBeLessThan(100)
    await expect(search).toBeFocused()
    await page.keyboard.press('PageDown')
    await expect(option(228)).toHaveAttribute('data-active')
    await page.keyboard.type('10099')
    await expect(page.getByRole('option')).toHaveCount(1)
    await page.keyboard.press('Enter')
    await expect(box).toContainText('10099')
    await box.click()
    await expect(option(10_099)).toBeInViewport()
  })
})

test('a blank number filter matches all, and 0 is a value @he', async ({ page, api, signIn }) => {
  const word = unique()
  const entity = `Amount ${word}`
  await api.create('Entity', {
    id: entity,
    module: 'Post',
    naming_rule: 'Prompt',
    fields: [
      { fieldname: 'pieces', label: 'Pieces', fieldtype: 'Int', in_list_view: 1, in_standard_filter: 1 },
      { fieldname: 'lasts', label: 'Lasts', fieldtype: 'Duration', in_standard_filter: 1 },
      { fieldname: 'paper', label: 'Paper', fieldtype: 'Attach', in_standard_filter: 1 },
    ],
  })
  await api.create(entity, { id: 'none', pieces: 0 })
  await api.create(entity, { id: 'seven', pieces: 7 })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  const rows = page.getByRole('article')
  await expect(rows).toHaveCount(2)
  const filters = page.locator('.quick-filter')
  // Files have no filter.
  await expect(filters).toHaveCount(2)
  const pieces = filters.getByRole('textbox').first()
  await expect(pieces).toHaveValue('')
  await pieces.fill('7')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('seven')
  await pieces.fill('0')
  await expect(rows).toContainText('none')
  await expect(rows).toHaveCount(1)
  await pieces.fill('')
  await expect(rows).toHaveCount(2)
  await expect(pieces).toHaveValue('')
})

test('a very long text is read in parts, and a pasted one is cut to the maximum of its box @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', {
    subject: `Long ${unique()}`,
    long_notes: 'word word word\n'.repeat(2000),
  })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const notes = details.locator('.field-long-text').filter({ hasText: 'word word' })
  const lengthOf = () => notes.evaluate((element) => element.textContent?.length ?? 0)
  await expect(notes).toBeVisible()
  expect(await lengthOf()).toBeLessThan(21_000)
  await details.getByRole('button', { name: t('More'), exact: true }).click()
  await expect.poll(lengthOf).toBe(30_000)
  await startEditing(details, t)
  const points = details.getByLabel(t('Points'), { exact: true })
  await points.focus()
  await page.keyboard.insertText('9'.repeat(1_000_000))
  expect((await points.inputValue()).length).toBeLessThanOrEqual(140)
})

/** Makes an entity with a Select of `count` numbers from 100 on, and two records. */
async function makeChoice(api: Api, count: number): Promise<string> {
  const entity = `Choice ${unique()}`
  const options = Array.from({ length: count }, (_, n) => String(n + 100)).join('\n')
  await api.create('Entity', {
    id: entity,
    module: 'Post',
    naming_rule: 'Prompt',
    fields: [
      { fieldname: 'pick', label: 'Pick', fieldtype: 'Select', options, in_list_view: 1, in_standard_filter: 1 },
    ],
  })
  await api.create(entity, { id: 'one', pick: '220' })
  await api.create(entity, { id: 'two', pick: '109' })
  return entity
}

async function openChoice(page: Page, entity: string, t: (source: string) => string) {
  await page.goto(`/app/${encodeURIComponent(entity)}/one`)
  const details = page.getByRole('region', { name: t('Details') })
  await startEditing(details, t)
  const box = details.getByRole('combobox', { name: /Pick/ })
  const option = (n: number) => page.getByRole('option', { name: String(n), exact: true })
  return { details, box, option, search: page.getByRole('combobox', { name: t('Search'), exact: true }) }
}

async function startEditing(details: Locator, t: (source: string) => string): Promise<void> {
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  await expect(edit).toBeEnabled({ timeout: 15_000 })
  await edit.click()
}

async function choose(page: Page, box: Locator, name: string): Promise<void> {
  await box.click()
  await page.getByRole('option', { name, exact: true }).click()
}

/** Fills the parts of a date, in the order of any language. */
async function typeDate(group: Locator, parts: Readonly<Record<string, number>>): Promise<void> {
  for (const [part, value] of Object.entries(parts)) {
    await group.locator(`[data-type="${part}"]`).click()
    await group.page().keyboard.type(String(value).padStart(2, '0'))
  }
}
