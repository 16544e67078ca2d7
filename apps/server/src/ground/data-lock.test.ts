import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface, type Interface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { lockData, ownerOf } from './data-lock.ts'

const program = fileURLToPath(new URL('../testing/lock-holder.ts', import.meta.url))
const inUse = /^Another process uses this site\. (It|Process \d+) has the data folder .* open\.$/
const running: ChildProcess[] = []
let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tavla-lock-'))
})

afterEach(() => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  rmSync(dir, { recursive: true, force: true })
})

interface Rival {
  child: ChildProcess
  lines: Interface
  take(folder: string): Promise<string>
  release(): void
}

/** Starts node, with `command` before it: for example in a namespace of its own. */
async function startRival(...command: string[]): Promise<Rival> {
  const [file = '', ...args] = command.concat(process.execPath, program)
  const child = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  running.push(child)
  const lines = createInterface({ input: child.stdout })
  const next = async () => String((await once(lines, 'line'))[0])
  expect(await next()).toBe('ready')
  return {
    child,
    lines,
    take(folder) {
      const answer = next()
      child.stdin.write(`${folder}\n`)
      return answer
    },
    release: () => void child.stdin.write('release\n'),
  }
}

test('of many processes that find a dead process’s mark at the same moment, one takes the folder', async () => {
  const rivals = await Promise.all(Array.from({ length: 6 }, () => startRival()))
  for (let round = 0; round < 60; round++) {
    const folder = join(dir, String(round))
    mkdirSync(folder)
    writeFileSync(join(folder, 'tavla.pid'), round % 2 ? '999999999 1\n' : '999999999 1 locked\n')
    const answers = await Promise.all(rivals.map((rival) => rival.take(folder)))
    const others = answers.filter((answer) => answer !== 'taken')
    expect(others).toHaveLength(rivals.length - 1)
    for (const answer of others) expect(answer).toMatch(inUse)
    for (const rival of rivals) rival.release()
  }
})

test('a folder is free as soon as its process was killed, and not before', async () => {
  const rival = await startRival()
  expect(await rival.take(dir)).toBe('taken')
  expect(ownerOf(dir)).toBe(rival.child.pid)
  expect(() => lockData(dir)).toThrow(`Process ${rival.child.pid} has the data folder ${dir} open.`)
  rival.child.kill('SIGKILL')
  await once(rival.child, 'exit')
  expect(ownerOf(dir)).toBeUndefined()
  const release = lockData(dir)
  expect(ownerOf(dir)).toBe(process.pid)
  release()
  expect(existsSync(join(dir, 'tavla.pid'))).toBe(false)
})

test('one process takes a folder once, and again after releasing it', () => {
  const release = lockData(dir)
  expect(() => lockData(dir)).toThrow(inUse)
  expect(() => lockData(dir)).toThrow(inUse)
  release()
  lockData(dir)()
})

test('a process of an earlier version, which has only a mark, keeps the folder', async () => {
  const rival = await startRival()
  const mark = join(dir, 'tavla.pid')
  expect(await rival.take(dir)).toBe('taken')
  const { readFileSync } = await import('node:fs')
  const words = readFileSync(mark, 'utf8').split(' ').slice(0, 2)
  rival.release()
  await expect.poll(() => existsSync(mark)).toBe(false)
  writeFileSync(mark, `${words.join(' ')}\n`)
  expect(() => lockData(dir)).toThrow(`Process ${rival.child.pid} has`)
})

// Containers that share a volume do not see each other's processes.
const mayUnshare = process.platform === 'linux' && process.getuid?.() === 0
test.skipIf(!mayUnshare)('a process that cannot see the holder cannot take the folder', async () => {
  const rival = await startRival()
  expect(await rival.take(dir)).toBe('taken')
  const stranger = await startRival('unshare', '-p', '-f', '--mount-proc')
  expect(await stranger.take(dir)).toMatch(inUse)
  rival.release()
  await expect.poll(() => stranger.take(dir)).toBe('taken')
  expect(() => lockData(dir)).toThrow(inUse)
})
