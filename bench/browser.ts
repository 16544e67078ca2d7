import { type BrowserContext, type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../e2e/browser.ts'
import { installProbe } from './page-probe.ts'
import { type RunningSite, signIn } from './site.ts'

/** A real browser, signed in to a site. */
export interface Desk {
  /** Origin of the site. */
  url: string
  /** Opens a page of the staff app and waits for `selector`. */
  open(path: string, selector: string): Promise<Page>
  /** Opens a page of a few lines that does as little as possible, to measure browser and machine alone. */
  openBare(body: string): Promise<Page>
  close(): Promise<void>
}

/** Undefined if no Chromium is installed. */
export async function openDesk(site: RunningSite): Promise<Desk | undefined> {
  const found = await findBrowser({ whole: true })
  if (!found) return undefined
  const browser = await chromium.launch({
    executablePath: found.executablePath,
    args: found.args,
    env: { ...process.env, ...found.env } as Record<string, string>,
  })
  const url = `http://127.0.0.1:${site.port}`
  const context = await browser.newContext({ viewport: { width: 1440, height: 1000 }, locale: 'en-GB' })
  await context.addInitScript(installProbe)
  const [name = '', value = ''] = (await signIn(site)).split('=', 2)
  await context.addCookies([{ name, value, url }])
  return {
    url,
    async open(path, selector) {
      const page = await pageOf(context)
      await page.goto(url + path)
      await page.waitForSelector(selector)
      await settle(page)
      return page
    },
    async openBare(body) {
      const page = await pageOf(context)
      await page.goto(`data:text/html,<!doctype html><meta charset=utf-8>${encodeURIComponent(body)}`)
      return page
    },
    close: () => browser.close(),
  }
}

/** Browsers draw hidden pages less often, so only one page is open at a time. */
async function pageOf(context: BrowserContext): Promise<Page> {
  for (const page of context.pages()) await page.close()
  return context.newPage()
}

/** Waits until the page is idle. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))
}

/** Presses the middle of an element like a mouse, without code of the driver in between. */
export async function press(page: Page, selector: string): Promise<void> {
  const { x, y } = await page.evaluate((wanted) => {
    const box = document.querySelector(wanted)?.getBoundingClientRect()
    if (!box) throw new Error(`There is no ${wanted}`)
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  }, selector)
  await page.mouse.click(x, y)
}

/**
 * Returns a function for the work of the page's main thread so far, in milliseconds of CPU time: it hardly depends on
 * other load of the machine.
 */
export async function watchWork(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  return async () => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
  }
}

/** Bytes of reachable JavaScript objects, after a garbage collection. */
export async function heapOf(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize
}

/** The value that `part` of all values don't exceed. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN
}
