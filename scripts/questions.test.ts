import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** A message without a choice asks nothing. */
const messages = ['packages/ui/src/overlay/ErrorDialog.tsx']

test('every question says what can be taken back', () => {
  // ConfirmDialog demands it by its type; this finds questions that are drawn without it.
  const asking = globSync('{apps,packages}/*/src/**/*.tsx', { cwd: root })
    .filter((file) => !file.includes('.test.') && !messages.includes(file))
    .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ code }) => code.includes('role="alertdialog"'))
  expect(asking.length).toBeGreaterThan(1)
  const silent = asking.filter(({ code }) => !code.includes('<ReversalText'))
  expect(silent.map(({ file }) => file)).toEqual([])
})
