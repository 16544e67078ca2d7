import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expectThat, type Fault, until } from './fault.ts'
import { ask, signIn, startSite, stopSite, temporaryFolder, upload } from './site-process.ts'

/** Size of the small disk, in megabytes: room for a site and a few files. */
const size = 48

/** A disk that becomes full while files are uploaded and records are written. */
export const fullDisk: Fault = {
  name: 'full disk',
  missing: () => (process.getuid?.() === 0 ? undefined : 'only root can mount a small file system'),
  async run(rounds) {
    let [kept, refused] = [0, 0]
    for (let round = 0; round < rounds; round++) {
      const disk = temporaryFolder()
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}m`, 'tmpfs', disk])
      try {
        const result = await fillAndLookAgain(disk)
        kept += result.kept
        refused += result.refused
      } finally {
        execFileSync('umount', ['--lazy', disk])
      }
    }
    return `${kept} acknowledged files whole, ${refused} refused and told why; an administrator could sign in and delete`
  },
}

async function fillAndLookAgain(disk: string): Promise<{ kept: number; refused: number }> {
  const site = await startSite(path.join(disk, 'site'))
  const cookie = await signIn(site)
  const acknowledged = new Map<string, Buffer>()
  let refused = 0
  const filler = path.join(disk, 'filler')
  // Another file takes almost all of the space, and the uploads take the rest.
  const { bavail, bsize } = statfsSync(disk)
  writeFileSync(filler, Buffer.alloc(Math.max(0, bavail * bsize - 6_000_000)))
  for (let n = 0; n < 40 && refused < 5; n++) {
    const bytes = randomBytes(700_000 + n)
    const answer = await upload(site, cookie, `file-${n}.bin`, bytes)
    if (answer.status === 200) acknowledged.set(answer.json.file_url, bytes)
    else {
      refused++
      expectThat(answer.status === 503, `An upload on a full disk answered ${answer.status}.`)
      expectThat(answer.json?.message === 'The disk is full.', `It said ${JSON.stringify(answer.json?.message)}.`)
    }
  }
  expectThat(refused > 0, 'The disk was never full.')
  for (const [url, bytes] of acknowledged) {
    const { bytes: found } = await ask(site, cookie, 'GET', url)
    expectThat(found.equals(bytes), `${url} was acknowledged and holds other bytes.`)
  }
  const again = await signIn(site)
  const files = await ask(site, again, 'GET', '/api/entity/File?limit_page_length=1')
  expectThat(files.status === 200, 'The files could not be listed on the full disk.')
  const removed = await ask(site, again, 'DELETE', `/api/entity/File/${files.json.data[0].id}`)
  expectThat(
    removed.status === 200,
    `A file could not be deleted on the full disk: ${removed.status} ${removed.json?.message}`,
  )
  rmSync(filler)
  await until('A record could not be written after there was room.', async () => {
    const { status } = await ask(site, again, 'POST', '/api/entity/Task', { subject: 'After the disk was full' })
    return status === 200
  })
  await stopSite(site)
  return { kept: acknowledged.size, refused }
}
