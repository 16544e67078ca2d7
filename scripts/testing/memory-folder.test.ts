import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeRunFolder } from './memory-folder.ts'

const made: string[] = []
afterAll(() => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true })
})

test('a run removes the files of one that was killed, and none of one that is running', () => {
  const own = makeRunFolder()
  made.push(own)
  const { pid } = spawnSync(process.execPath, ['--version'])
  const killed = path.join(path.dirname(own), `tavla-run-${pid}-killed`)
  mkdirSync(killed)
  const next = makeRunFolder()
  made.push(next)
  expect([killed, own, next].map(existsSync)).toEqual([false, true, true])
})
