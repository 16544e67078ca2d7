import type { Page } from 'playwright-core'
import { type Desk, settle } from '../browser.ts'
import { compare, type Row } from '../measure.ts'

const list = '/app/Deal'
const row = '[data-record]'

/** From the visit to the first row of a list on screen: the installed app without a network, and with one. */
export async function* openOffline(desk: Desk, rounds: number): AsyncGenerator<Row> {
  const page = await desk.open(list, row)
  await page.waitForFunction(isInstalled)
  await settle(page)
  const { value, baseline, ratio } = await compare(
    rounds,
    () => firstRow(desk, { isOffline: false }),
    () => firstRow(desk, { isOffline: true }),
  )
  yield {
    name: 'open the installed app without a network',
    value,
    unit: 'ms',
    baseline: { name: 'with a network', value: baseline },
    ratio,
    target: { of: 'ratio', most: 1.5 },
    note: `${rounds} × visit → first row, page and files from the worker, rows from copies`,
  }
}

/** Milliseconds from the start of the navigation to the frame with the first row. */
async function firstRow(desk: Desk, { isOffline }: { isOffline: boolean }): Promise<number> {
  const page = await desk.openBare('')
  const context = page.context()
  await context.setOffline(isOffline)
  try {
    return await visit(page, desk.url + list)
  } finally {
    await context.setOffline(false)
  }
}

async function visit(page: Page, url: string): Promise<number> {
  await page.goto(url, { waitUntil: 'commit' })
  const shown = await page.waitForFunction((selector) => document.querySelector(selector) && performance.now(), row)
  return (await shown.jsonValue()) ?? Number.NaN
}

/** Whether the worker answers for this page, and the list is among the copies. */
async function isInstalled(): Promise<boolean> {
  const { active } = await navigator.serviceWorker.ready
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const keys = asked.result.transaction('copies').objectStore('copies').getAllKeys()
  await new Promise((resolve) => keys.addEventListener('success', resolve))
  asked.result.close()
  const paths = new Set(keys.result.map((key) => (key as string[])[3]))
  const needed = [
    '/api/auth/validate',
    '/api/app/get_translations',
    '/api/app/get_navigation',
    '/api/entity/List%20Setting',
    '/api/entity/Deal/meta',
    '/api/entity/Deal',
  ]
  return active?.state === 'activated' && needed.every((path) => paths.has(path))
}
