import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { unique } from './screens.ts'

// Moved rows glide to their places.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('rows of a table are added with defaults, changed, deleted and saved in order @once', async ({
  page,
  api,
  signIn,
  t,
}) => {
  const checklist = [{ title: 'Flour' }, { title: 'Water', done: 1 }]
  const { id } = await api.create('Task', { subject: `Table ${unique()}`, checklist })
  await signIn(page)
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await expect(details.getByRole('table').getByRole('row')).toHaveCount(3)
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const table = details.getByRole('group', { name: t('Checklist'), exact: true })
  await table.getByRole('button', { name: t('Add Row') }).click()
  await expect(table.getByRole('listitem')).toHaveCount(3)
  const row = table.getByRole('listitem').nth(2)
  await expect(row.getByLabel(t('Title'), { exact: true })).toBeFocused()
  await expect(row.getByLabel(t('Hours'), { exact: true })).toHaveValue('1')
  await expect(row.getByLabel(t('Done'), { exact: true })).not.toBeChecked()
  await expect(row.getByRole('combobox', { name: t('State'), exact: true })).toHaveText(t('New', undefined, 'state'))

  // A row without its title is not sent.
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('alert').first()).toContainText(
    `${t('Row {n}:', { n: 3 })} ${t('{0} is required', [{ translate: 'Title' }])}`,
  )
  await row.getByLabel(t('Title'), { exact: true }).fill('Yeast')
  await row.getByLabel(t('Hours'), { exact: true }).fill('2.5')
  await row.getByLabel(t('Done'), { exact: true }).check()
  await table
    .getByRole('listitem')
    .first()
    .getByRole('button', { name: t('Delete Row') })
    .click()
  await expect(table.getByRole('listitem')).toHaveCount(2)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  expect((await api.read('Task', id)).checklist).toMatchObject([
    { idx: 1, title: 'Water', done: 1 },
    { idx: 2, title: 'Yeast', done: 1, hours: 2.5, state: 'New' },
  ])
})

test('rows are reordered by keys and by pointer, and renumbered @he', async ({ page, api, signIn, t }) => {
  const checklist = [{ title: 'A' }, { title: 'B' }, { title: 'C' }]
  const { id } = await api.create('Task', { subject: `Order ${unique()}`, checklist })
  await signIn(page)
  await page.addInitScript(() => {
    const lengths: unknown[] = []
    const { animate } = Element.prototype
    Element.prototype.animate = function (frames, options) {
      if (this.matches('li, tr, [role="row"]')) lengths.push(typeof options === 'object' ? options.duration : options)
      return animate.call(this, frames, options)
    }
    Object.assign(window, { lengths })
  })
  await page.goto(`/app/Task/${id}`)
  const details = page.getByRole('region', { name: t('Details') })
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  const table = details.getByRole('group', { name: t('Checklist'), exact: true })
  const titles = () =>
    table
      .getByLabel(t('Title'), { exact: true })
      .evaluateAll((boxes: HTMLInputElement[]) => boxes.map(({ value }) => value))
  const handle = (at: number) => table.getByRole('button', { name: t('Drag to reorder') }).nth(at)
  await expect.poll(titles).toEqual(['A', 'B', 'C'])

  await handle(0).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(titles).toEqual(['B', 'A', 'C'])
  await expect(handle(1)).toBeFocused()

  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await expect.poll(titles).toEqual(['B', 'C', 'A'])
  await page.keyboard.press('Escape')
  await expect.poll(titles).toEqual(['B', 'A', 'C'])
  await page.keyboard.press('Space')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(titles).toEqual(['B', 'C', 'A'])

  const atRest = () => expect.poll(() => table.evaluate((one) => one.getAnimations({ subtree: true }).length)).toBe(0)
  await handle(0).scrollIntoViewIfNeeded()
  await atRest()
  const from = await middleOf(handle(0))
  const to = await middleOf(handle(2))
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y + 6, { steps: 12 })
  await page.mouse.up()
  await expect.poll(titles).toEqual(['C', 'A', 'B'])
  // Every row glides to its new place in 150 ms (reference: screens, Screen constants).
  const lengths = await page.evaluate(() => (window as unknown as { lengths: unknown[] }).lengths)
  expect(new Set(lengths)).toEqual(new Set([150]))

  // One movement past both other rows, released at once.
  await atRest()
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x, to.y + 6)
  await page.mouse.up()
  await expect.poll(titles).toEqual(['A', 'B', 'C'])

  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('button', { name: t('Edit'), exact: true })).toBeVisible()
  const { checklist: saved } = await api.read('Task', id)
  expect(saved).toMatchObject([
    { idx: 1, title: 'A' },
    { idx: 2, title: 'B' },
    { idx: 3, title: 'C' },
  ])
})

async function middleOf(target: Locator): Promise<{ x: number; y: number }> {
  const box = await target.boundingBox()
  if (!box) throw new Error('No row to drag')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}
