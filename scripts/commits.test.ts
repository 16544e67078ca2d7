import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { faultsOf, wrongMessages } from './commits.ts'
import { makeTree } from './testing/make-tree.ts'

test.each([
  ['http: answer late calls at the door\n\nA late answer helps no caller.', []],
  ['core, hq: one clock\n\nTwo drifted apart.\n\nFixes #12', []],
  ['Revert "http: answer late calls at the door"\n\nIt refused uploads.', []],
  ['Answer late calls\n\nReason.', ['the subject names no area first, as in "http: …"']],
  ['http: answer', ['the body with the reason is missing']],
  ['http: answer\nat once', ['a blank line is missing after the subject']],
  [`http: ${'x'.repeat(67)}\n\nReason.`, ['the subject has 73 characters, and 72 are allowed']],
])('the commit message %j is checked by the rules of CONTRIBUTING', (message, faults) => {
  expect(faultsOf(message)).toEqual(faults)
})

test('only commits that the main branch lacks are checked, and a folder without history passes', () => {
  const root = makeTree({ 'a.txt': 'a' })
  expect(wrongMessages(root)).toEqual([])
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=A', '-c', 'user.email=a@a', ...args], { cwd: root })
  git('init', '-q', '-b', 'main')
  git('commit', '-q', '--allow-empty', '-m', 'Old habit')
  git('checkout', '-q', '-b', 'work')
  git('commit', '-q', '--allow-empty', '-m', 'core: a\n\nReason.')
  expect(wrongMessages(root)).toEqual([])
  git('commit', '-q', '--allow-empty', '-m', 'core: b')
  expect(wrongMessages(root)).toEqual([expect.stringMatching(/^[0-9a-f]+ the body with the reason is missing$/)])
  expect(wrongMessages(root, 'HEAD')).toEqual([])
})
