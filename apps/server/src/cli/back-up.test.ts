import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startHq } from '../testing/test-hq.ts'
import { backUp } from './back-up.ts'

/** A signal that never comes. */
const noSignal = () => new AbortController().signal

test('the command has a running HQ make a proven backup, and makes one itself where none runs', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'hq-command-'))
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }))
  const run = async (...args: string[]) => {
    const lines: string[] = []
    return [await backUp([...args, '--data', dir], (line) => lines.push(line), noSignal), lines]
  }
  const hq = await startHq({ dir })
  expect(await run('_hq')).toEqual([0, ['_hq  Proven']])
  await expect(run('nobody')).rejects.toThrow('There is no project "nobody" that was ever started.')
  await hq.close()
  expect(await run('--all')).toEqual([0, ['_hq  Proven']])
  await expect(run()).rejects.toThrow('"tavla backup" needs ids of projects, or --all.')
}, 120_000)
