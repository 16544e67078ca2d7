import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { startTwoBuilds } from './two-builds.ts'

test.use({ serviceWorkers: 'allow' })

test('a worker of an old build and a server of a new one, or the other way round, never leave a blank page @once', async ({
  page,
  site,
  context,
  t,
}) => {
  const front = await startTwoBuilds(site.url)
  try {
    const password = site.passwordOf('Administrator')
    await page.request.post(`${front.url}/api/auth/login`, { data: { user: 'Administrator', password } })
    await page.goto(`${front.url}/login`)
    await page.goto(`${front.url}/app/Task`)
    await expect(rows(page)).not.toHaveCount(0)
    await expect.poll(() => keptEntries(page)).toEqual([await entryOf(page)])
    const older = await entryOf(page)

    // The tab of the old build hears of the new one, and the new one waits as long as another tab is open.
    const other = await context.newPage()
    await other.goto(`${front.url}/app/Task`)
    await expect(rows(other)).not.toHaveCount(0)
    front.serve('newer')
    await lookAtTab(page)
    const notice = page.getByText(t('A new version is ready.')).last()
    await expect(notice).toBeVisible()
    await page.getByRole('button', { name: t('Reload') }).click()
    await expect.poll(() => entryOf(page)).toBe(newer)
    await expect(rows(page)).not.toHaveCount(0)
    await expect.poll(() => keptEntries(page)).toEqual([older, newer])

    // The newer one takes over when that tab closes, and the older one's files go.
    await other.close()
    await onceBrowserRests(page, async () => expect(await keptEntries(page)).toEqual([newer]))

    // An old server again: a kept page is drawn while there is no answer, and the server's own one after that.
    front.serve('older')
    front.hang(true)
    await page.reload({ waitUntil: 'commit' })
    await expect(page.locator('#root > *')).not.toHaveCount(0)
    front.hang(false)
    await expect(async () => {
      // A slow machine may take longer than the worker waits for it.
      await page.goto(`${front.url}/app/Task`)
      expect(await entryOf(page)).toBe(older)
    }).toPass()
    await expect(rows(page)).not.toHaveCount(0)
    await onceBrowserRests(page, async () => expect(await keptEntries(page)).toEqual([older]))
  } finally {
    await front.stop()
  }
})

/** The first script of the newer build. */
const newer = '/assets/index-newer0.js'

const rows = (page: Page) => page.getByRole('article')

/** Address of the first script of the page. */
const entryOf = (page: Page) =>
  page.evaluate(() => document.querySelector('script[type=module][src^="/assets/index"]')?.getAttribute('src') ?? '')

/** The first scripts of the pages that the browser keeps. */
const keptEntries = (page: Page) =>
  page.evaluate(async () => {
    const entries: string[] = []
    for (const cacheName of await caches.keys()) {
      // An open cache would outlive its deletion.
      const html = await (await caches.match('/', { cacheName }))?.text()
      const entry = /src="([^"]*\/index-[^"]*\.js)"/.exec(html ?? '')?.[1]
      if (entry !== undefined) entries.push(entry)
    }
    return entries.sort()
  })

/**
 * Repeats a check until it holds, and stops the workers between: a browser does so by itself after minutes, and lets no
 * other worker take over from one that is at work.
 */
async function onceBrowserRests(page: Page, check: () => Promise<void>): Promise<void> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('ServiceWorker.enable')
  let checks = 0
  await expect(async () => {
    if (checks++ > 0) await browser.send('ServiceWorker.stopAllWorkers')
    await check()
  }).toPass({ intervals: [1000, 7000], timeout: 60_000 })
  await browser.detach()
}

/** Tells the page what a browser tells it when its tab is chosen. */
const lookAtTab = (page: Page) => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
