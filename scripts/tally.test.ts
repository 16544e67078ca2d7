import { expect, test } from 'vitest'
import { limitFlaky, maxFlaky, noTests, ofPlaywright, ofStep, ofVitest, summary } from './tally.ts'

test('the last line counts the passed and failed tests, and the skipped if there are any', () => {
  expect(summary({ ...noTests(), passed: 12 })).toBe('12 passed, 0 failed')
  expect(summary({ ...noTests(), passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})

test('a step counts as one test', () => {
  expect([ofStep('types', 0), ofStep('types', 1)].map(summary)).toEqual(['1 passed, 0 failed', '0 passed, 1 failed'])
})

test('skipped and planned unit tests count as skipped', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(summary(ofVitest(report, 1))).toBe('5 passed, 1 failed, 3 skipped')
})

test('failed unit tests are named, and a test file that could not run counts as failed', () => {
  const passed = { status: 'passed', fullName: 'ok', failureMessages: [] }
  const failed = { status: 'failed', fullName: 'a goal', failureMessages: ['Error: no\n    at there'] }
  const report = {
    numPassedTests: 2,
    numFailedTests: 1,
    testResults: [
      { name: 'a.test.ts', status: 'passed', assertionResults: [passed] },
      { name: 'b.test.ts', status: 'failed', assertionResults: [failed, passed] },
      { name: 'c.test.ts', status: 'failed', message: 'SyntaxError', assertionResults: [] },
    ],
  }
  const tally = ofVitest(report, 1)
  expect(summary(tally)).toBe('2 passed, 2 failed')
  expect(tally.failures).toEqual(['b.test.ts: a goal: Error: no', 'c.test.ts: SyntaxError'])
})

function browserRun(flaky: number) {
  const spec = (title: string, status: string) => {
    return { file: 'list.spec.ts', title, tests: [{ projectName: 'he', status }] }
  }
  const shaky = Array.from({ length: flaky }, (_, index) => spec(`shaky ${index}`, 'flaky'))
  return {
    stats: { expected: 4, unexpected: 1, flaky, skipped: 2 },
    suites: [{ specs: [spec('fine', 'expected'), ...shaky], suites: [{ specs: [spec('slow', 'unexpected')] }] }],
  }
}

test('a browser test that passed only on a retry is named, and counts as passed', () => {
  const tally = ofPlaywright(browserRun(1), 1)
  expect(summary(tally)).toBe('5 passed, 1 failed, 2 skipped')
  expect(tally.failures).toEqual(['list.spec.ts: slow [he], unexpected'])
  expect(tally.flaky).toEqual(['list.spec.ts: shaky 0 [he], flaky'])
})

test('a unit test that passed only on a retry is named, and counts as passed', () => {
  const shaky = { status: 'passed', fullName: 'a goal', failureMessages: ['Error: late\n    at there'] }
  const testResults = [{ name: 'a.test.ts', status: 'passed', assertionResults: [shaky] }]
  const tally = ofVitest({ numPassedTests: 1, testResults }, 0)
  expect([summary(tally), tally.flaky]).toEqual(['1 passed, 0 failed', ['a.test.ts: a goal: Error: late']])
})

test('too many tests that passed only on a retry all count as failed', () => {
  const tally = limitFlaky(ofPlaywright(browserRun(maxFlaky + 1), 1))
  expect(summary(tally)).toBe(`4 passed, ${1 + maxFlaky + 1} failed, 2 skipped`)
  expect(tally.failures).toContain('list.spec.ts: shaky 0 [he], flaky')
  expect(tally.flaky).toEqual([])
})

test('a runner that crashed without a report has failed', () => {
  expect(summary(ofVitest(undefined, 1))).toBe('0 passed, 1 failed')
  expect(summary(ofPlaywright(undefined, 143))).toBe('0 passed, 1 failed')
})
