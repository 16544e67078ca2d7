import type { Page } from 'playwright-core'
import { type Desk, press, quantile, settle, watchWork } from '../browser.ts'
import type { Row } from '../measure.ts'
import type { ShownRecords, StaffApp } from '../staff-app.ts'

const opened = 16

interface Sample {
  time: number
  /** Work of the page's main thread, in milliseconds of CPU time. */
  work: number
}

/** From the press on a row to the whole record on screen, and back to the list by its key. */
export async function* openAndBack(desk: Desk, { deals, questionnaires }: StaffApp): AsyncGenerator<Row> {
  const bare = await pressesInBarePage(desk)
  yield* rowsOf(desk, deals, 'record of 10 fields', bare)
  yield* rowsOf(desk, questionnaires, 'record of 300 fields', bare)
}

/** The time that browser and machine need to show a changed word. */
async function pressesInBarePage(desk: Desk): Promise<number> {
  const page = await desk.openBare('<button onclick="this.textContent += 1">0</button>')
  const times: number[] = []
  for (let count = 0; count < opened; count++) {
    await page.evaluate(
      (length) => window.probe.expect('click', () => document.querySelector('button')?.textContent?.length === length),
      count + 2,
    )
    await press(page, 'button')
    times.push(await page.evaluate(() => window.probe.shown()))
  }
  return quantile(times, 0.5)
}

async function* rowsOf(desk: Desk, shown: ShownRecords, name: string, bare: number): AsyncGenerator<Row> {
  const page = await desk.open(`/app/${shown.entity}`, '[data-record]')
  const work = await watchWork(page)
  const samples = { first: [] as Sample[], again: [] as Sample[], back: [] as Sample[] }
  const measure = async (act: () => Promise<void>): Promise<Sample> => {
    const before = await work()
    await act()
    const time = await page.evaluate(() => window.probe.shown())
    const sample = { time, work: (await work()) - before }
    await settle(page)
    return sample
  }
  // Another record comes before them, since the first one loads the form's code.
  for (const row of [...shown.rows.slice(opened, opened + 1), ...shown.rows.slice(0, opened)]) {
    for (const which of ['first', 'again'] as const) {
      const link = await expectRecord(page, shown, row)
      samples[which].push(await measure(() => press(page, link)))
      await page.evaluate(() => window.probe.expect('keydown', () => !document.querySelector('.detail-title')))
      samples.back.push(await measure(() => page.keyboard.press('b')))
    }
  }
  yield rowOf(`list → ${name}, not seen yet`, samples.first, 150, bare)
  yield rowOf(`list → ${name}, seen before`, samples.again, 50, bare)
  yield rowOf(`${name} → list`, samples.back, 50, bare)
}

/** Scrolls to the record's row and waits for the fields that fit on the screen; returns the element to press. */
async function expectRecord(
  page: Page,
  { rows, field }: ShownRecords,
  { id, text }: ShownRecords['rows'][number],
): Promise<string> {
  const link = `[data-record="${id}"]`
  const place = rows.findIndex((row) => row.id === id)
  await page.evaluate((at) => {
    const area = document.querySelector('.entity-list-area')
    if (area) area.scrollTop = Math.max(0, at - 2) * 85
  }, place)
  await page.waitForSelector(link)
  await settle(page)
  await page.evaluate(
    ([name, wanted]) =>
      window.probe.expect(
        'click',
        () => document.querySelector(`.detail-panel [data-field="${name}"] .field-value`)?.textContent === wanted,
      ),
    [field, text] as const,
  )
  return link
}

function rowOf(name: string, samples: readonly Sample[], most: number, bare: number): Row {
  const counted = samples.slice(-opened)
  const times = counted.map(({ time }) => time)
  const work = quantile(
    counted.map((sample) => sample.work),
    0.5,
  )
  return {
    name,
    value: quantile(times, 0.5),
    unit: 'ms',
    baseline: { name: 'press, bare page', value: bare },
    target: { of: 'value', most },
    note: `median of ${counted.length}, p95 ${quantile(times, 0.95).toFixed(0)}; main thread ${work.toFixed(0)} ms`,
  }
}
