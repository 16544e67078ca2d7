import { mkdtempSync, rmSync, symlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { whyEnded, withStartWords } from './start-words.ts'

let dir: string

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'tavla-words-'))
})

afterEach(() => rmSync(dir, { recursive: true, force: true }))

const whyAfter = async (words: string) => {
  withStartWords(dir, (file) => writeSync(file, words))
  return (await whyEnded(dir)).detail
}

test('the fault quotes the one sentence of a site that could not start, never a stack', async () => {
  const text = 'The site did not start: {0}'
  expect(await whyAfter('The site key is damaged.\n')).toEqual({ text, args: ['The site key is damaged.'] })
  expect(await whyAfter('x'.repeat(5000))).toEqual({ text, args: ['x'.repeat(300)] })
  expect(await whyAfter('TypeError: x\n    at y')).toEqual({ text: 'The site ended before it answered.' })
  expect(await whyAfter('')).toEqual({ text: 'The site ended before it answered.' })
})

test('the fault names a full disk, whatever the site wrote', async () => {
  const full = { text: 'There is no space left on the server.' }
  expect(await whyAfter('The data folder /x cannot be written (ENOSPC).\n')).toEqual(full)
  expect(await whyAfter('StoreUnavailable: The disk is full.\n    at somewhere')).toEqual(full)
})

test('a link in the place of the file is not followed', () => {
  symlinkSync(join(dir, 'elsewhere'), join(dir, 'start-errors.txt'))
  expect(() => withStartWords(dir, () => 0)).toThrow('The data folder cannot be written')
})
