/** How many tests ended how; a step that only passes or fails counts as one test. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
  /** Names of what failed, where the runner told them. */
  failures: string[]
}

export function noTests(): Tally {
  return { passed: 0, failed: 0, skipped: 0, failures: [] }
}

export function add(to: Tally, more: Tally): void {
  to.passed += more.passed
  to.failed += more.failed
  to.skipped += more.skipped
  to.failures.push(...more.failures)
}

/** The last line of a run: `214 passed, 0 failed`, and the skipped when there are any. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A step that has no tests of its own. */
export function ofStep(name: string, code: number): Tally {
  return code === 0 ? { ...noTests(), passed: 1 } : { ...noTests(), failed: 1, failures: [name] }
}

/** Counts of Vitest's JSON report. A file that could not run counts as one failed test. */
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

/** Counts of Playwright's JSON report. A test that passed only when tried again counts as failed. */
export function ofPlaywright(report: unknown, code: number): Tally {
  const { stats, suites = [] } = (report ?? {}) as { stats?: unknown; suites?: PlaywrightSuite[] }
  const count = counts(stats)
  return withFailure(
    {
      passed: count('expected'),
      failed: count('unexpected') + count('flaky'),
      skipped: count('skipped'),
      failures: suites.flatMap(failedSpecs),
    },
    code,
  )
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[]
  specs: { file: string; title: string; tests: { projectName: string; status: string }[] }[]
}

function failedSpecs({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ file, title, tests }) => {
    const failed = tests.filter(({ status }) => status === 'unexpected' || status === 'flaky')
    return failed.map(({ projectName, status }) => `${file}: ${title} [${projectName}], ${status}`)
  })
  return [...own, ...suites.flatMap(failedSpecs)]
}

function firstLine(text = ''): string {
  return text.split('\n', 1)[0] ?? ''
}

function counts(report: unknown): (key: string) => number {
  const values = (report ?? {}) as Record<string, unknown>
  return (key) => (typeof values[key] === 'number' ? values[key] : 0)
}

/** A runner that failed without saying which test did has failed all the same. */
function withFailure(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
