import { expect, type Locator, type Page, type Request } from '@playwright/test'
import type { ListLayout } from '@tavla/contract'

/** The panel with the list of an entity, by the entity's shown name. */
export const listPanel = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true })

/** The row or card of the record whose text holds `text`, in a fleet too. */
export const rowOf = (page: Page, text: string): Locator =>
  page.getByRole('article').or(page.locator('.fleet tbody > tr, .fleet-lines > li')).filter({ hasText: text })

/**
 * The address of an entity's list, with any display that the person has chosen: differences from the entity's
 * own are in its query.
 */
export const atList =
  (entity: string) =>
  (url: URL): boolean =>
    url.pathname === `/app/${encodeURIComponent(entity)}`

/** Opens the page of a list or record and waits for its rows. */
export async function openList(page: Page, entity: string): Promise<void> {
  await page.goto(`/app/${entity}`)
  await expect(page.getByRole('article').first()).toBeVisible()
}

/** The panel of the open record. */
export const detailsOf = (page: Page, t: (source: string) => string): Locator =>
  page.getByRole('region', { name: t('Details') })

/** Chooses a step in the menu of the open record. */
export async function chooseStep(page: Page, t: Translated, name: string, context?: string): Promise<void> {
  await detailsOf(page, t)
    .getByRole('button', { name: t('Actions'), exact: true })
    .click()
  await page.getByRole('menuitem', { name: t(name, undefined, context) }).click()
}

/** Starts editing the open record with its button; resolves with its panel when the whole form is there. */
export async function beginEditing(page: Page, t: (source: string) => string): Promise<Locator> {
  const details = detailsOf(page, t)
  await details.getByRole('button', { name: t('Edit'), exact: true }).click()
  await expect(details.getByRole('button', { name: t('Save'), exact: true })).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  return details
}

/** Opens the page of a record and starts editing it. */
export async function openToEdit(page: Page, t: (source: string) => string, path: string): Promise<Locator> {
  await page.goto(`/app/${path}`)
  return beginEditing(page, t)
}

type Translated = (source: string, args?: readonly (string | number)[], context?: string) => string

/** Shows the list in another layout. */
export const chooseLayout = (page: Page, t: Translated, layout: ListLayout): Promise<void> =>
  page
    .getByRole('radiogroup', { name: t('Show As') })
    .getByRole('radio', { name: t(layout), exact: true })
    .check()

/** Checks the boxes of these rows. */
export async function selectRows(page: Page, t: Translated, subjects: readonly string[]): Promise<void> {
  for (const subject of subjects) {
    const box = rowOf(page, subject).getByRole('checkbox', { name: t('Select Row') })
    await box.check()
    await expect(box).toHaveAccessibleDescription(subject)
  }
}

/** Opens the window that changes the selected tasks, and saves `Done` as their status; resolves with the window. */
export async function saveAllAsDone(page: Page, t: Translated): Promise<Locator> {
  await page.getByRole('button', { name: t('Bulk Edit') }).click()
  const window = page.getByRole('dialog', { name: t('Bulk Edit') })
  await window.getByRole('combobox', { name: t('Field') }).click()
  await page.getByRole('option', { name: t('Status'), exact: true }).click()
  await window.getByRole('combobox', { name: t('Status') }).click()
  await page.getByRole('option', { name: t('Done', undefined, 'status'), exact: true }).click()
  await window.getByRole('button', { name: t('Save') }).click()
  return window
}

/** Presses Tab until `target` has the focus. */
export async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    await page.keyboard.press(key)
    if (await target.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`${target.toString()} can't be reached with ${key}`)
}

/** Collects later reads of an entity's list, as their query parameters. */
export function watchListReads(page: Page, entity: string): URLSearchParams[] {
  const reads: URLSearchParams[] = []
  page.on('request', (request) => {
    const url = new URL(request.url())
    if (isListRead(request, entity)) reads.push(url.searchParams)
  })
  return reads
}

/** True if a request reads a page of the entity's list. */
export const isListRead = (request: Request, entity: string): boolean =>
  request.method() === 'GET' && new URL(request.url()).pathname === `/api/entity/${encodeURIComponent(entity)}`

/** A text that no other test uses, to tell one test's records from another's. */
export const unique = (): string => `${Date.now().toString(36)}${(++used).toString(36)}`
let used = 0

/** The keys of the drafts that the browser keeps. */
export async function draftKeys(): Promise<IDBValidKey[]> {
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const read = asked.result.transaction('drafts').objectStore('drafts').getAllKeys()
  await new Promise((resolve) => read.addEventListener('success', resolve))
  asked.result.close()
  return read.result
}

/** The changes of the drafts that the browser keeps. */
export async function keptChanges(): Promise<unknown[]> {
  // Opened before the page has made it, it would be empty.
  const known = await indexedDB.databases()
  if (!known.some(({ name }) => name === 'tavla')) return []
  const asked = indexedDB.open('tavla')
  await new Promise((resolve) => asked.addEventListener('success', resolve))
  const read = asked.result.transaction('drafts').objectStore('drafts').getAll()
  await new Promise((resolve) => read.addEventListener('success', resolve))
  asked.result.close()
  return read.result.map(({ changes }) => changes)
}
