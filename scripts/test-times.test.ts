import { expect, test } from 'vitest'
import { describeTimes, timesOfPlaywright, timesOfVitest } from './test-times.ts'

test('each part of a run is listed with its seconds, its slowest files first', () => {
  const files = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.test.ts`, seconds: index }))
  const lines = describeTimes([
    { name: 'check', seconds: 12.34 },
    { name: 'unit tests', seconds: 100, files },
  ])
  expect(lines.slice(0, 3)).toEqual(['   12.3 s  check', '  100.0 s  unit tests', '     19.0 s  19.test.ts'])
  expect(lines).toHaveLength(2 + 15)
})

test('the time of a spec file includes its tests in both languages and every retry', () => {
  const spec = (...durations: number[]) => ({
    file: 'list.spec.ts',
    tests: [{ results: durations.map((duration) => ({ duration })) }],
  })
  const report = { suites: [{ specs: [spec(1000, 500)], suites: [{ specs: [spec(250)] }] }] }
  expect(timesOfPlaywright(report)).toEqual([{ name: 'list.spec.ts', seconds: 1.75 }])
})

test('the time of a test file lasts from its first test to its last', () => {
  const report = { testResults: [{ name: 'a.test.ts', startTime: 1000, endTime: 3500 }] }
  expect(timesOfVitest(report)).toEqual([{ name: 'a.test.ts', seconds: 2.5 }])
  expect([timesOfVitest(undefined), timesOfPlaywright(undefined)]).toEqual([[], []])
})
