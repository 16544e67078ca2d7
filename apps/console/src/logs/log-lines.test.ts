import { expect, test } from 'vitest'
import type { LogPage } from './log-calls.ts'
import { viewOf, withNewer, withOlder } from './log-lines.ts'

const page = (lines: string[], start: number, end: number): LogPage => ({
  name: 'server.log',
  path: 'logs/server.log',
  type: 'log',
  size: end,
  content: lines.join('\n'),
  lines,
  line_count: lines.length,
  truncated: 1,
  start,
  end,
})

const texts = ({ lines }: ReturnType<typeof viewOf>) => lines.map(({ text }) => text)

test('older lines are added before, and every line keeps its number', () => {
  const view = viewOf(page(['c', 'd'], 4, 8))
  const longer = withOlder(view, page(['a', 'b'], 0, 4))
  expect(texts(longer)).toEqual(['a', 'b', 'c', 'd'])
  expect(longer).toMatchObject({ start: 0, end: 8 })
  expect(longer.lines.slice(2)).toEqual(view.lines)
})

test('new lines are added, and nothing changes while there are none', () => {
  const view = viewOf(page(['a'], 0, 2))
  expect(texts(withNewer(view, page(['b'], 2, 4)))).toEqual(['a', 'b'])
  expect(withNewer(view, page([], 2, 2))).toBe(view)
})

test('a file that was started again is shown from its beginning', () => {
  const view = viewOf(page(['old'], 100, 104))
  expect(texts(withNewer(view, page(['new'], 0, 4)))).toEqual(['new'])
})
