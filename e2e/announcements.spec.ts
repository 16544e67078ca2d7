import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { listPanel, openList, rowOf, unique } from './screens.ts'

// Announcements of screen readers: each thing once, and nothing behind an open window.
test.use({ viewport: { width: 1400, height: 800 } })
test.beforeEach(async ({ page }) => {
  test.slow()
  await page.addInitScript(listen)
})

test('a save is announced once, a wrong field at its place, a refusal only by its window @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const { id } = await api.create('Task', { subject: `Said ${unique()}` })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  const edit = details.getByRole('button', { name: t('Edit'), exact: true })
  const subject = details.getByLabel(t('Subject'), { exact: true })
  await edit.click()
  await subject.fill('')
  await page.keyboard.press('ControlOrMeta+s')
  await expect.poll(() => heard(page, t('{0} is required', [{ translate: 'Subject' }]))).toEqual(['alert'])
  await subject.fill('Changed')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(edit).toBeFocused()
  await expect.poll(() => heard(page, t('Saved'))).toEqual(['status'])

  await page.route(`**/api/entity/Task`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { status: 500, message: 'It broke' } })
      : route.continue(),
  )
  await edit.click()
  await subject.fill('Changed again')
  await page.keyboard.press('ControlOrMeta+s')
  await expect(page.getByRole('alertdialog')).toHaveAccessibleDescription('It broke')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('alertdialog')).toBeHidden()
  expect(await heard(page, 'It broke')).toEqual([])
  expect(await heard(page, t('Saved'))).toEqual(['status'])
})

test('the number of records, arriving ones and the end of an upload are announced once @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  await signIn(page)
  await test.step('the number of matching records is announced after a search, a filter and a selection', async () => {
    const word = unique()
    await api.create('Task', { subject: `One ${word}`, status: 'Open' })
    await api.create('Task', { subject: `Two ${word}`, status: 'Done' })
    await openList(page, 'Task')
    await page.getByRole('searchbox').fill(word)
    await expect.poll(() => heard(page, `2 ${t('Records')}`)).toEqual(['status'])
    await page.getByRole('combobox', { name: t('Status') }).click()
    await page.getByRole('option', { name: t('Done', undefined, 'status') }).click()
    await expect.poll(() => heard(page, `1 ${t('{0, plural, one {Record} other {Records}}', [1])}`)).toEqual(['status'])
    await rowOf(page, `Two ${word}`).getByRole('checkbox').check()
    await expect.poll(() => heard(page, t('{0} selected', [1]))).toEqual(['status'])
    await page.getByRole('searchbox').fill('nothing has this text')
    await expect.poll(() => heard(page, `0 ${t('Records')}`)).toEqual(['status'])
    expect(await heard(page, t('No results'))).toEqual([])
  })

  await test.step('records that arrive while the user reads are announced, and inserted on a press', async () => {
    const word = unique()
    await openList(page, 'Task')
    // Its arrival shows that the list is live.
    await api.create('Task', { subject: `Live ${word}` })
    await expect(rowOf(page, `Live ${word}`)).toBeVisible()
    const box = rowOf(page, `Live ${word}`).getByRole('checkbox')
    await box.check()
    await listPanel(page, t('Task'))
      .locator('.entity-list-area')
      .evaluate((area) => area.scrollTo(0, 340))
    await api.create('Task', { subject: `New ${word}` })
    const news = page.getByRole('button', { name: t('{0} new', [1]) })
    await expect(news).toBeVisible()
    expect(await heard(page, t('{0} new', [1]))).toEqual(['status'])
    await news.press('Enter')
    await expect(rowOf(page, `New ${word}`).getByRole('link')).toBeFocused()
  })

  await test.step('the end of an upload is announced once', async () => {
    const { id } = await api.create('Task', { subject: `Upload ${unique()}` })
    await page.goto(`/app/Task/${id}?tab=files`)
    const panel = page.getByRole('tabpanel')
    await panel
      .getByLabel(t('Drag & Drop your files or'))
      .setInputFiles({ name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('flour') })
    await expect(panel.getByRole('link', { name: 'plan.txt' })).toBeVisible()
    await expect.poll(() => heard(page, t('Upload complete'))).toEqual(['status'])
  })
})

test("another user's change and the result of a window are announced once @he", async ({ page, api, signIn, t }) => {
  await signIn(page)
  await test.step("another user's change of a record under a draft is announced once", async () => {
    const { id } = await api.create('Task', { subject: `Shared ${unique()}` })
    await page.goto(`/app/Task/${id}`)
    const details = page.getByRole('region', { name: t('Details') })
    await details.getByRole('button', { name: t('Edit'), exact: true }).click()
    await expect(details.getByLabel(t('Subject'), { exact: true })).toBeFocused()
    await api.update('Task', { id, summary: 'By somebody else' })
    const sentence = t('This record was changed by {0}.', ['Administrator'])
    await expect(details.getByRole('alert')).toContainText(sentence)
    expect(await heard(page, sentence)).toEqual(['alert'])
  })

  await test.step("the result of a window's action is announced when the window is gone", async () => {
    const word = unique()
    await api.create('Task', { subject: `Only ${word}`, status: 'Open' })
    await openList(page, 'Task')
    await page.getByRole('searchbox').fill(word)
    await rowOf(page, `Only ${word}`).getByRole('checkbox').check()
    await page.getByRole('button', { name: t('Bulk Edit') }).click()
    const window = page.getByRole('dialog', { name: t('Bulk Edit') })
    await window.getByRole('combobox', { name: t('Field') }).click()
    await page.getByRole('option', { name: t('Priority'), exact: true }).click()
    await window.getByRole('button', { name: t('Save') }).click()
    await page.keyboard.press('Enter')
    await expect(window).toBeHidden()
    await expect.poll(() => heard(page, t('Records changed: {0}', [1]))).toEqual(['status'])
  })
})

test('an announcement while a window is open appears inside the window', { tag: '@he' }, async ({
  page,
  signIn,
  t,
}) => {
  await signIn(page)
  await openList(page, 'Task')
  await page.keyboard.press('Alt+t')
  const list = page.getByRole('dialog', { name: t('Texts on this screen') })
  await list.getByRole('listitem').last().getByRole('button').click()
  const editor = page.getByRole('dialog', { name: t('Translation'), exact: true })
  await expect(editor.getByLabel(t('Translated Text'))).toBeFocused()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(editor).toBeHidden()
  await expect.poll(() => heard(page, t('Translation saved'))).toEqual(['status'])
  await expect(list.getByRole('status').filter({ hasText: t('Translation saved') })).toHaveCount(1)
})

/** The kinds of live region in which a text appeared, in order; a number before the text makes it another text. */
const heard = (page: Page, text: string): Promise<string[]> =>
  page.evaluate((wanted) => {
    const isSaid = (sentence: string) => {
      const at = sentence.indexOf(wanted)
      return at >= 0 && !/\d/.test(sentence.charAt(at - 1))
    }
    return (window as ListeningWindow).said?.filter(({ text }) => isSaid(text)).map(({ kind }) => kind) ?? []
  }, text)

type ListeningWindow = Window & { said?: { kind: string; text: string }[] }

/** Records the announcements of live regions: all of an atomic one, else the added text. */
function listen(): void {
  const said: { kind: string; text: string }[] = []
  ;(window as ListeningWindow).said = said
  const last = new WeakMap<Element, string>()
  const read = (element: Element) => element.textContent?.replace(/\s+/g, ' ').trim() ?? ''
  const regions = '[role="status"], [role="alert"], [aria-live="polite"], [aria-live="assertive"]'
  const isHeard = (region: Element) => {
    const top = [...document.querySelectorAll('dialog:modal')].at(-1)
    return region.isConnected && (!top || top.contains(region))
  }
  const note = (region: Element) => {
    const text = read(region)
    const before = last.get(region) ?? ''
    last.set(region, text)
    if (text === '' || text === before || !isHeard(region)) return
    const isAdded = region.ariaAtomic === 'false' && text.startsWith(before)
    said.push({ kind: region.role ?? 'live', text: isAdded ? text.slice(before.length) : text })
  }
  new MutationObserver((mutations) => {
    const changed = new Set<Element>()
    for (const { target, addedNodes } of mutations) {
      const element = target instanceof Element ? target : target.parentElement
      const region = element?.closest(regions)
      if (region) changed.add(region)
      for (const added of addedNodes) {
        if (!(added instanceof Element)) continue
        for (const one of [added, ...added.querySelectorAll(regions)]) if (one.matches(regions)) changed.add(one)
      }
    }
    for (const region of changed) note(region)
  }).observe(document, { subtree: true, childList: true, characterData: true })
}
