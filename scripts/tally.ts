/** How many tests ended how; a step that only passes or fails counts as one test. */
export interface Tally {
  passed: number
  failed: number
  skipped: number
}

export function noTests(): Tally {
  return { passed: 0, failed: 0, skipped: 0 }
}

export function add(to: Tally, more: Tally): void {
  to.passed += more.passed
  to.failed += more.failed
  to.skipped += more.skipped
}

/** The last line of a run: `214 passed, 0 failed`, and the skipped when there are any. */
export function summary({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
}

/** A step that has no tests of its own. */
export function ofStep(code: number): Tally {
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0 }
}

/** Counts of Vitest's JSON report. A file that could not run counts as one failed test. */
export function ofVitest(report: unknown, code: number): Tally {
  const count = counts(report)
  const { testResults = [] } = (report ?? {}) as { testResults?: VitestFile[] }
  const broken = testResults.filter(({ status, assertionResults }) => {
    return status === 'failed' && !assertionResults.some((test) => test.status === 'failed')
  })
  return withFailure(
    {
      passed: count('numPassedTests'),
      failed: count('numFailedTests') + broken.length,
      skipped: count('numPendingTests') + count('numTodoTests'),
    },
    code,
  )
}

interface VitestFile {
  status: string
  assertionResults: { status: string }[]
}

/** Counts of Playwright's JSON report. A test that passed only when tried again counts as failed. */
export function ofPlaywright(report: unknown, code: number): Tally {
  const count = counts((report as { stats?: unknown } | undefined)?.stats)
  return withFailure(
    { passed: count('expected'), failed: count('unexpected') + count('flaky'), skipped: count('skipped') },
    code,
  )
}

function counts(report: unknown): (key: string) => number {
  const values = (report ?? {}) as Record<string, unknown>
  return (key) => (typeof values[key] === 'number' ? values[key] : 0)
}

/** A runner that failed without saying which test did has failed all the same. */
function withFailure(tally: Tally, code: number): Tally {
  return code !== 0 && tally.failed === 0 ? { ...tally, failed: 1 } : tally
}
