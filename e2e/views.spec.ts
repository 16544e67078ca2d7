import type { Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { unique, watchListReads } from './screens.ts'

const fields = [
  { fieldname: 'name1', label: 'Name', fieldtype: 'Data', in_list_view: 1 },
  { fieldname: 'kind', label: 'Kind', fieldtype: 'Data', in_list_view: 1 },
  { fieldname: 'colour', label: 'Colour', fieldtype: 'Data' },
]

/** An entity that staff reads, with two crates of apples and one of pears. */
async function makeCrates(api: Api): Promise<string> {
  const { id } = await api.create('Entity', {
    ...{ id: `Crates ${unique()}`, module: 'Tests', title_field: 'name1', search_fields: 'name1', fields },
    permissions: [
      { role: 'System Manager', permlevel: 0, read: 1, write: 1, create: 1, delete: 1 },
      { role: 'Staff', permlevel: 0, read: 1 },
    ],
  })
  for (const [name1, kind] of [
    ['First', 'Apples'],
    ['Second', 'Apples'],
    ['Third', 'Pears'],
  ]) {
    await api.create(id, { name1, kind })
  }
  return id
}

const titlesOf = (page: Page) => page.getByRole('article').getByRole('link')
const noticeOf = (page: Page, text: string) => page.locator('.notice').filter({ hasText: text })
const tabOf = (page: Page, name: string | RegExp) => page.getByRole('tablist').getByRole('tab', { name })

test('a view is saved and shared by keys, opens by default and by its link, and its changes are told @he', async ({
  page,
  api,
  browser,
  site,
  signIn,
  t,
}) => {
  const entity = await makeCrates(api)
  const list = `/app/${encodeURIComponent(entity)}`
  const person = await api.createUser()
  await signIn(page)
  await page.goto(`${list}?filters=${JSON.stringify({ kind: 'Apples' })}`)
  await expect(titlesOf(page)).toHaveCount(2)

  // Saved for a role, by keys alone.
  await page.getByRole('button', { name: t('Save as New') }).focus()
  await page.keyboard.press('Enter')
  const window = page.getByRole('dialog', { name: t('Save as New') })
  await expect(window.getByRole('textbox', { name: t('Title') })).toBeFocused()
  await expectAccessible(page)
  await page.keyboard.type('Apples only')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('option', { name: t('A role') })).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await window
    .getByRole('combobox', { name: t('A role') })
    .last()
    .fill(t('Staff'))
  await page
    .getByRole('option', { name: t('Staff') })
    .first()
    .click()
  await window.getByRole('checkbox', { name: t('Opens by default') }).press('Space')
  const reads = watchListReads(page, entity)
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(tabOf(page, 'Apples only')).toHaveAttribute('aria-selected', 'true')
  await page.waitForURL(/\?view=[^&]+$/)
  expect(reads).toEqual([])
  const link = page.url()
  await expectAccessible(page)

  // Another person's list opens with it, and shows nothing else before.
  const context = await browser.newContext({ baseURL: site.url })
  const other = await context.newPage()
  const otherReads = watchListReads(other, entity)
  await signIn(other, person)
  await other.goto(list)
  await expect(titlesOf(other)).toHaveText(['Second', 'First'])
  await expect(tabOf(other, 'Apples only')).toHaveAttribute('aria-selected', 'true')
  await other.waitForURL(link)
  expect(new Set(otherReads.map((query) => query.get('filters')))).toEqual(new Set(['{"kind":"Apples"}']))
  await tabOf(other, 'Apples only').focus()
  await other.keyboard.press('Home')
  await other.keyboard.press('Enter')
  await expect(titlesOf(other)).toHaveCount(3)
  await other.waitForURL(/\?view=$/)
  await other.reload()
  await expect(titlesOf(other)).toHaveCount(3)

  // A link with a change over the view stands after signing in.
  await other.context().clearCookies()
  await other.goto(`${link}&search=Second`)
  await other.getByLabel(t('Email')).fill(person)
  await other.getByLabel(t('Password'), { exact: true }).fill(site.passwordOf(person))
  await other.getByRole('button', { name: t('Login'), exact: true }).click()
  await expect(titlesOf(other)).toHaveText(['Second'])
  await expect(tabOf(other, 'Apples only')).toContainText(t('Changed'))
  await expect(other.getByRole('button', { name: t('Save View') })).toHaveCount(0)
  await other.getByRole('button', { name: t('Reset') }).click()
  await expect(titlesOf(other)).toHaveCount(2)
  await other.waitForURL(link)

  // A manager's change shows at once, and is told.
  await page.getByRole('searchbox').first().fill('First')
  await expect(titlesOf(page)).toHaveText(['First'])
  await page.getByRole('button', { name: t('Save View') }).click()
  await expect(tabOf(page, 'Apples only')).not.toContainText(t('Changed'))
  await expect(titlesOf(other)).toHaveText(['First'])
  await expect(noticeOf(other, t('The view {0} was changed.', ['Apples only']))).toBeVisible()

  // Taken away from the role, it is gone for its people, whose list stays.
  const { id } = (await (await page.request.get(`/api/app/views?entity=${entity}`)).json()).views[0]
  await api.update('List View', { id, scope: 'Mine' })
  await expect(noticeOf(other, t('This view is gone, or you may not see it anymore.'))).toBeVisible()
  await expect(titlesOf(other)).toHaveText(['First'])
  await expect(other.getByRole('tab')).toHaveCount(1)
  await context.close()
})

test('views are copied, arranged, renamed and deleted with undo, and a field that is gone is told @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const entity = await makeCrates(api)
  const shared = { ref_entity: entity, scope: 'Everybody' }
  await api.create('List View', { ...shared, title: 'By colour', order_by: 'colour asc', view_order: 1 })
  const pears = await api.create('List View', { ...shared, title: 'Pears', filters: { kind: 'Pears' }, view_order: 2 })
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page)
  const list = `/app/${encodeURIComponent(entity)}`
  await page.goto(list)
  // A link reaches a list that is open already, and the way back leads to the list before it.
  await expect(tabOf(page, t('All'))).toHaveAttribute('aria-selected', 'true')
  await expect(titlesOf(page)).toHaveCount(3)
  const followLink = () =>
    page.evaluate((address) => {
      history.pushState(null, '', address)
      dispatchEvent(new PopStateEvent('popstate'))
    }, `${list}?view=${pears.id}`)
  await followLink()
  await expect(titlesOf(page)).toHaveText(['Third'])
  await expect(tabOf(page, 'Pears')).toHaveAttribute('aria-selected', 'true')
  await page.goBack()
  await expect(tabOf(page, t('All'))).toHaveAttribute('aria-selected', 'true')
  await page.goForward()
  await expect(tabOf(page, 'Pears')).toHaveAttribute('aria-selected', 'true')
  await expect(titlesOf(page)).toHaveText(['Third'])
  // It also leads away from another view that was chosen beside a record.
  await page.setViewportSize({ width: 1280, height: 844 })
  await titlesOf(page).click()
  await expect(page.getByRole('region', { name: t('Details') })).toBeVisible()
  await tabOf(page, 'By colour').click()
  await expect(page.getByRole('article')).toHaveCount(3)
  await followLink()
  await expect(tabOf(page, 'Pears')).toHaveAttribute('aria-selected', 'true')
  await expect(titlesOf(page)).toHaveText(['Third'])
  await page.setViewportSize({ width: 390, height: 844 })
  // The row became too narrow for all, and shows the open view whole.
  await expect(tabOf(page, 'Pears')).toBeInViewport({ ratio: 0.9 })
  const choose = async (item: string) => {
    await page.getByRole('button', { name: t('View Options') }).click()
    await page.getByRole('menuitem', { name: t(item), exact: true }).click()
  }
  const tabs = page.getByRole('tab')
  await choose('Move Back')
  await expect(tabs).toHaveText([t('All'), 'Pears', 'By colour'])
  await choose('Duplicate View')
  const copy = t('{0} (copy)', ['Pears'])
  await expect(tabs).toHaveText([t('All'), copy, 'Pears', 'By colour'])
  await expect(tabOf(page, copy)).toHaveAttribute('aria-selected', 'true')
  await choose('Name and Sharing')
  await page.getByRole('textbox', { name: t('Title') }).fill('My pears')
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('Save') })
    .click()
  await expect(tabs).toHaveText([t('All'), 'My pears', 'Pears', 'By colour'])
  await choose('Delete')
  await expect(tabs).toHaveText([t('All'), 'Pears', 'By colour'])
  await expect(titlesOf(page)).toHaveCount(3)
  const deleted = noticeOf(page, t('The view {0} was deleted.', ['My pears']))
  await deleted.getByRole('button', { name: t('Undo') }).click()
  await expect(tabs).toHaveText([t('All'), 'My pears', 'Pears', 'By colour'])

  // A view keeps a field that is gone, says so, and shows the rest.
  await api.update('Entity', { id: entity, fields: fields.slice(0, 2) })
  await page.reload()
  await tabOf(page, 'By colour').click()
  await expect(titlesOf(page)).toHaveCount(3)
  await expect(page.getByText(t('The field {0} is gone, or you may not see it.', ['colour']))).toBeVisible()
  await page.getByRole('button', { name: t('Remove {0}', ['colour']) }).click()
  await choose('Save View')
  await expect(tabOf(page, 'By colour')).not.toContainText(t('Changed'))
  await page.reload()
  await expect(tabOf(page, 'By colour')).toHaveAttribute('aria-selected', 'true')
  await expect(page.getByText('colour', { exact: true })).toHaveCount(0)
})
