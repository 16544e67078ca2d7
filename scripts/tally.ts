/** The numbers of test results; a step that only passes or fails counts as one test. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Names of failed tests, if the runner reports them. */
  failures: string[]
  /** Names of the tests that passed only on a retry; counted as passed. */
  flaky: string[]
}

/** Maximum number of tests in a run that may pass only on a retry, as happens on a busy machine; more are a fault. */
export const maxFlaky = 3

export function noTests(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [], flaky: [] }
}

export function add(to: Tally, more: Tally): void {
  to.passed += more.passed
  to.failed += more.failed
  to.skipped += more.skipped
  to.failures.push(...more.failures)
  to.flaky.push(...more.flaky)
}

/** With more retried tests than {@link maxFlaky}, each of them has failed. */
export function limitFlaky(tally: Tally): Tally {
  const { passed, failed, failures, flaky } = tally
  if (flaky.length <= maxFlaky) return tally
  const both = { passed: passed - flaky.length, failed: failed + flaky.length }
  return { ...tally, ...both, failures: [...failures, ...flaky], flaky: [] }
}

/** The last line of a run: `214 passed, 0 failed`, and the skipped if there are any. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** The tally of a step without tests of its own. */
export function ofStep(name: string, code: number): Tally {
  return code === 0 ? { ...noTests(), passed: 1 } : { ...noTests(), failed: 1, failures: [name] }
}

/** Counts of Vitest's JSON report. A file that could not run counts as one failed test; a retried test keeps its failures. */
export function ofVitest(report: unknown, code: number): Tally {
  const count = counts(report)
  const { testResults = [] } = (report ?? {}) as { testResults?: VitestFile[] }
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  const failures = testResults.flatMap(({ name, assertionResults }) => {
    const failed = assertionResults.filter((test) => test.status === 'failed')
    return failed.map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`)
  })
  return withFailure(
    {
      passed: count('numPassedTests'),
      failed: count('numFailedTests') + broken.length,
      skipped: count('numPendingTests') + count('numTodoTests'),
      failures: [...failures, ...broken.map(({ name, message }) => `${name}: ${firstLine(message)}`)],
      flaky: testResults.flatMap(({ name, assertionResults }) =>
        assertionResults
          .filter((test) => test.status === 'passed' && test.failureMessages.length > 0)
          .map((test) => `${name}: ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
      ),
    },
    code,
  )
}

interface VitestFile {
  name: string
  status: string
  message?: string
  assertionResults: { status: string; fullName: string; failureMessages: string[] }[]
}

/** Counts of Playwright's JSON report. */
export function ofPlaywright(report: unknown, code: number): Tally {
  const { stats, suites = [] } = (report ?? {}) as { stats?: unknown; suites?: PlaywrightSuite[] }
  const count = counts(stats)
  const flaky = suites.flatMap((suite) => specsThat('flaky', suite))
  return withFailure(
    {
      passed: count('expected') + flaky.length,
      failed: count('unexpected'),
      skipped: count('skipped'),
      failures: suites.flatMap((suite) => specsThat('unexpected', suite)),
      flaky,
    },
    code,
  )
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { projectName: string; status: string }[] }[]
}

function specsThat(ended: string, { suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) => {
    const those = tests.filter(({ status }) => status === ended)
    return those.map(({ projectName }) => `${file}: ${title} [${projectName}], ${ended}`)
  })
  return [...own, ...suites.flatMap((suite) => specsThat(ended, suite))]
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}

function counts(report: unknown): (key: string) => number {
  const values = (report ?? {}) as Record<string, unknown>
  return (key) => (typeof values[key] === 'number' ? values[key] : 0)
}

/** A runner that failed without naming a test has failed all the same. */
function withFailure(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
