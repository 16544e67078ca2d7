import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readdirSync, readSync, writeSync } from 'node:fs'
import path from 'node:path'
import { expectThat, type Fault } from './fault.ts'
import { ask, refusalOf, signIn, startSite, stopSite, temporaryFolder, upload } from './site-process.ts'

/** Flipped bits on the disk: in a stored file, and in the database. */
export const flippedBits: Fault = {
  name: 'flipped bits',
  async run(rounds) {
    const dir = path.join(temporaryFolder(), 'site')
    let site = await startSite(dir)
    const cookie = await signIn(site)
    for (let round = 0; round < rounds; round++) {
      const sent = await upload(site, cookie, `kept-${round}.bin`, randomBytes(200_000))
      expectThat(sent.status === 200, `An upload answered ${sent.status}.`)
      const name = path.basename(sent.json.file_url)
      const stored = path.join(dir, 'files', 'public', name)
      flip(stored, 1000 + round * 37)
      const answer = await ask(site, cookie, 'GET', sent.json.file_url)
      expectThat(answer.status === 500, `A damaged file was answered ${answer.status}.`)
      expectThat(
        answer.json?.message?.includes('This file is damaged.'),
        `It said ${JSON.stringify(answer.json?.message)}.`,
      )
    }
    await stopSite(site)
    flip(path.join(dir, 'store', 'data.sqlite'), 3)
    const refusal = await refusalOf(dir)
    expectThat(!/\n\s+at /.test(refusal), 'The refusal shows a stack.')
    flip(path.join(dir, 'store', 'data.sqlite'), 3)
    site = await startSite(dir)
    await stopSite(site)
    expectThat(readdirSync(path.join(dir, 'store')).includes('data.sqlite'), 'The database is gone.')
    return `${rounds} damaged files never served; a damaged database is refused: “${lastLine(refusal)}”`
  },
}

/** Flips one bit. */
function flip(file: string, position: number): void {
  const handle = openSync(file, 'r+')
  const byte = Buffer.alloc(1)
  readSync(handle, byte, 0, 1, position)
  byte[0] = (byte[0] as number) ^ 4
  writeSync(handle, byte, 0, 1, position)
  closeSync(handle)
}

const lastLine = (text: string) => text.trim().split('\n').at(-1)
