import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { ownerOf } from '../ground/data-lock.ts'
import { endOwner } from './end-owner.ts'

test('a process that uses a folder is gone before the folder goes', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tavla-owner-'))
  const holder = spawn(process.execPath, [fileURLToPath(new URL('../testing/lock-holder.ts', import.meta.url))])
  const ended = once(holder, 'exit')
  await once(holder.stdout, 'data')
  holder.stdin.write(`${dir}\n`)
  await once(holder.stdout, 'data')
  expect(ownerOf(dir)).toBe(holder.pid)
  await endOwner(dir)
  expect(ownerOf(dir)).toBeUndefined()
  expect((await ended)[1]).toBe('SIGKILL')
  await endOwner(dir)
  rmSync(dir, { recursive: true })
})
