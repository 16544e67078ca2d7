import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { expectThat, type Fault } from './fault.ts'
import { ask, type SiteProcess, signIn, startSite, stopSite, temporaryFolder, upload } from './site-process.ts'

/** SIGKILL while records are written and files are uploaded. */
export const killed: Fault = {
  name: 'killed in uploads and writes',
  async run(rounds) {
    const dir = path.join(temporaryFolder(), 'site')
    const records = new Map<string, string>()
    const files = new Map<string, Buffer>()
    let inFlight = 0
    for (let round = 0; round < rounds; round++) {
      const site = await startSite(dir)
      const cookie = await signIn(site)
      const before = records.size + files.size
      const writers = [
        ...[1, 2, 3].map(() => writeOn(site, cookie, records)),
        ...[1, 2].map(() => sendOn(site, cookie, files)),
      ]
      while (records.size + files.size < before + 20 + round * 3) await new Promise(setImmediate)
      site.kill('SIGKILL')
      await site.ended
      inFlight += (await Promise.all(writers)).length
    }
    const site = await startSite(dir)
    const cookie = await signIn(site)
    for (const [id, subject] of records) {
      const { json } = await ask(site, cookie, 'GET', `/api/entity/Task/${id}`)
      expectThat(
        json?.entity?.subject === subject,
        `Task ${id} was acknowledged and is ${JSON.stringify(json?.entity?.subject)}.`,
      )
    }
    for (const [url, bytes] of files) {
      const found = await ask(site, cookie, 'GET', url)
      expectThat(found.bytes.equals(bytes), `${url} was acknowledged and holds other bytes.`)
    }
    await stopSite(site)
    const rest = readdirSync(path.join(dir, 'files'), { recursive: true }).filter((name) =>
      /incoming.*\./.test(String(name)),
    )
    return `${rounds} kills, ${records.size} records and ${files.size} files whole, ${inFlight} calls cut off, ${rest.length} unfinished files left`
  },
}

async function writeOn(site: SiteProcess, cookie: string, records: Map<string, string>): Promise<void> {
  for (let n = 0; ; n++) {
    const subject = `Written ${n} ${randomBytes(4).toString('hex')}`
    const { status, json } = await ask(site, cookie, 'POST', '/api/entity/Task', { subject })
    if (status === 0) return
    if (status === 200) records.set(json.entity.id, subject)
  }
}

async function sendOn(site: SiteProcess, cookie: string, files: Map<string, Buffer>): Promise<void> {
  for (let n = 0; ; n++) {
    const bytes = randomBytes(300_000)
    const { status, json } = await upload(site, cookie, `sent-${n}.bin`, bytes)
    if (status === 0) return
    if (status === 200) files.set(json.file_url, bytes)
  }
}
