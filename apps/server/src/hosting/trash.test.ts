import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveToTrash, purgeTrash } from './trash.ts'

let root: string
const trash = () => readdirSync(join(root, '.trash'))

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'tavla-trash-'))
})

afterEach(() => rmSync(root, { recursive: true, force: true }))

function makeSite(id: string, text: string): void {
  mkdirSync(join(root, id))
  writeFileSync(join(root, id, 'config.json'), text)
}

test('a folder goes to the trash whole, and so does the next one of the same name', () => {
  makeSite('acme', 'first')
  moveToTrash(join(root, 'acme'), 'acme')
  makeSite('acme', 'second')
  moveToTrash(join(root, 'acme'), 'acme')
  expect(existsSync(join(root, 'acme'))).toBe(false)
  const kept = trash().map((name) => readFileSync(join(root, '.trash', name, 'config.json'), 'utf8'))
  expect(kept.toSorted()).toEqual(['first', 'second'])
  moveToTrash(join(root, 'acme'), 'acme')
  expect(trash()).toHaveLength(2)
})

test('the trash keeps folders for seven days, and the purge touches nothing else', async () => {
  const day = 86_400_000
  await purgeTrash(root)
  makeSite('live', 'x')
  for (const id of ['old', 'new']) makeSite(id, id)
  moveToTrash(join(root, 'old'), 'old')
  moveToTrash(join(root, 'new'), 'new')
  mkdirSync(join(root, '.trash', 'put here by somebody'))
  const [newest = 0] = trash()
    .map((name) => Number(/^new\.(\d+)$/.exec(name)?.[1] ?? 0))
    .toSorted((a, b) => b - a)
  await purgeTrash(root, newest + 7 * day)
  expect(trash()).toContain(`new.${newest}`)
  await purgeTrash(root, newest + 7 * day + 1)
  expect([trash(), existsSync(join(root, 'live'))]).toEqual([['put here by somebody'], true])
})
