import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from './children.ts'

/** Deadlines and windows measured by the wall clock, which people and time servers set back and forth. */
const measured = [
  /\b(latest|end|until|deadline|since|began|ticks)\w* = Date\.now\(\)/,
  /(while|for) \(.*Date\.now\(\)/,
  /(<|>)=? *Date\.now\(\)|Date\.now\(\) *(<|>)/,
]
/** Times that must be the same on another machine or after a restart, so that only the wall clock serves. */
const facts = new Set([
  'modules/core/sessions.ts',
  'modules/email/receive/parse-mail.ts',
  'files/transfers.ts',
  'ground/login-token.ts',
  'hosting/trash.ts',
  'modules/hq/backups/clockwork.ts',
  'modules/hq/promotions/rehearse.ts',
])

test('a duration within one process is measured by a monotonic clock', () => {
  const folder = path.join(root, 'apps/server/src')
  const found = globSync('**/*.ts', { cwd: folder })
    .filter((file) => !/\.test\.ts$|(^|\/)testing[-./]/.test(file) && !facts.has(file.replaceAll(path.sep, '/')))
    .flatMap((file) =>
      readFileSync(path.join(folder, file), 'utf8')
        .split('\n')
        .flatMap((line, at) =>
          measured.some((pattern) => pattern.test(line)) ? [`${file}:${at + 1} ${line.trim()}`] : [],
        ),
    )
  expect(found).toEqual([])
})
