import { expect, test } from './fixtures.ts'
import { openList, watchListReads } from './screens.ts'
import { manyParcels } from './site.ts'

test('ten thousand rows are read page by page, by the height of the window @once', async ({ page, signIn, t }) => {
  await signIn(page)
  await test.step('ten thousand rows of 85 pixels are read page by page while scrolling', async () => {
    const reads = watchListReads(page, 'Parcel')
    await openList(page, 'Parcel')
    await expect(page.getByText(`10,000 ${t('Records')}`)).toBeVisible()
    const rows = page.getByRole('main').getByRole('list').last().getByRole('listitem')
    const area = page.getByRole('main').getByRole('list').last().locator('xpath=..')
    const boxes = await rows.evaluateAll((items) => items.map((item) => item.getBoundingClientRect()))
    expect(boxes.map(({ height }) => height)).toEqual(boxes.map(() => 85))
    expect(boxes.map(({ top }) => top - (boxes[0]?.top ?? 0))).toEqual(boxes.map((_, index) => index * 85))

    const fits = Math.floor((await area.evaluate((element) => element.clientHeight)) / 85)
    const pageSize = 2 * fits
    // The visible rows are read again when the live connection stands.
    const starts = () => [...new Set(reads.map((read) => Number(read.get('limit_start') ?? 0)))]
    expect(new Set(reads.map((read) => Number(read.get('limit_page_length'))))).toEqual(new Set([pageSize]))

    // The last visible row is the fourth from the end of the loaded ones, then the third.
    const showLast = (index: number) =>
      area.evaluate(
        (element, bottom) => {
          element.scrollTop = bottom - element.clientHeight
        },
        (index + 1) * 85,
      )
    await showLast(pageSize - 5)
    await expect(rowNumber(page, pageSize - 4)).toBeVisible()
    expect(starts()).toEqual([0])
    await showLast(pageSize - 3)
    await expect.poll(() => starts().slice(0, 2)).toEqual([0, pageSize])

    await expect
      .poll(
        async () => {
          await area.evaluate((element) => {
            element.scrollTop = element.scrollHeight
          })
          return Number(await rows.last().getAttribute('aria-posinset'))
        },
        { timeout: 20_000, intervals: [30] },
      )
      .toBeGreaterThan(200)
    const shown = await rows.evaluateAll((items) =>
      items.map((item) => [Number(item.getAttribute('aria-posinset')), item.querySelector('a')?.textContent]),
    )
    expect(shown.filter(([place, code]) => code !== codeOf(Number(place)))).toEqual([])
    expect(shown.length).toBeLessThan(60)
    expect(starts()).toEqual(starts().map((_, read) => read * pageSize))
    await expect(rows.last()).toHaveAttribute('aria-setsize', String(manyParcels))
  })

  await test.step('another height of the window gives another page size', async () => {
    const reads = watchListReads(page, 'Parcel')
    await openList(page, 'Parcel')
    const area = page.getByRole('main').getByRole('list').last().locator('xpath=..')
    const fits = async () => Math.floor((await area.evaluate((element) => element.clientHeight)) / 85)
    const before = await fits()
    await page.setViewportSize({ width: 1280, height: 1100 })
    await expect.poll(fits).toBeGreaterThan(before)
    await expect
      .poll(async () => {
        await area.evaluate((element) => {
          element.scrollTop = element.scrollHeight
        })
        return Number(reads.at(-1)?.get('limit_page_length'))
      })
      .toBe(2 * (await fits()))
  })
})

test('the arrows move on into rows that must be read first, and distant pages are read again @he', async ({
  page,
  signIn,
}) => {
  await signIn(page)
  await test.step('the arrows move on into rows that must be read first', async () => {
    await openList(page, 'Parcel')
    await rowNumber(page, 1).getByRole('link').focus()
    await page.keyboard.press('End')
    const loaded = page.getByRole('main').locator('li :focus')
    await expect(loaded).not.toHaveText(codeOf(1))
    const end = Number((await loaded.textContent())?.slice(2))
    await expect(rowNumber(page, end + 1)).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(rowNumber(page, end + 1).getByRole('link')).toBeFocused()
  })

  await test.step('distant pages are dropped, and read again before they are visible', async () => {
    const reads = watchListReads(page, 'Parcel')
    await openList(page, 'Parcel')
    const rows = page.getByRole('main').getByRole('list').last().getByRole('listitem')
    const area = page.getByRole('main').getByRole('list').last().locator('xpath=..')
    const last = async () => {
      await area.evaluate((element) => {
        element.scrollTop = element.scrollHeight
      })
      return Number(await rows.last().getAttribute('aria-posinset'))
    }
    await expect.poll(last, { timeout: 20_000, intervals: [30] }).toBeGreaterThan(300)
    reads.length = 0
    await area.evaluate((element) => {
      element.scrollTop = 0
    })
    await expect(rowNumber(page, 1).getByRole('link')).toHaveText(codeOf(1))
    await expect(rowNumber(page, 1)).toContainText(codeOf(1))
    await expect.poll(() => reads.map((read) => Number(read.get('limit_start') ?? 0))).toContain(0)
    await expect(rowNumber(page, 1).locator('.pill')).toBeVisible()

    // From the top the arrows reach all rows read so far.
    await rowNumber(page, 1).getByRole('link').focus()
    await page.keyboard.press('End')
    const loaded = page.getByRole('main').locator('li:has(:focus)')
    await expect.poll(async () => Number(await loaded.getAttribute('aria-posinset'))).toBeGreaterThan(300)
    await expect(loaded.locator('.pill')).toBeVisible()
    await expect(loaded.getByRole('link')).toBeFocused()
  })
})

const codeOf = (place: number): string => `P-${String(place).padStart(5, '0')}`

const rowNumber = (page: import('@playwright/test').Page, place: number) =>
  page.getByRole('main').locator(`li[aria-posinset="${place}"]`)

test('the first 500 records are printed as a table @once', async ({ page, signIn, t }) => {
  await signIn(page)
  await openList(page, 'Parcel')
  await expect(rowNumber(page, 5)).toBeVisible()
  // The headless browser has no printer, and its print() does nothing.
  await page.evaluate(() => {
    window.print = () => window.dispatchEvent(new Event('beforeprint'))
  })
  await page.emulateMedia({ media: 'print' })
  await page.keyboard.press('ControlOrMeta+p')
  const table = page.getByRole('table', { name: t('Records {0} to {1} of {2}', [1, 500, 10_000]) })
  await expect(table).toBeVisible({ timeout: 30_000 })
  await expect(table.getByRole('row').nth(1)).toContainText(codeOf(1))
  await expect(rowNumber(page, 1)).toBeHidden()
  await expect(table.getByRole('row')).toHaveCount(501)
  await expect(table.getByRole('row').last()).toContainText(codeOf(500))
  await page.evaluate(() => window.dispatchEvent(new Event('afterprint')))
  await expect(table).toHaveCount(0)
})
