import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { type Desk, quantile, settle, watchWork } from '../browser.ts'
import { compare, type Row } from '../measure.ts'
import { randomFrom } from '../random.ts'
import type { StaffApp } from '../staff-app.ts'
import { middleField } from '../wide.ts'

const keysAtOnce = 60
/** A person stops to think after so many keys, long enough for the form to keep its draft. */
const keysBetweenStops = 12
const stop = 450

/**
 * From a key to its letter on screen, in the middle of a form of 300 inputs that keeps a draft, and in a page with a single
 * input.
 */
export async function* keystrokes(desk: Desk, { questionnaires }: StaffApp, rounds: number): AsyncGenerator<Row> {
  let opened = 0
  const inForm = async () => {
    // A record of its own for each round: one with a draft begins with a choice.
    const id = questionnaires.rows[opened++]?.id ?? ''
    const page = await desk.open(`/app/${questionnaires.entity}/${id}`, '[data-form-edit]:enabled')
    await page.keyboard.press('e')
    await page.waitForSelector(`[data-field="${middleField}"] input`)
    const typed = await typeInto(page, `[data-field="${middleField}"] input`)
    if ((await draftsOf(page)) < opened) throw new Error('The form has kept no draft')
    return typed
  }
  const inBare = async () => typeInto(await desk.openBare('<input>'), 'input')
  const works: number[] = []
  const p95 = async ({ times, work }: TypingResult) => {
    works.push(work)
    return quantile(times, 0.95)
  }
  const { value, baseline, ratio } = await compare(
    rounds,
    async () => p95(await inBare()),
    async () => p95(await inForm()),
  )
  const [bare = 0, form = 0] = works.slice(-2)
  const note = `${rounds} × ${keysAtOnce} keys; main thread ${form.toFixed(1)} ms a key, bare ${bare.toFixed(1)} ms`
  yield {
    name: 'keystroke in a form of 300 fields with a draft, p95',
    value,
    unit: 'ms',
    baseline: { name: 'page with one box', value: baseline },
    ratio,
    target: { of: 'value', most: 16 },
    note,
  }
}

interface TypingResult {
  times: readonly number[]
  /** Work of the page's main thread for each key, in milliseconds of CPU time. */
  work: number
}

/** Types some keys as irregularly as people type. */
async function typeInto(page: Page, selector: string): Promise<TypingResult> {
  const random = randomFrom(3)
  await page.focus(selector)
  await settle(page)
  for (const letter of 'warm up ') await page.keyboard.press(letter)
  await settle(page)
  await page.evaluate(() => window.probe.takeKeys())
  const work = await watchWork(page)
  const before = await work()
  for (let key = 0; key < keysAtOnce; key++) {
    await page.keyboard.press('abcdefgh '[key % 9] as string)
    await setTimeout(key % keysBetweenStops === keysBetweenStops - 1 ? stop : 40 + random() * 60)
  }
  await settle(page)
  return { times: await page.evaluate(() => window.probe.takeKeys()), work: ((await work()) - before) / keysAtOnce }
}

/** Number of drafts that the browser holds (packages/client/src/store/browser). */
function draftsOf(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error)
      })
    const database = await done(indexedDB.open('tavla'))
    try {
      return await done(database.transaction('drafts').objectStore('drafts').count())
    } finally {
      database.close()
    }
  })
}
