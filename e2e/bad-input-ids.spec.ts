import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { makeOddEntity } from './bad-input.ts'
import { closeAll } from './conversation.ts'
import { expect, test } from './fixtures.ts'
import { chooseStep } from './screens.ts'

// Open messages would stand in the window's title.
test.beforeEach(({ api }) => closeAll(api))

/**
 * Valid ids (reference: metadata, Ids and names) with characters that are special in an address, a selector
 * or a template.
 */
const oddIds = [
  `it's "quoted" & co`,
  '100% %41 50%2Foff',
  'a?b=c#d+e;f@g',
  '{0} {id} $& {{x}}',
  "'; DROP TABLE x; --",
  'רחוב הרצל 12, קומה ב׳ (front)',
  'family 😀👩‍👩‍👧 \u202bשלום',
  'L'.repeat(140),
]

test('a record with an odd id is found, opened and shown again by reload, back and forward @once', async ({
  page,
  api,
  signIn,
}) => {
  test.slow()
  const entity = await makeEntity(api)
  for (const id of oddIds) await api.create(entity, { id, note: 'Cellar' })
  await signIn(page)
  const list = `/app/${encodeURIComponent(entity)}`
  const isList = (url: URL) => url.pathname === list
  await page.goto(list)
  for (const id of oddIds) {
    await page.locator(`[data-record=${JSON.stringify(id)}]`).click()
    await expectOpen(page, list, id)
    await page.reload()
    await expectOpen(page, list, id)
    await page.goBack()
    await expect(page).toHaveURL(isList)
    await page.goForward()
    await expectOpen(page, list, id)
    await page.goBack()
    await expect(page).toHaveURL(isList)
  }
})

for (const [name, id, renamed] of [
  ['signs of addresses', '100% %2F? & #1', 'a+b=c?d&e#f %41'],
  ['Hebrew, emoji and quotes', `דוח "סופי" 😀`, "it's {0} מעורב"],
] as const) {
  test(`a record whose id holds ${name} is edited, followed live, renamed, given a file and deleted @once`, async ({
    page,
    api,
    browser,
    site,
    signIn,
    t,
  }) => {
    const entity = await makeEntity(api)
    const list = `/app/${encodeURIComponent(entity)}`
    await api.create(entity, { id, note: 'Cellar' })
    await signIn(page)
    await page.goto(`${list}/${encodeURIComponent(id)}`)
    const details = page.getByRole('region', { name: t('Details') })
    const editButton = details.getByRole('button', { name: t('Edit'), exact: true })

    await editButton.click()
    await details.getByRole('textbox').fill('Attic')
    await page.keyboard.press('ControlOrMeta+s')
    await expect(editButton).toBeVisible()
    expect((await api.read(entity, id)).note).toBe('Attic')

    const context = await browser.newContext({ baseURL: site.url })
    const other = await context.newPage()
    await signIn(other, 'manager@example.com')
    await other.goto(`${list}/${encodeURIComponent(id)}`)
    await expect(details.locator('.record-presence .avatar')).toBeVisible()
    await api.update(entity, { id, note: 'Roof' })
    await expect(details.getByText('Roof')).toBeVisible()
    await expect(page.getByRole('article')).toContainText('Roof')
    await context.close()
    await expect(details.locator('.record-presence .avatar')).toHaveCount(0)

    await details.getByRole('tab', { name: t('Files') }).click()
    const chosen = { name: `${id.replaceAll(/[/\\]/g, '')}.txt`, mimeType: 'text/plain', buffer: Buffer.from('flour') }
    await details.getByLabel(t('Drag & Drop your files or')).setInputFiles(chosen)
    const file = details.getByRole('link', { name: chosen.name })
    await expect(file).toBeVisible()
    expect((await page.request.get((await file.getAttribute('href')) ?? '')).status()).toBe(200)
    await details.getByRole('tab', { name: t('History') }).click()
    await expect(details.getByText('Roof')).toBeVisible()

    await chooseStep(page, t, 'Rename')
    await page.getByRole('dialog').getByRole('textbox').fill(renamed)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expectOpen(page, list, renamed)
    await details.getByRole('tab', { name: t('Files') }).click()
    await expect(file).toBeVisible()

    await editButton.click()
    await details.getByRole('button', { name: t('Delete'), exact: true }).click()
    await expect(page.getByRole('alertdialog')).toContainText(
      t('Are you sure you want to delete {id}?', { id: renamed }),
    )
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL((url) => url.pathname === list)
    await expect(page.getByText(t('No records found'))).toBeVisible()
  })
}

test('a linked record with an odd id is chosen and reached, and an invalid id is refused beside its box @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('a linked record with an odd id is chosen, shown and reached', async () => {
    const entity = await makeEntity(api)
    const id = '50%2F "half" & ½'
    await api.create(entity, { id, note: 'Cellar' })
    const from = await makeEntity(api, { fieldname: 'box', label: 'Box', fieldtype: 'Link', options: entity })
    await api.create(from, { id: 'one' })
    await page.goto(`/app/${encodeURIComponent(from)}/one`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await details.getByRole('combobox').fill('2F "half')
    await page.getByRole('option', { name: id }).click()
    await page.keyboard.press('ControlOrMeta+s')
    await details.getByRole('link', { name: id }).click()
    await expectOpen(page, `/app/${encodeURIComponent(entity)}`, id)
  })

  await test.step('an invalid id is refused beside its box, and an invalid address has a message', async () => {
    const entity = await makeEntity(api)
    const list = `/app/${encodeURIComponent(entity)}`
    await page.goto(list)
    await page
      .getByRole('button', { name: t('Add'), exact: true })
      .first()
      .click()
    const box = page.getByRole('dialog').getByLabel(t('ID'), { exact: true })
    for (const id of ['a/b', 'a\\b', '<b>', '..', 'meta']) {
      await box.fill(id)
      await page.keyboard.press('Enter')
      await expect(box).toHaveAccessibleDescription(t('{0} is not a valid ID', [id]))
    }
    await page.keyboard.press('Escape')

    for (const address of ['100%', '%E0%A4%A', 'a%2Fb', '%00']) {
      await page.goto(`${list}/${address}`)
      await expect(page.getByRole('button', { name: t('Back to the list') })).toBeVisible()
    }
  })
})

const makeEntity = (api: Api, ...more: object[]): Promise<string> =>
  makeOddEntity(api, [{ fieldname: 'note', label: 'Note', fieldtype: 'Data', in_list_view: 1 }, ...more], {
    allow_rename: 1,
  })

/** Expects the record on screen, its id in the bar and in the window's title, and its whole address. */
async function expectOpen(page: Page, list: string, id: string): Promise<void> {
  await expect(page).toHaveURL((url) => url.pathname === `${list}/${encodeURIComponent(id)}`)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText(id)
  await expect(page.locator('.top-id')).toHaveText(id)
  await expect(page).toHaveTitle(`${id} · ${decodeURIComponent(list.replace('/app/', ''))} · Tavla`)
}
