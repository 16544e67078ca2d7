import { rmSync } from 'node:fs'
import path from 'node:path'
import type { Page } from 'playwright-core'
import { buildStale } from '../../scripts/front-ends.ts'
import { type Desk, openDesk, press, quantile, settle } from '../browser.ts'
import { temporaryFolder } from '../data.ts'
import { BenchHq } from '../hq.ts'
import type { Row } from '../measure.ts'

const project = 'bench'

/** Every tab of a project, with a selector of its loaded content. */
const tabs: Readonly<Record<string, string>> = {
  logs: '.log-line',
  editor: '[data-record]',
  users: '[data-record]',
  roles: '[data-record]',
  email: '.empty-state',
  communication: '.empty-state',
  translation: '.empty-state',
  settings: '[data-record]',
  google: '[data-record]',
  whatsapp: '.empty-state',
  audit: '[data-record]',
  HQ_info: '.project-panels .facts',
}

/** From the press on a tab of a project to its content on screen: a real HQ, a real project, a real browser. */
export async function* projectTabs(rounds: number): AsyncGenerator<Row> {
  if ((await buildStale()) !== 0) throw new Error('The front end could not be built')
  const folder = temporaryFolder()
  const hq = new BenchHq(path.join(folder, 'hq'))
  let desk: Desk | undefined
  try {
    await hq.start()
    await hq.create(project)
    await hq.untilRunning(project)
    desk = await openDesk(hq.site)
    if (!desk) {
      yield { name: 'the console in a browser', value: Number.NaN, unit: 'ms', note: 'no Chromium found' }
      return
    }
    yield* opened(desk, rounds)
  } finally {
    await desk?.close()
    await hq.stop().catch(() => undefined)
    hq.killAll()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function* opened(desk: Desk, rounds: number): AsyncGenerator<Row> {
  const times = { first: new Map<string, number[]>(), again: new Map<string, number[]>() }
  const home = `/project/${project}/HQ_info`
  await signInWithHq(await desk.open(`/project/${project}`, '.project-sign-in button'))
  for (let round = 0; round < rounds; round++) {
    // A new page: each tab loads its code and data for the first time.
    const page = await desk.open(home, tabs.HQ_info as string)
    for (const which of ['first', 'again'] as const) {
      for (const tab of Object.keys(tabs)) {
        const all = times[which].get(tab) ?? []
        times[which].set(tab, [...all, await timeOf(page, tab)])
      }
    }
  }
  // The page starts on that tab, so it was seen already.
  times.first.delete('HQ_info')
  yield rowOf('slowest tab of a project, not seen yet', times.first)
  yield rowOf('slowest tab of a project, seen before', times.again)
}

async function signInWithHq(page: Page): Promise<void> {
  await press(page, '.project-sign-in button')
  await page.waitForURL(/\/editor$/)
  await settle(page)
}

async function timeOf(page: Page, tab: string): Promise<number> {
  await page.evaluate(
    ([end, content]) =>
      window.probe.expect(
        'click',
        () => location.pathname.endsWith(end) && document.querySelector(`main ${content}`) !== null,
      ),
    [`/${tab}`, tabs[tab] as string] as const,
  )
  await press(page, `a[href="/project/${project}/${tab}"]`)
  const time = await page.evaluate(() => window.probe.shown())
  await settle(page)
  return time
}

function rowOf(name: string, times: ReadonlyMap<string, readonly number[]>): Row {
  const medians = [...times].map(([tab, all]) => ({ tab, time: quantile(all, 0.5) }))
  const slowest = medians.toSorted((a, b) => b.time - a.time)
  return {
    name,
    value: slowest[0]?.time ?? Number.NaN,
    unit: 'ms',
    target: { of: 'value', most: 200 },
    note: slowest.map(({ tab, time }) => `${tab} ${time.toFixed(0)}`).join(', '),
  }
}
