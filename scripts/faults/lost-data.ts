import { renameSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectThat, type Fault } from './fault.ts'
import { ask, refusalOf, signIn, startSite, stopSite, temporaryFolder } from './site-process.ts'

/** A used folder whose database is missing, empty, or cut in half. */
export const lostData: Fault = {
  name: 'lost database',
  async run() {
    const dir = path.join(temporaryFolder(), 'site')
    const site = await startSite(dir)
    const cookie = await signIn(site)
    const { json } = await ask(site, cookie, 'GET', '/api/entity/Task?limit_page_length=1')
    await stopSite(site)
    const file = path.join(dir, 'store', 'data.sqlite')
    const kept = `${file}.kept`
    renameSync(file, kept)
    const gone = await refusalOf(dir)
    expectThat(gone.includes('The records of this site are missing'), `It said: ${gone}`)
    writeFileSync(file, '')
    const empty = await refusalOf(dir)
    expectThat(empty.includes('The records of this site are missing'), `It said: ${empty}`)
    renameSync(kept, file)
    const again = await startSite(dir)
    const after = await ask(again, await signIn(again), 'GET', '/api/entity/Task?limit_page_length=1')
    expectThat(after.json.count === json.count, `${json.count} tasks were there, ${after.json.count} are.`)
    await stopSite(again)
    truncateSync(file, 8192)
    const cut = await refusalOf(dir)
    return `refused when gone, empty and cut (“${cut.trim().split('\n').at(-1)}”), whole again once it was put back`
  },
}
