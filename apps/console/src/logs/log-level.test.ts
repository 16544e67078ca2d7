import { expect, test } from 'vitest'
import { levelOf, linesOf } from './log-level.ts'

test.each([
  ['{"level":50,"time":"2026-01-01T10:00:00.000Z","msg":"lost"}', 'error'],
  ['{"level":40,"time":"2026-01-01T10:00:00.000Z","msg":"slow"}', 'warn'],
  ['{"level":30,"time":"2026-01-01T10:00:00.000Z","msg":"started"}', 'info'],
  ['2026-01-01T10:00:00.000Z d2e4c33dcabca0ab 503 GET /api/health Guest 25.8', 'error'],
  ['2026-01-01T10:00:00.000Z d2e4c33dcabca0ab 200 GET /api/500 Guest 25.8', 'info'],
  ['    at listRecords (list.ts:10:3)', undefined],
])('the line %s is of the level %s', (line, level) => {
  expect(levelOf(line)).toBe(level)
})

test('the lines of a stack belong to the line before them', () => {
  const lines = ['{"level":30} a', '{"level":50} b', '    at c', '{"level":30} d', '    at e'].map((text) => ({ text }))
  expect(linesOf(lines, 'error').map(({ text }) => text)).toEqual(['{"level":50} b', '    at c'])
  expect(linesOf(lines, '')).toBe(lines)
})
