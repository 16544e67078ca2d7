import { expect, type Page, type Request, type Route } from '@playwright/test'
import { beginEditing } from './screens.ts'

export type Say = (source: string, args?: readonly (string | number)[], context?: string) => string

const everyCall = '**/api/{entity,user}/**'
export const isWrite = (request: Request) => request.method() !== 'GET'

/** Answers writes with `handle` alone, until the returned function is called; what the page reads stays there. */
export async function onWrites(page: Page, handle: (route: Route) => Promise<void>): Promise<() => Promise<void>> {
  let isOver = false
  await page.route(everyCall, (route) => (isWrite(route.request()) && !isOver ? handle(route) : route.fallback()))
  // A call that is being handled ends as it began.
  return async () => {
    isOver = true
  }
}

/** Lets no write arrive. */
export const cut = (page: Page) => onWrites(page, (route) => route.abort('connectionfailed'))

/** Lets every write arrive, and its answer be lost. */
export const loseAnswers = (page: Page) =>
  onWrites(page, async (route) => {
    await route.fetch()
    await route.abort('connectionfailed')
  })

/** The button that tells how many changes wait. */
export const waiting = (page: Page, t: Say, count: number) =>
  page.getByRole('button', { name: t('Changes waiting to be sent: {0}', [count]), exact: true })
/** The window with the changes that wait. */
export const listOf = (page: Page, t: Say, count: number) =>
  page.getByRole('dialog', { name: t('Changes waiting to be sent: {0}', [count]) })
/** The words of the connection line without a server; it tells the time of the copies as soon as any is on screen. */
export const away = (t: Say): RegExp =>
  new RegExp(`${t('No connection')}|${t('Offline. As of {0}.', ['|']).split('|', 1)[0]}`)
/** Tells the page that the machine has a network again. */
export const wake = (page: Page) => page.evaluate(() => dispatchEvent(new Event('online')))

/** Types a subject into the open record and saves it. */
export async function save(page: Page, t: Say, typed: string): Promise<void> {
  const details = await beginEditing(page, t)
  await details.getByLabel(t('Subject'), { exact: true }).fill(typed)
  await page.keyboard.press('ControlOrMeta+s')
  await expect(details.getByRole('heading', { level: 2, name: typed })).toBeVisible()
}
