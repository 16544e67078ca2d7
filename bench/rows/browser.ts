import { rmSync } from 'node:fs'
import path from 'node:path'
import { buildStale } from '../../scripts/front-ends.ts'
import { openDesk } from '../browser.ts'
import { prepareSite, temporaryFolder } from '../data.ts'
import type { Row } from '../measure.ts'
import { prepareSheets } from '../sheet.ts'
import { startSite } from '../site.ts'
import { prepareStaffApp } from '../staff-app.ts'
import { keystrokes } from './browser-keys.ts'
import { layouts } from './browser-layouts.ts'
import { openOffline } from './browser-offline.ts'
import { openAndBack } from './browser-open.ts'
import { scrollToTheEnd } from './browser-scroll.ts'
import { session } from './browser-session.ts'

const records = 10_000

/** The speed that a user of the staff app experiences: a real site, a real browser, the production build. */
export async function* inTheBrowser(rounds: number): AsyncGenerator<Row> {
  if ((await buildStale()) !== 0) throw new Error('The front end could not be built')
  const folder = temporaryFolder()
  const dir = path.join(folder, 'site')
  try {
    await prepareSite(records, dir)
    const site = await startSite(dir)
    const desk = await openDesk(site)
    try {
      if (!desk) {
        yield { name: 'the staff app in a browser', value: Number.NaN, unit: 'ms', note: 'no Chromium found' }
        return
      }
      const app = await prepareStaffApp(site)
      yield* openAndBack(desk, app)
      yield* keystrokes(desk, app, rounds)
      yield* scrollToTheEnd(desk, records, rounds)
      await prepareSheets(site)
      yield* layouts(desk, rounds)
      yield* session(desk)
      yield* openOffline(desk, rounds)
    } finally {
      await desk?.close()
      await site.stop()
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
