/** The duration of a part of a run, or of one test file. */
export interface Time {
  name: string
  seconds: number
}

const slowest = 15

/** The parts of a run in their order, each followed by its slowest files; one line each. */
export function describeTimes(parts: readonly (Time & { files?: readonly Time[] })[]): string[] {
  return parts.flatMap(({ files = [], ...part }) => {
    const slow = files.toSorted((a, b) => b.seconds - a.seconds).slice(0, slowest)
    return [line(part), ...slow.map((file) => `  ${line(file)}`)]
  })
}

/** Seconds of each test file of Vitest's JSON report. */
export function timesOfVitest(report: unknown): Time[] {
  const { testResults = [] } = (report ?? {}) as {
    testResults?: { name: string; startTime: number; endTime: number }[]
  }
  return testResults.map(({ name, startTime, endTime }) => ({ name, seconds: (endTime - startTime) / 1000 }))
}

/** Seconds of each spec file of Playwright's JSON report: all of its tests, in each language and with every retry. */
export function timesOfPlaywright(report: unknown): Time[] {
  const { suites = [] } = (report ?? {}) as { suites?: Suite[] }
  const seconds = new Map<string, number>()
  for (const { file, tests } of suites.flatMap(specsOf)) {
    const taken = tests.flatMap(({ results }) => results).reduce((sum, { duration }) => sum + duration / 1000, 0)
    seconds.set(file, (seconds.get(file) ?? 0) + taken)
  }
  return [...seconds].map(([file, sum]) => ({ name: file, seconds: sum }))
}

interface Suite {
  suites?: Suite[]
  specs: { file: string; tests: { results: { duration: number }[] }[] }[]
}

function specsOf({ suites = [], specs }: Suite): Suite['specs'] {
  return [...specs, ...suites.flatMap(specsOf)]
}

function line({ name, seconds }: Time): string {
  return `${seconds.toFixed(1).padStart(7)} s  ${name}`
}
