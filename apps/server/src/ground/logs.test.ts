import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLogs } from './logs.ts'

test('a line after the end is written at once, and does not make a removed folder again', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'tavla-logs-'))
  const logs = openLogs(dir)
  logs.web('early')
  await logs.close()
  logs.web('late')
  expect(readFileSync(join(dir, 'logs', 'web.log'), 'utf8')).toBe('early\nlate\n')
  rmSync(dir, { recursive: true })
  logs.web('too late')
  await logs.close()
  expect(existsSync(dir)).toBe(false)
})
