import type { Browser, Page } from '@playwright/test'
import { expectAccessible } from './accessibility.ts'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { openList, rowOf, tabTo, unique } from './screens.ts'

// English is the source and has nothing to correct: each title has the tag @he.

test('an untranslated text has globes, a click asks for its translation, and its choices can be chosen @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('an untranslated text has globes around it, and a click on it asks for the translation', async () => {
    const { entity, label } = await makeEntity(api)
    await page.goto(`/app/${entity}/one`)
    const marker = page.getByRole('region', { name: t('Details') }).getByText(`🌐${label}🌐`)
    await expect(marker).toHaveAttribute('data-source', label)
    await expect(marker).toHaveAttribute('data-untranslated')
    await marker.click()

    const editor = page.getByRole('dialog', { name: t('Translation') })
    await expect(editor.getByText(label, { exact: true })).toBeVisible()
    await editor.getByRole('button', { name: t('Save') }).click()
    await expect(editor.getByText(t('Translated text is required'))).toBeVisible()
    await editor.getByLabel(t('Translated Text')).fill(`תווית ${label}`)
    await editor.getByRole('button', { name: t('Save') }).click()
    await expect(editor).toBeHidden()
    await expect(page.getByText(`תווית ${label}`).first()).toBeVisible()
    await expect(page.getByText(`🌐${label}🌐`)).toHaveCount(0)
  })

  await test.step('the untranslated choices of a field can be chosen', async () => {
    const { entity, choices } = await makeEntity(api)
    await page.goto(`/app/${entity}/one`)
    const details = page.getByRole('region', { name: t('Details') })
    const edit = details.getByRole('button', { name: t('Edit'), exact: true })
    await expect(edit).toBeEnabled({ timeout: 15_000 })
    await edit.click()
    const box = details.getByRole('combobox', { name: 'Kind' })
    await box.click()
    await page.getByRole('option', { name: choices[1] }).click()
    await expect(box).toContainText(`🌐${choices[1]}🌐`)
    await box.click({ position: { x: 5, y: 5 } })
    await expect(page.getByRole('option', { name: choices[0] })).toBeVisible()
    await expect(page.getByRole('dialog', { name: t('Translation') })).toHaveCount(0)
  })
})

test('globes stand once in a list, and an entity has its own word for a label @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { entity, label, choices } = await makeEntity(api)
  for (const id of ['two', 'three']) await api.create(entity, { id, weight: id, kind: choices[0] })
  await signIn(page)
  await page.goto(`/app/${entity}`)
  const marked = page.getByRole('list').locator(`[data-untranslated][data-source="${choices[0]}"]`)
  await expect(marked).toHaveCount(3)
  const globes = marked.locator('.globe').filter({ visible: true })
  await expect(globes).toHaveCount(2)
  const box = await globes.first().boundingBox()
  expect(box?.width).toBeLessThan(11)

  const shared = `משותף ${unique()}`
  await correct(api, label, shared)
  await correct(api, label, 'משלי', entity)
  await page.goto(`/app/${entity}/one`)
  await expect(page.getByRole('region', { name: t('Details') }).getByText('משלי', { exact: true })).toBeVisible()
  await expect(page.getByText(shared)).toHaveCount(0)
})

test('a corrected text appears at once for everybody, and on return for users who may not follow it @he', async ({
  page,
  api,
  signIn,
  browser,
  site,
}) => {
  test.slow()
  const { entity, label, choices } = await makeEntity(api)
  const staff = await openAs(browser, site.url, signIn, `/app/${entity}`)
  const away = await openAs(browser, site.url, signIn, `/app/${entity}`, async (other) => {
    await other.route('**/socket.io/**', (route) => route.abort())
  })
  await signIn(page)
  await openList(page, entity)
  await expect(rowOf(staff, 'one').locator(`[data-source="${label}"]`)).toHaveText(`🌐${label}🌐`)
  for (const one of [staff, page]) await heardBy(one, api, choices[0])

  await correct(api, label, 'גודל')
  await expect(rowOf(staff, 'one').locator(`[data-source="${label}"]`)).toHaveText('גודל')
  await expect(rowOf(page, 'one').locator(`[data-source="${label}"]`)).toHaveText('גודל')

  const theirs = rowOf(away, 'one').locator(`[data-source="${label}"]`)
  await expect(theirs).toHaveText(`🌐${label}🌐`)
  await away.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await expect(theirs).toHaveText('גודל')
  await staff.context().close()
  await away.context().close()
})

test('texts are corrected with Alt and a click, by keys alone, and in translate mode @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('Alt+click corrects a text on a control without triggering the control', async () => {
    const { id } = await api.create('Task', { subject: `Alt ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const edit = page.getByRole('region', { name: t('Details') }).getByRole('button', { name: t('Edit'), exact: true })
    await edit.click({ modifiers: ['Alt'] })
    const editor = page.getByRole('dialog', { name: t('Translation') })
    await expect(editor.getByLabel(t('Translated Text'))).toHaveValue(t('Edit'))
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await expect(edit).toBeVisible()
    // A name that only tooltips and screen readers use can be corrected as well.
    await page.getByRole('button', { name: t('Filters') }).click({ modifiers: ['Alt'] })
    await expect(editor.getByLabel(t('Translated Text'))).toHaveValue(t('Filters'))
  })

  await test.step('every text on screen is reached and corrected with the keyboard alone', async () => {
    const { entity, label } = await makeEntity(api)
    await openList(page, entity)
    await page.keyboard.press('Alt+t')
    const list = page.getByRole('dialog', { name: t('Texts on this screen') })
    const search = list.getByLabel(t('Search'))
    await expect(search).toBeFocused()
    await expect(list.getByRole('listitem').first()).toContainText('🌐')
    await expectAccessible(page)
    await search.fill(label)
    await expect(list.getByRole('listitem')).toHaveCount(1)
    await tabTo(page, list.getByRole('listitem').getByRole('button'))
    await page.keyboard.press('Enter')
    const editor = page.getByRole('dialog', { name: t('Translation'), exact: true })
    const box = editor.getByLabel(t('Translated Text'))
    await expect(box).toBeFocused()
    await page.keyboard.type('משקל')
    await page.keyboard.press('Control+Enter')
    await expect(editor).toBeHidden()
    await expect(list.getByRole('listitem')).toContainText('משקל')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(rowOf(page, 'one').getByText('משקל')).toBeVisible()
  })

  await test.step('in translate mode a click on any text corrects it, until Escape', async () => {
    await openList(page, 'Contact')
    await page.getByRole('button', { name: t('User menu') }).click()
    await page.getByRole('menuitem', { name: t('Correct translations') }).click()
    await expect(page.locator('[data-translating]')).toBeAttached()
    const link = page.getByRole('navigation').getByRole('link', { name: t('Home') })
    await link.click()
    const editor = page.getByRole('dialog', { name: t('Translation'), exact: true })
    await expect(editor.getByLabel(t('Translated Text'))).toHaveValue(t('Home'))
    await expect(page).toHaveURL(/\/app\/Contact/)
    await page.keyboard.press('Escape')
    await expect(editor).toBeHidden()
    await page.keyboard.press('Escape')
    await link.click()
    await expect(page).toHaveURL(/\/app$/)
  })
})

/** Makes an entity with one record, whose label and choices the dictionary lacks. */
async function makeEntity(api: Api): Promise<{ entity: string; label: string; choices: [string, string] }> {
  const word = unique()
  const entity = `Thing ${word}`
  const choices: [string, string] = [`Early ${word}`, `Late ${word}`]
  const label = `Weight ${word}`
  await api.create('Entity', {
    id: entity,
    module: 'Post',
    naming_rule: 'Prompt',
    fields: [
      { fieldname: 'weight', label, fieldtype: 'Data', in_list_view: 1 },
      { fieldname: 'kind', label: 'Kind', fieldtype: 'Select', options: choices.join('\n'), in_list_view: 1 },
    ],
  })
  await correct(api, 'Kind', 'Kind')
  await api.create(entity, { id: 'one', weight: 'Light', kind: choices[0] })
  return { entity, label, choices }
}

async function correct(api: Api, sourceText: string, translatedText: string, context?: string): Promise<void> {
  const answer = await api.request.post('/api/app/submit_translation', {
    data: { sourceText, translatedText, language: 'he', context },
  })
  expect(answer.ok()).toBe(true)
}

/** Waits until a page hears of corrections: a new page may still be connecting its socket. */
async function heardBy(page: Page, api: Api, source: string): Promise<void> {
  let tries = 0
  await expect(async () => {
    const text = `ניסיון ${++tries}`
    await correct(api, source, text)
    await expect(page.locator(`[data-source="${source}"]`).first()).toHaveText(text, { timeout: 2_000 })
  }).toPass()
}

/** Another user's window, on a screen of their own. */
async function openAs(
  browser: Browser,
  baseURL: string,
  signIn: (page: Page) => Promise<void>,
  path: string,
  prepare?: (page: Page) => Promise<void>,
): Promise<Page> {
  const context = await browser.newContext({ baseURL, locale: 'he-IL' })
  const page = await context.newPage()
  await prepare?.(page)
  await signIn(page)
  await page.goto(path)
  await expect(page.getByRole('main')).toBeVisible()
  return page
}
