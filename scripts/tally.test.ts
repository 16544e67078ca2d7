import { expect, test } from 'vitest'
import { ofPlaywright, ofStep, ofVitest, summary } from './tally.ts'

test('the last line tells how many passed and failed, and the skipped when there are any', () => {
  expect(summary({ passed: 12, failed: 0, skipped: 0 })).toBe('12 passed, 0 failed')
  expect(summary({ passed: 1, failed: 2, skipped: 3 })).toBe('1 passed, 2 failed, 3 skipped')
})

test('a step counts as one test', () => {
  expect([ofStep(0), ofStep(1)].map(summary)).toEqual(['1 passed, 0 failed', '0 passed, 1 failed'])
})

test('skipped and planned unit tests count as skipped', () => {
  const report = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 }
  expect(summary(ofVitest(report, 1))).toBe('5 passed, 1 failed, 3 skipped')
})

test('a test file that could not run counts as failed', () => {
  const passing = { status: 'passed', assertionResults: [{ status: 'passed' }] }
  const failing = { status: 'failed', assertionResults: [{ status: 'failed' }, { status: 'passed' }] }
  const broken = { status: 'failed', assertionResults: [] }
  const report = { numPassedTests: 2, numFailedTests: 1, testResults: [passing, failing, broken] }
  expect(summary(ofVitest(report, 1))).toBe('2 passed, 2 failed')
})

test('a browser test that passed only when tried again counts as failed', () => {
  const stats = { expected: 4, unexpected: 1, flaky: 1, skipped: 2 }
  expect(summary(ofPlaywright({ stats }, 1))).toBe('4 passed, 2 failed, 2 skipped')
})

test('a runner that fell over without a report has failed', () => {
  expect(summary(ofVitest(undefined, 1))).toBe('0 passed, 1 failed')
  expect(summary(ofPlaywright(undefined, 143))).toBe('0 passed, 1 failed')
})
