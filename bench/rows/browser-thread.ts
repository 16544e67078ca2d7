import { rmSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { buildStale } from '../../scripts/front-ends.ts'
import { type Desk, openDesk, press, quantile, settle, watchWork } from '../browser.ts'
import { temporaryFolder } from '../data.ts'
import { compare, type Row } from '../measure.ts'
import { pick, randomFrom } from '../random.ts'
import { type RunningSite, signIn, startSite } from '../site.ts'
import { english, hebrew } from '../words.ts'

const messages = 5_000
const opened = 12
/** 10,000 pixels a second: the speed of a hard push on a trackpad. */
const step = -170
/** Messages to scroll up. */
const passed = 800
const tab = '[role=tab][id$="-communication"]'

/** A conversation of years beside one record, mail and WhatsApp alternately: opened, and read far up. */
export async function* thread(rounds: number): AsyncGenerator<Row> {
  if ((await buildStale()) !== 0) throw new Error('The front end could not be built')
  const dir = temporaryFolder()
  try {
    const site = await startSite(dir)
    const desk = await openDesk(site)
    try {
      if (!desk) {
        yield { name: 'a thread in a browser', value: Number.NaN, unit: 'ms', note: 'no Chromium found' }
        return
      }
      const id = await fill(site)
      yield await opening(desk, id)
      yield* upwards(desk, id, rounds)
    } finally {
      await desk?.close()
      await site.stop()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

/** Makes the record and its messages; resolves to its id. */
async function fill(site: RunningSite): Promise<string> {
  const cookie = await signIn(site)
  const create = async (entity: string, body: object) => {
    const answer = await fetch(`http://127.0.0.1:${site.port}/api/entity/${entity}`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!answer.ok) throw new Error(`${entity} was refused: ${await answer.text()}`)
    return (await answer.json()).entity.id as string
  }
  const fields = [{ fieldname: 'title', fieldtype: 'Data', in_list_view: 1 }]
  await create('Entity', { id: 'Talk', module: 'Bench', title_field: 'title', has_communication: 1, fields })
  const id = await create('Talk', { title: 'Years of messages' })
  for (let at = 1; at <= messages; at += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => create('Communication', makeMessage(at + n, id))))
  }
  return id
}

/** The message with this number, five an hour: every third is a mail, with tags or plain. */
function makeMessage(number: number, reference_id: string): object {
  const random = randomFrom(number)
  const words = random() < 0.5 ? hebrew : english
  const said = Array.from({ length: 6 + Math.floor(random() * 40) }, () => pick(random, words)).join(' ')
  const isMail = number % 3 === 0
  const isTagged = number % 6 === 0
  const text = `${said} #${number}.`
  return {
    subject: `Message ${number}`,
    communication_medium: isMail ? 'Email' : 'WhatsApp',
    sent_or_received: number % 2 ? 'Received' : 'Sent',
    status: number % 2 ? 'Replied' : 'Linked',
    sender_full_name: 'Noa Bar',
    content: isTagged
      ? `<div style="color:#204060"><p>${text}</p><ul><li>${pick(random, words)}</li></ul></div>`
      : text,
    text_content: text,
    communication_date: new Date(Date.UTC(2025, 0, 1) + number * 12 * 60_000).toISOString(),
    reference_entity: 'Talk',
    reference_id,
  }
}

/** From the press on the tab to the newest message on screen; the record is left each time, which clears its messages. */
async function opening(desk: Desk, id: string): Promise<Row> {
  const times: number[] = []
  const worked: number[] = []
  const row = `[data-record="${id}"]`
  const page = await desk.open('/app/Talk', row)
  const work = await watchWork(page)
  for (let count = 0; count <= opened; count++) {
    await press(page, row)
    await page.waitForSelector(tab)
    await rest(page)
    const before = await work()
    await page.evaluate(
      (newest) =>
        window.probe.expect('click', () => document.querySelector('.thread')?.textContent?.includes(newest) ?? false),
      `#${messages}.`,
    )
    await press(page, tab)
    times.push(await page.evaluate(() => window.probe.shown()))
    worked.push((await work()) - before)
    await page.keyboard.press('b')
    await page.waitForSelector('.thread', { state: 'detached' })
    await rest(page)
  }
  // The first time also loads the code of the conversation.
  const counted = times.slice(1)
  const ofThread = quantile(worked.slice(1), 0.5)
  return {
    name: `a thread of ${messages.toLocaleString('en')} messages opens`,
    value: quantile(counted, 0.5),
    unit: 'ms',
    target: { of: 'value', most: 150 },
    note: `median of ${counted.length}, p95 ${quantile(counted, 0.95).toFixed(0)}; main thread ${ofThread.toFixed(0)} ms; its newest page, from the site`,
  }
}

/** Scrolls up, with older messages loading on the way, and in an empty box. */
async function* upwards(desk: Desk, id: string, rounds: number): AsyncGenerator<Row> {
  const long: number[] = []
  let frames = 0
  const inThread = async () => {
    const page = await desk.open(`/app/Talk/${id}?tab=communication`, '.message-row')
    await settle(page)
    await watchTasks(page)
    const all = await page.evaluate(
      ([pixels, count]) => {
        const area = document.querySelector('.thread') as Element
        const isFar = () => area.querySelectorAll('.message-row').length >= count
        return window.probe.scroll(area, pixels, isFar)
      },
      [step, passed] as const,
    )
    frames = all.length
    long.push(...(await takeTasks(page)))
    return quantile(all, 0.95)
  }
  const inBare = async () => {
    const page = await desk.openBare(
      '<div id=area style="height:800px;overflow:auto"><div style="height:150000px"></div></div>',
    )
    const all = await page.evaluate((pixels) => {
      const area = document.querySelector('#area') as Element
      area.scrollTop = area.scrollHeight
      return window.probe.scroll(area, pixels, () => area.scrollTop === 0)
    }, step)
    return quantile(all, 0.95)
  }
  const { value, baseline, ratio } = await compare(Math.min(rounds, 3), inBare, inThread)
  yield {
    name: `${passed.toLocaleString('en')} of them read upwards, p95 frame`,
    value,
    unit: 'ms',
    baseline: { name: 'empty box', value: baseline },
    ratio,
    target: { of: 'value', most: 34 },
    note: `${-step} px a frame as fast as pages come, ${frames} frames`,
  }
  yield {
    name: 'tasks over 50 ms on the way, the longest',
    value: Math.max(0, ...long),
    unit: 'ms',
    target: { of: 'value', most: 100 },
    note: `${(long.length / Math.min(rounds, 3)).toFixed(1)} of them each time`,
  }
}

/** As `settle`, but frames of mails count as network activity here. */
const rest = (page: Page) =>
  page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve, { timeout: 2000 })))

interface WatchedWindow extends Window {
  longTasks: number[]
}

function watchTasks(page: Page): Promise<void> {
  return page.evaluate(() => {
    const watched = window as unknown as WatchedWindow
    watched.longTasks = []
    const note = (list: PerformanceObserverEntryList) =>
      watched.longTasks.push(...list.getEntries().map(({ duration }) => duration))
    new PerformanceObserver(note).observe({ type: 'longtask' })
  })
}

const takeTasks = (page: Page): Promise<number[]> => page.evaluate(() => (window as unknown as WatchedWindow).longTasks)
