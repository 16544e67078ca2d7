import type { Locator, Page } from '@playwright/test'
import type { EntityRecord } from '@tavla/contract'
import { expect, test } from './fixtures.ts'
import { openList, rowOf, unique } from './screens.ts'

const groups = 10
/** Thirty fields in each group, so that there are three hundred. */
const types = [
  ...Array.from({ length: 14 }, () => 'Data'),
  ...['Int', 'Int', 'Float', 'Currency', 'Currency', 'Select', 'Select', 'Select'],
  ...['Check', 'Check', 'Check', 'Date', 'Small Text', 'Long Text', 'Duration', 'Link'],
]
const nameOf = (group: number, place: number) => `g${group}_f${place}`
const placeOf = (fieldtype: string) => types.indexOf(fieldtype)

const title = nameOf(0, 0)
const last = nameOf(9, 13)
/** The currency code of an amount nine groups further down. */
const code = nameOf(0, 1)
const price = nameOf(9, placeOf('Currency'))

let survey: EntityRecord

test.beforeAll(async ({ api }) => {
  survey = await api.create('Entity', {
    id: `Survey ${unique()}`,
    module: 'Tests',
    title_field: title,
    fields: Array.from({ length: groups }, (_, group) =>
      types.map((fieldtype, place) => ({
        fieldname: nameOf(group, place),
        label: `Question ${group + 1}.${place + 1}`,
        fieldtype,
        field_group: `Part ${group + 1}`,
        ...(fieldtype === 'Select' && { options: 'Low\nHigh' }),
        ...(fieldtype === 'Link' && { options: 'Task' }),
        ...(nameOf(group, place) === price && { options: code }),
        ...(nameOf(group, place) === title && { in_list_view: 1 }),
        ...([title, last].includes(nameOf(group, place)) && { reqd: 1 }),
      })),
    ).flat(),
  })
})

test('a form of three hundred fields is opened, filled in distant places and saved @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id, name } = await makeRecord(api)
  await signIn(page)
  await openList(page, survey.id)
  await rowOf(page, name).getByRole('link').click()
  await expect(fieldOf(page, last)).toContainText('the end')
  await expect(page.locator('[data-field]')).toHaveCount(300)
  await expect(page.locator('.field-group h3')).toHaveCount(groups)
  await beginEditing(page, t)
  await boxOf(page, title).fill(`${name} again`)
  await boxOf(page, nameOf(4, placeOf('Int'))).fill('42')
  await boxOf(page, nameOf(6, placeOf('Check'))).check()
  await fieldOf(page, nameOf(8, placeOf('Select')))
    .getByRole('combobox')
    .click()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await boxOf(page, last).fill('סוף')
  await page.keyboard.press('Control+s')
  await expect(fieldOf(page, last)).toHaveText(/סוף$/)
  expect(await api.read(survey.id, id)).toMatchObject({
    [title]: `${name} again`,
    [nameOf(4, placeOf('Int'))]: 42,
    [nameOf(6, placeOf('Check'))]: 1,
    [nameOf(8, placeOf('Select'))]: 'High',
    [last]: 'סוף',
  })
})

test('of three hundred fields a wrong one keeps the focus, and typing renders only its own @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('typing renders only its own field, and the one that follows it', async () => {
    const { id } = await makeRecord(api)
    await page.goto(`/app/${encodeURIComponent(survey.id)}/${id}`)
    await beginEditing(page, t)
    const middle = nameOf(5, 3)
    await boxOf(page, middle).click()
    // The first letter makes it a draft, which other parts notice.
    await page.keyboard.type('a')
    await watchFields(page)
    await page.keyboard.type('bcd')
    await expect(boxOf(page, middle)).toHaveValue('abcd')
    expect(await changedFields(page)).toEqual([middle])

    await boxOf(page, code).click()
    await watchFields(page)
    await page.keyboard.type('USD')
    await expect(fieldOf(page, price)).toContainText('$')
    expect(await changedFields(page)).toEqual([code, price])
  })

  await test.step('of several wrong fields, the one being corrected keeps the focus', async () => {
    const { id } = await makeRecord(api)
    await page.goto(`/app/${encodeURIComponent(survey.id)}/${id}`)
    await beginEditing(page, t)
    await boxOf(page, title).fill('')
    await boxOf(page, last).fill('')
    await page.keyboard.press('Control+s')
    await expect(boxOf(page, title)).toBeFocused()
    await page.keyboard.type('Mended')
    await expect(boxOf(page, title)).toHaveValue('Mended')
    await expect(fieldOf(page, title).getByRole('alert')).toHaveCount(0)
    await expect(fieldOf(page, last).getByRole('alert')).toBeVisible()
    await page.keyboard.press('Control+s')
    await expect(boxOf(page, last)).toBeFocused()
  })
})

test('a date input is rendered where it is visible, and keeps an incomplete value @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await makeRecord(api)
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(survey.id)}/${id}`)
  await beginEditing(page, t)
  const begun = fieldOf(page, nameOf(8, placeOf('Date')))
  const seen = fieldOf(page, nameOf(9, placeOf('Date')))
  const parts = (field: Locator) => field.getByRole('spinbutton')
  await expect(parts(seen)).toHaveCount(0)
  await seen.scrollIntoViewIfNeeded()
  await expect(parts(seen)).toHaveCount(3)
  await begun.scrollIntoViewIfNeeded()
  await parts(begun).first().click()
  await page.keyboard.type('7')
  await expect(parts(begun).first()).toHaveAttribute('aria-valuenow', '7')
  await boxOf(page, title).scrollIntoViewIfNeeded()
  await expect(parts(seen)).toHaveCount(0)
  await expect(parts(begun).first()).toHaveAttribute('aria-valuenow', '7')
})

async function makeRecord(api: { create(entity: string, values: object): Promise<EntityRecord> }) {
  const name = `Answers ${unique()}`
  const { id } = await api.create(survey.id, { [title]: name, [last]: 'the end' })
  return { id, name }
}

const fieldOf = (page: Page, fieldname: string): Locator => page.locator(`[data-field="${fieldname}"]`)
const boxOf = (page: Page, fieldname: string): Locator => fieldOf(page, fieldname).locator('input')

/** Resolves when all inputs are there, also those below the screen. */
async function beginEditing(page: Page, t: (source: string) => string) {
  await expect(page.getByRole('button', { name: t('Edit'), exact: true })).toBeEnabled()
  await page.keyboard.press('e')
  await expect(page.locator('.field-edit')).toHaveCount(300)
  await expect(boxOf(page, title)).toBeFocused()
}

/** Records the fields that change in the page from now on. */
const watchFields = (page: Page) =>
  page.evaluate(() => {
    const changed = new Set<string>()
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement
        const field = element?.closest<HTMLElement>('[data-field]')
        if (field?.dataset.field) changed.add(field.dataset.field)
      }
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true })
    Object.assign(window, { changedFields: () => [...changed].sort() })
  })

const changedFields = (page: Page) =>
  page.evaluate(() => (window as unknown as { changedFields(): string[] }).changedFields())
