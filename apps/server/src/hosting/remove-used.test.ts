import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { lockUnmarked, ownerOf } from '../ground/data-lock.ts'
import { environment, tavla } from './local.ts'
import { removeUsed } from './remove-used.ts'
import { writeSiteFolder } from './site-folder.ts'

const program = fileURLToPath(new URL('../testing/lock-holder.ts', import.meta.url))

/** A folder with something in it, alone in a folder that goes with the test. */
function makeFolder() {
  const root = mkdtempSync(join(tmpdir(), 'tavla-used-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const dir = join(root, 'used')
  mkdirSync(join(dir, 'store'), { recursive: true })
  writeFileSync(join(dir, 'store', 'data.sqlite'), 'data')
  return { root, dir }
}

/** A process that takes the lock of a folder when it is told to, and says whether it got it. */
async function startHolder() {
  const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'data')
  const take = async (dir: string) => {
    child.stdin.write(`${dir}\n`)
    return String((await once(child.stdout, 'data'))[0]).trim()
  }
  return { child, take }
}

test('a process that uses a folder is gone before the folder goes', async () => {
  const { root, dir } = makeFolder()
  const { child, take } = await startHolder()
  const ended = once(child, 'exit')
  expect([await take(dir), ownerOf(dir)]).toEqual(['taken', child.pid])
  await removeUsed(dir, async () => expect(ownerOf(dir)).toBeUndefined())
  expect([(await ended)[1], readdirSync(root)]).toEqual(['SIGKILL', []])
  await removeUsed(dir)
})

test('a process that comes to open a folder that is being removed gets nothing of it, and makes nothing there', async () => {
  const { root, dir } = makeFolder()
  const { take } = await startHolder()
  let meanwhile = ''
  await removeUsed(dir, async () => {
    meanwhile = await take(dir)
  })
  expect(meanwhile).toContain('Another process uses this site.')
  expect(await take(dir)).toContain('cannot be written (ENOENT)')
  expect(readdirSync(root)).toEqual([])
})

test('the next removal takes away the rest that a kill left of one', async () => {
  const { root, dir } = makeFolder()
  mkdirSync(join(`${dir}.removed`, 'store'), { recursive: true })
  await removeUsed(dir)
  expect(readdirSync(root)).toEqual([])
})

test('a quiet site writes nothing to its folder before it has the lock', async () => {
  const { dir } = makeFolder()
  writeSiteFolder({ dir, config: { site: 'acme', apps: ['platform'], instance_secret: 'secret' } })
  const unlock = lockUnmarked(dir)
  onTestFinished(unlock)
  const before = readdirSync(dir)
  const child: ChildProcess = spawn(process.execPath, [tavla, 'site', dir, '--quiet'], { env: environment() })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  expect((await once(child, 'close'))[0]).toBe(1)
  expect(said).toContain('Another process uses this site.')
  expect(readdirSync(dir)).toEqual(before)
})
