import type { Page } from 'playwright-core'
import { type Desk, heapOf, quantile, settle } from '../browser.ts'
import { compare, type Row, spreadOf } from '../measure.ts'

/** Four rows a frame, 20,000 pixels a second: twice the speed of a hard push on a trackpad. */
const step = 340
const height = 85

/** A list from its first record to its last, with pages loading on the way, and an empty box of the same height. */
export async function* scrollToTheEnd(desk: Desk, records: number, rounds: number): AsyncGenerator<Row> {
  const growth: number[] = []
  let frames = 0
  const inList = async () => {
    const page = await desk.open('/app/Deal', '[data-record]')
    const heap = await page.context().newCDPSession(page)
    const head = await scrollTo(page, Math.floor(records / 3))
    await settle(page)
    const before = await heapOf(heap)
    const rest = await scrollTo(page, records)
    await settle(page)
    growth.push(((await heapOf(heap)) - before) / 2 ** 20)
    const all = [...head, ...rest]
    frames = all.length
    return quantile(all, 0.95)
  }
  const inBare = async () => {
    const page = await desk.openBare(
      `<div id=area style="height:900px;overflow:auto"><div style="height:${records * height}px"></div></div>`,
    )
    return quantile(
      await page.evaluate((pixels) => {
        const area = document.querySelector('#area') as Element
        const isEnd = () => area.scrollTop + area.clientHeight >= area.scrollHeight
        return window.probe.scroll(area, pixels, isEnd)
      }, step),
      0.95,
    )
  }
  const { value, baseline, ratio } = await compare(Math.min(rounds, 3), inBare, inList)
  yield {
    name: `${records.toLocaleString('en')} records end to end, p95 frame`,
    value,
    unit: 'ms',
    baseline: { name: 'empty box as high', value: baseline },
    ratio,
    target: { of: 'value', most: 20 },
    note: `${step} px a frame as fast as pages come, ${frames} frames`,
  }
  yield {
    name: 'heap grown from a third of it to its end',
    value: spreadOf(growth).median,
    unit: 'MiB',
    target: { of: 'value', most: 2 },
    note: 'after collection; ids of all records stay, their values only near the view',
  }
}

/** Scrolls and loads until the record with this number is drawn. */
function scrollTo(page: Page, number: number): Promise<number[]> {
  return page.evaluate(
    ([pixels, last]) => {
      const area = document.querySelector('.entity-list-area') as Element
      const isEnd = () => area.querySelector(`[aria-posinset="${last}"]`) !== null
      return window.probe.scroll(area, pixels, isEnd)
    },
    [step, number] as const,
  )
}
