import type { Page } from 'playwright-core'
import { type Desk, heapOf, press, quantile, settle, watchWork } from '../browser.ts'
import { compare, type Row, spreadOf } from '../measure.ts'
import { columnCount, numberColumn, sheetCount, sheetDefinition, stages } from '../sheet.ts'

const edited = 16
/** Nearly ten rows a frame, and most of a column. */
const [step, aside] = [340, 90]
const rowHeight = 36

/** The layouts Table and Board, of an entity of thirty columns and twenty stages. */
export async function* layouts(desk: Desk, rounds: number): AsyncGenerator<Row> {
  yield* tableToTheEnd(desk, Math.min(rounds, 3))
  yield await cellEdits(desk)
  yield await boardPainted(desk, rounds)
}

/** A table from its first record to its last, its columns to and fro on the way. */
async function* tableToTheEnd(desk: Desk, rounds: number): AsyncGenerator<Row> {
  const growth: number[] = []
  let work = 0
  const inTable = async () => {
    const page = await openTable(desk)
    const heap = await page.context().newCDPSession(page)
    const head = await scrollTable(page, Math.floor(sheetCount / 3))
    await settle(page)
    const before = await heapOf(heap)
    const worked = await watchWork(page)
    const start = await worked()
    const rest = await scrollTable(page, sheetCount)
    work = ((await worked()) - start) / rest.length
    await settle(page)
    growth.push(((await heapOf(heap)) - before) / 2 ** 20)
    return quantile([...head, ...rest], 0.95)
  }
  const inBare = async () => {
    const size = `height:${sheetCount * rowHeight}px;width:4000px`
    const page = await desk.openBare(
      `<div id=area style="height:900px;overflow:auto"><div style="${size}"></div></div>`,
    )
    const frames = await page.evaluate(
      ([down, side]) => {
        const area = document.querySelector('#area') as Element
        return window.probe.scroll(area, down, () => area.scrollTop + area.clientHeight >= area.scrollHeight, side)
      },
      [step, aside] as const,
    )
    return quantile(frames, 0.95)
  }
  const { value, baseline, ratio } = await compare(rounds, inBare, inTable)
  yield {
    name: `table of ${columnCount} columns end to end, p95 frame`,
    value,
    unit: 'ms',
    baseline: { name: 'empty box as large', value: baseline },
    ratio,
    target: { of: 'value', most: 34 },
    note: `${sheetCount.toLocaleString('en')} records, ${step} px down and ${aside} px aside a frame; main thread ${work.toFixed(1)} ms each`,
  }
  yield {
    name: 'heap grown from a third of the table to its end',
    value: spreadOf(growth).median,
    unit: 'MiB',
    target: { of: 'value', most: 2 },
    note: 'after collection',
  }
}

const openTable = (desk: Desk) => desk.open(`/app/${sheetDefinition.id}?layout=Table`, '.sheet-cell')

/** Scrolls and loads until the row with this number is drawn. */
function scrollTable(page: Page, number: number): Promise<number[]> {
  return page.evaluate(
    ([down, side, last]) => {
      const area = document.querySelector('.sheet-area') as Element
      const isEnd = () => area.querySelector(`.sheet-row[aria-rowindex="${last + 1}"] .sheet-cell`) !== null
      return window.probe.scroll(area, down, isEnd, side)
    },
    [step, aside, number] as const,
  )
}

/** From Enter on a typed number to the number in its cell. */
async function cellEdits(desk: Desk): Promise<Row> {
  const page = await openTable(desk)
  const times: number[] = []
  // The first edit loads the code of the input.
  for (let row = 0; row <= edited; row++) {
    const cell = `.sheet-row[aria-rowindex="${row + 2}"] > [aria-colindex="${numberColumn + 2}"]`
    const typed = String(700 + row)
    await press(page, cell)
    await page.keyboard.type(typed)
    await page.waitForSelector(`${cell} input`)
    await page.evaluate(
      ([wanted, text]) =>
        window.probe.expect('keydown', () => document.querySelector(wanted)?.textContent?.trim() === text),
      [cell, typed] as const,
    )
    await page.keyboard.press('Enter')
    times.push(await page.evaluate(() => window.probe.shown()))
    await settle(page)
  }
  const counted = times.slice(-edited)
  return {
    name: 'cell edited → painted',
    value: quantile(counted, 0.5),
    unit: 'ms',
    target: { of: 'value', most: 50 },
    note: `median of ${counted.length}, p95 ${quantile(counted, 0.95).toFixed(0)}`,
  }
}

/** From the last answer that a board in sight waits for to the frame that shows its cards. */
async function boardPainted(desk: Desk, rounds: number): Promise<Row> {
  const url = `${desk.url}/app/${sheetDefinition.id}?layout=Board`
  const page = await desk.open(`/app/${sheetDefinition.id}?layout=Board`, '.board-card')
  await page.addInitScript(watchBoard, stages.length)
  const times: number[] = []
  for (let round = 0; round < Math.max(5, rounds); round++) {
    await page.goto(url)
    await page.waitForSelector('.board-card')
    times.push(await page.evaluate(() => (window as unknown as { boardPainted: Promise<number> }).boardPainted))
    await settle(page)
  }
  return {
    name: `board of ${stages.length} columns, first painted after data`,
    value: quantile(times, 0.5),
    unit: 'ms',
    target: { of: 'value', most: 150 },
    note: `median of ${times.length}, from the last answer of a column in sight`,
  }
}

/** Runs in the page before its own code, as a self-contained script. */
function watchBoard(columns: number): void {
  const inSight = 5
  const isShown = () => {
    const lanes = [...document.querySelectorAll('.board-lane')]
    const all = document.querySelectorAll('.board-column').length
    return all >= columns && lanes.length >= inSight && lanes.every((lane) => lane.querySelector('.board-card'))
  }
  const boardPainted = new Promise<number>((resolve) => {
    const channel = new MessageChannel()
    channel.port1.onmessage = () => {
      const now = performance.now()
      const ends = performance
        .getEntriesByType('resource')
        .map((entry) => entry as PerformanceResourceTiming)
        .filter(({ name, responseEnd }) => name.includes('/api/entity/Sheet') && responseEnd <= now)
        .map(({ responseEnd }) => responseEnd)
      resolve(now - Math.max(...ends))
    }
    const look = () => {
      if (isShown()) channel.port2.postMessage(null)
      else requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  })
  Object.assign(window, { boardPainted })
}
