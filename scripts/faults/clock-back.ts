import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expectThat, type Fault } from './fault.ts'
import { ask, signIn, startSite, stopSite, temporaryFolder } from './site-process.ts'

const hour = 3_600_000

/** A clock that was six hours ahead and is corrected while the site runs. */
export const clockBack: Fault = {
  name: 'clock put back',
  async run() {
    const folder = temporaryFolder()
    const offset = path.join(folder, 'offset')
    const shift = path.join(folder, 'shift.mjs')
    writeFileSync(offset, String(6 * hour))
    // Only the wall clock of that process follows the offset in the file.
    writeFileSync(
      shift,
      `import { readFileSync } from 'node:fs'
       const real = Date.now.bind(Date)
       const shifted = () => real() + Number(readFileSync(${JSON.stringify(offset)}, 'utf8'))
       globalThis.Date = class extends Date {
         constructor(...args) { if (args.length === 0) super(shifted()); else super(...args) }
         static now() { return shifted() }
       }`,
    )
    const site = await startSite(path.join(folder, 'site'), {
      nodeArgs: ['--import', pathToFileURL(shift).href],
      args: ['--rate-limit', '600'],
    })
    const cookie = await signIn(site)
    const made = await ask(site, cookie, 'POST', '/api/entity/Task', { subject: 'Ahead of its time' })
    const { id, modified } = made.json.entity
    const wrong = { user: 'staff@example.com', password: 'not the password' }
    for (let n = 0; n < 4; n++) await ask(site, '', 'POST', '/api/auth/login', wrong)
    for (let n = 0; n < 130; n++) await ask(site, '', 'GET', '/api/auth/validate')
    writeFileSync(offset, '0')
    const limited = await ask(site, '', 'GET', '/api/auth/validate')
    const wait = Number(limited.json?.retry_after ?? 0)
    expectThat(wait <= 60, `After the clock was put right a guest has to wait ${wait} seconds.`)
    const changed = await ask(site, cookie, 'PUT', `/api/entity/Task/${id}`, { subject: 'In its time' })
    expectThat(changed.status === 200, `A change answered ${changed.status}.`)
    expectThat(changed.json.entity.modified > modified, 'A later change has an earlier time.')
    await stopSite(site)
    return `limits end when they should (${wait} s left), times of a record only grow`
  },
}
