import { globSync, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeWhole } from './whole-writes.ts'

test('a write to a full disk reports it, whatever was written before', async ({ skip }) => {
  const full = await open('/dev/full', 'w').catch(() => skip('this system has no disk that is always full'))
  await expect(writeWhole(full, Buffer.from('x'), 0)).rejects.toMatchObject({ code: 'ENOSPC' })
  await full.close()
})

test('no other file of the server writes with a call that may stop short without an error', () => {
  const root = join(import.meta.dirname, '..')
  const short = /\b\w*(?:handle|fd|file)\w*\??\.(?:write|writev)\(|\b(?:writeSync|writevSync|fs\.write)\(/i
  const found = globSync('**/*.ts', { cwd: root })
    .filter((file) => !/\.test\.ts$|testing/.test(file))
    .filter((file) => short.test(readFileSync(join(root, file), 'utf8')))
  // The streams of the logs complete partial writes themselves.
  expect(found.sort()).toEqual(['files/whole-writes.ts', 'ground/logs.ts'])
})
