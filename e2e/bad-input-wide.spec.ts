import type { Page } from '@playwright/test'
import type { Api } from './api.ts'
import { expect, test } from './fixtures.ts'
import { rowOf, unique } from './screens.ts'

/** 140 units each: the widest letters of both scripts without a break, emoji, and words. */
const wide = {
  Latin: 'W'.repeat(140),
  Hebrew: 'ש'.repeat(140),
  emoji: '👩‍🚒'.repeat(28),
  words: 'ארוכה and long '.repeat(10).slice(0, 140),
}

test('titles of 140 wide letters stay in their boxes at 1440 and at 390 pixels @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const word = unique()
  const contacts = []
  for (const title of Object.values(wide)) contacts.push(await makeContact(api, title, `${word}@example.com`))
  await signIn(page)
  const details = page.getByRole('region', { name: t('Details') })
  for (const width of [1440, 390]) {
    // As a list, as cards, and open.
    await page.setViewportSize({ width, height: 800 })
    await page.goto(`/app/Contact?search=${word}`)
    await expect(page.getByRole('article')).toHaveCount(contacts.length)
    await expectContained(page)
    for (const { id } of contacts) {
      const card = rowOf(page, id)
      await card.getByRole('button', { name: t('Delete'), exact: true }).click()
      await expect(card.getByRole('alertdialog')).toBeVisible()
      await expectContained(page)
      await page.keyboard.press('Escape')
      await expect(card.getByRole('alertdialog')).toBeHidden()
    }
    for (const { id, title } of contacts) {
      await rowOf(page, id).getByRole('link').click()
      await expect(details.getByRole('heading', { level: 2 })).toHaveText(title)
      await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeInViewport()
      await expectContained(page)
      await details.getByRole('tab', { name: t('History') }).click()
      await expect(details.getByText(t('Updated'), { exact: true })).toBeVisible()
      await expectContained(page)
      if (width === 390) await page.getByRole('button', { name: t('Back'), exact: true }).click()
    }
  }
})

test('an id of 140 wide letters stays in its box at 1440 and at 390 pixels, in questions and notices too @he', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const entity = await makeEntity(api)
  await signIn(page)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 800 })
    for (const id of [wide.Latin, wide.Hebrew]) {
      await api.create(entity, { id, title: id, status: id })
      await page.goto(`/app/${encodeURIComponent(entity)}`)
      await expect(page.getByRole('article')).toBeVisible()
      await expectContained(page)
      await page.getByRole('article').getByRole('link').click()
      const details = page.getByRole('region', { name: t('Details') })
      await details.getByRole('button', { name: t('Edit'), exact: true }).click()
      await expectContained(page)
      await details.getByRole('button', { name: t('Delete'), exact: true }).click()
      await expect(page.getByRole('alertdialog')).toContainText(id)
      await expectContained(page)
      await page.keyboard.press('Escape')
      await details
        .getByRole('textbox')
        .first()
        .fill(`${id.slice(1)}x`)
      await details.getByRole('combobox').click()
      await expect(page.getByRole('option').first()).toBeVisible()
      await expectContained(page)
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(page.getByText(t('Changes discarded')).last()).toBeVisible()
      await expectContained(page)
      await api.remove(entity, id)
      await expect(page.getByText(t('This record was deleted.')).last()).toBeVisible()
      await expectContained(page)
    }
  }
})

test('a record of three hundred fields is opened, edited and saved @once', async ({ page, api, signIn, t }) => {
  const fields = Array.from({ length: 300 }, (_, n) => ({
    fieldname: `field_${n}`,
    label: `Field ${n}`,
    fieldtype: ['Data', 'Int', 'Date', 'Select', 'Check', 'Small Text'][n % 6],
    options: n % 6 === 3 ? 'Open\nDone' : null,
    in_list_view: n < 20 ? 1 : 0,
    in_standard_filter: n < 12 ? 1 : 0,
    field_group: n < 60 ? null : `Group ${Math.floor(n / 60)}`,
  }))
  const { id: entity } = await api.create('Entity', {
    ...{ id: `Broad ${unique()}`, module: 'Tests', naming_rule: 'Prompt', is_main_nav: 0, fields },
  })
  await api.create(entity, { id: 'one', field_0: 'Flour', field_299: 'last' })
  await signIn(page)
  await page.goto(`/app/${encodeURIComponent(entity)}`)
  await page.getByRole('article').getByRole('link').click()
  await expectContained(page)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await details.getByLabel(/Field 299\b/).fill('the very last')
  await details.getByLabel(/Field 0\b/).fill('Sugar')
  await expectContained(page)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect(await api.read(entity, 'one')).toMatchObject({ field_0: 'Sugar', field_299: 'the very last' })
})

/** Makes a contact whose title is long in its history too. */
async function makeContact(api: Api, title: string, email: string): Promise<{ id: string; title: string }> {
  const values = { contact_name: title, company: title.slice(0, 139), email, status: 'Active' }
  const { id } = await api.create('Contact', values)
  await api.update('Contact', { id, company: title })
  return { id, title }
}

async function makeEntity(api: Api): Promise<string> {
  const fields = [
    { fieldname: 'title', label: 'Title', fieldtype: 'Data', in_list_view: 1 },
    { fieldname: 'status', label: 'Status', fieldtype: 'Select', options: Object.values(wide).slice(0, 2).join('\n') },
  ].map((field) => ({ ...field, in_list_view: 1 }))
  const values = { id: `Wide ${unique()}`, module: 'Tests', naming_rule: 'Prompt', is_main_nav: 0, fields }
  return (await api.create('Entity', values)).id
}

/** Expects no sideways scrolling, and no text outside the screen or outside its card, window or notice. */
async function expectContained(page: Page): Promise<void> {
  const outside = () =>
    page.evaluate(() => {
      const boxes = 'article, dialog, .notice, .panel, .top-bar, .side-nav, .list-panel, .detail-panel, body'
      // Rows that scroll sideways.
      const rows = '.tab-list, .view-tabs, .record-facts, .detail-lines'
      const found: string[] = []
      for (const element of document.querySelectorAll<HTMLElement>('body, body *')) {
        if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
        const style = getComputedStyle(element)
        const name = `${element.tagName}.${element.className} ${element.textContent?.slice(0, 20)}`
        const canScroll = style.overflowX === 'auto' || style.overflowX === 'scroll'
        if (canScroll && element.scrollWidth > element.clientWidth + 1 && !element.matches(rows))
          found.push(`scrolls: ${name}`)
        const hasText = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        if (!hasText || element.closest(`[role="status"], ${rows}`) || isClippedAway(element)) continue
        const { left, right } = visiblePart(element)
        const box = element.closest(boxes)?.getBoundingClientRect()
        if (box && right > left && (left < box.left - 1 || right > box.right + 1)) found.push(`stands out: ${name}`)
      }
      return found

      /** True for words that only screen readers read. */
      function isClippedAway(element: HTMLElement | null): boolean {
        return (
          element !== null &&
          (getComputedStyle(element).clipPath === 'inset(50%)' || isClippedAway(element.parentElement))
        )
      }

      /** The visible part of an element after clipping: a line that ends in dots, or a row of whole fields. */
      function visiblePart(element: HTMLElement): { left: number; right: number } {
        let { left, right } = element.getBoundingClientRect()
        for (let around = element.parentElement; around; around = around.parentElement) {
          const { overflowX, textOverflow } = getComputedStyle(around)
          const isCut = textOverflow === 'ellipsis' || around.matches('.entity-row-fields, .entity-tile-fields')
          if (overflowX === 'visible' || !isCut) continue
          const box = around.getBoundingClientRect()
          left = Math.max(left, box.left)
          right = Math.min(right, box.right)
        }
        return { left, right }
      }
    })
  await expect.poll(outside).toEqual([])
}
