import type { Page } from 'playwright-core'
import { type Desk, press, settle } from '../browser.ts'
import type { Row } from '../measure.ts'
import type { Interaction } from '../page-probe.ts'

/** Minimum duration that Event Timing reports. */
const shortest = 16

/** The Web Vitals of a quarter of an hour's work, done in a minute. */
export async function* session(desk: Desk): AsyncGenerator<Row> {
  const bare = await desk.openBare('<input><button>press</button>')
  for (let round = 0; round < 20; round++) {
    await press(bare, round % 2 ? 'input' : 'button')
    await type(bare, 'a')
  }
  const baseline = worstOf(await bare.evaluate(() => window.probe.interactions()))

  const page = await desk.open('/app/Deal', '[data-record]')
  await work(page)
  const interactions = await page.evaluate(() => window.probe.interactions())
  const slowest = interactions.slow.slice(0, 3).map(({ duration, what }) => `${duration} ${what}`)
  const note = `Event Timing in steps of 8 ms; of ${interactions.count} interactions one in 50 left out; ${slowest.join(', ')}`
  const value = worstOf(interactions)
  yield {
    name: 'INP over a scripted session',
    value,
    unit: 'ms',
    baseline: { name: 'bare page', value: baseline },
    target: { of: 'value', most: 50 },
    note,
  }
  const shift = await page.evaluate(() => window.probe.layoutShift())
  yield { name: 'CLS over it', value: shift, unit: '', target: { of: 'value', most: 0.01 } }
}

/** Interaction to Next Paint: the slowest interaction, ignoring one in fifty. */
function worstOf({ slow, count }: { slow: readonly Interaction[]; count: number }): number {
  return slow[Math.floor(count / 50)]?.duration ?? shortest
}

/** Searches records, reads some, changes one, starts a new one. */
async function work(page: Page): Promise<void> {
  const step = async (selector: string) => {
    await page.waitForSelector(selector)
    await press(page, selector)
    await settle(page)
  }
  for (const place of [1, 2, 3]) await step(`[aria-posinset="${place}"] .record-link`)
  for (const key of ['j', 'j', 'k', 'b']) await type(page, key)

  await step('[type="search"]')
  await type(page, 'order')
  await page.waitForFunction(() => document.querySelector('.entity-list-area[aria-busy="false"] [data-record]'))
  for (let letter = 0; letter < 5; letter++) await keyOf(page, 'Backspace')
  await step('.list-head [role="combobox"]')
  for (const key of ['ArrowDown', 'ArrowDown', 'Enter']) await keyOf(page, key)

  await page.mouse.move(200, 600)
  for (let turn = 0; turn < 20; turn++) {
    await page.mouse.wheel(0, 300)
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)))
  }
  await settle(page)
  await step('.entity-list-item:nth-child(6) .record-link')
  for (const tab of [2, 3, 1]) await step(`[role="tab"]:nth-child(${tab})`)

  await page.waitForSelector('[data-form-edit]:enabled')
  await step('[data-form-edit]')
  await step('[data-field="owner_name"] input')
  await type(page, ' wrote it')
  await step('[data-field="stage"] [role="combobox"]')
  for (const key of ['ArrowDown', 'Enter', 'Control+s']) await keyOf(page, key)
  await page.waitForSelector('[data-form-edit]:enabled')

  await type(page, 'n')
  await page.waitForSelector('dialog[open] input')
  await settle(page)
  await type(page, 'A new one')
  await keyOf(page, 'Escape')
}

async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) await keyOf(page, letter)
}

async function keyOf(page: Page, key: string): Promise<void> {
  await page.keyboard.press(key)
  await settle(page)
}
