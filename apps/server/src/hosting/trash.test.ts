import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { moveToTrash, purgeTrash } from './trash.ts'

let root: string
const none = { drop: () => Promise.reject(new Error('There is no database to drop.')) }
const day = 86_400_000
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
  await purgeTrash(root, none)
  makeSite('live', 'x')
  for (const id of ['old', 'new']) makeSite(id, id)
  moveToTrash(join(root, 'old'), 'old')
  moveToTrash(join(root, 'new'), 'new')
  mkdirSync(join(root, '.trash', 'put here by somebody'))
  const [newest = 0] = trash()
    .map((name) => Number(/^new\.(\d+)$/.exec(name)?.[1] ?? 0))
    .toSorted((a, b) => b - a)
  await purgeTrash(root, none, newest + 7 * day)
  expect(trash()).toContain(`new.${newest}`)
  await purgeTrash(root, none, newest + 7 * day + 1)
  expect([trash(), existsSync(join(root, 'live'))]).toEqual([['put here by somebody'], true])
})

test('the purge drops the database of a folder, unless another one names it or its server is away', async () => {
  const configOf = (name: string, host = 'db') => JSON.stringify({ database: `postgres://tavla@${host}/${name}` })
  for (const id of ['gone', 'moved', 'away']) {
    makeSite(id, configOf(id))
    moveToTrash(join(root, id), id)
  }
  makeSite('live', configOf('moved', 'localhost'))
  const dropped: string[] = []
  const databases = {
    async drop(address: string, { force }: { force: boolean }) {
      if (address.endsWith('/away')) throw new Error('away')
      dropped.push(`${address} ${force}`)
    },
  }
  await purgeTrash(root, databases, Date.now() + 8 * day)
  expect([dropped, trash()]).toEqual([['postgres://tavla@db/gone false'], [expect.stringMatching(/^away\./)]])
  await purgeTrash(root, databases, Date.now() + 31 * day)
  expect([dropped.length, trash()]).toEqual([1, []])
})
