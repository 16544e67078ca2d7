import { expect, type Locator, type Page, type Request } from '@playwright/test'

/** The panel with the list of an entity, by the entity's shown name. */
export const listPanel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The row or card of the record whose text holds `text`. */
export const rowOf = (page: Page, text: string): Locator => page.getByRole('article').filter({ hasText: text })

/** The address of an entity's list, however the person has chosen to see it: what differs from the entity's own is in its query. */
export const atList =
  (entity: string) =>
  (url: URL): boolean =>
    url.pathname === `/app/${encodeURIComponent(entity)}`

/** Asks for the page of a list or record and waits for its rows. */
export async function openList(page: Page, entity: string): Promise<void> {
  await page.goto(`/app/${entity}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** The panel of the open record. */
export const detailsOf = (page: Page, t: (source: string) => string): Locator =>
  page.getByRole('region', { name: t('Details') })

/** Begins to edit the open record, by its button; resolves with its panel once all of the form is there. */
export async function beginEditing(page: Page, t: (source: string) => string): Promise<Locator> {
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return details
}

/** Asks for the page of a record and begins to edit it. */
export async function openToEdit(page: Page, t: (source: string) => string, path: string): Promise<Locator> {
  await page.goto(`/app/${path}`)
  return beginEditing(page, t)
}

/** Presses Tab until `target` has the focus, as somebody without a pointer does. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} can't be reached with ${key}`)
}

/** Collects the reads of an entity's list from now on, as their query parameters. */
export function watchListReads(page: Page, entity: string): URLSearchParams[] {
  const reads: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (isListRead(request, entity)) reads.push(url.searchParams)
  })
  return reads
}

/** Whether a request reads a page of the entity's list. */
export const isListRead = (request: Request, entity: string): boolean =>
  request.method() === 'GET' && new URL(request.url()).pathname === `/api/entity/${encodeURIComponent(entity)}`

/** A number nobody else has used, to tell one test's records from another's. */
export const unique = (): string => `${Date.now().toString(36)}${(++used).toString(36)}`
let used = 0
