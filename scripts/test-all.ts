import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { root, runTool } from './children.ts'
import { buildAll } from './front-ends.ts'
import { quickVariable } from './quick-tests.ts'
import { add, limitFlaky, noTests, ofPlaywright, ofStep, ofVitest, type Tally } from './tally.ts'
import { filesFor } from './test-files.ts'
import { describeTimes, type Time, timesOfPlaywright, timesOfVitest } from './test-times.ts'

/** A finished part of a run. */
interface Part {
  tally: Tally
  /** Seconds of its files, if it has any. */
  files?: Time[]
}

/**
 * Runs everything that proves the product: check, unit, API and socket tests, build, browser tests. With words, runs
 * only the matching test files. `times` prints the seconds of each part and its slowest files.
 */
export async function testAll(words: readonly string[], { times = false } = {}): Promise<Tally> {
  const parts = words.length > 0 ? partsFor(words) : all()
  const told = await runParts(parts)
  if (times) for (const line of describeTimes(told.times)) console.log(line)
  return told.tally
}

/** The run for daily work: check, and the fast tests. */
export async function testQuick(): Promise<Tally> {
  const quick = { [quickVariable]: '1' }
  const { tally } = await runParts({ check: checkAll, 'quick tests': () => runVitest([], quick) })
  return tally
}

type Parts = Record<string, () => Promise<Part>>

const all = (): Parts => ({
  check: checkAll,
  'unit, API and socket tests': () => runVitest([]),
  build: async () => ({ tally: ofStep('build', await buildAll()) }),
  'browser tests': () => runPlaywright([]),
})

function partsFor(words: readonly string[]): Parts {
  const { vitest, playwright } = filesFor(words)
  return {
    ...(vitest.length > 0 && { 'unit, API and socket tests': () => runVitest(vitest) }),
    ...(playwright.length > 0 && { 'browser tests': () => runPlaywright(playwright) }),
  }
}

async function runParts(parts: Parts): Promise<{ tally: Tally; times: (Time & { files?: Time[] })[] }> {
  const tally = noTests()
  const times: (Time & { files?: Time[] })[] = []
  for (const [name, run] of Object.entries(parts)) {
    const began = performance.now()
    const part = await run()
    add(tally, part.tally)
    times.push({ name, seconds: (performance.now() - began) / 1000, ...(part.files && { files: part.files }) })
  }
  return { tally: limitFlaky(tally), times }
}

const checkAll = async (): Promise<Part> => ({ tally: await check() })

async function runVitest(files: readonly string[], environment: Record<string, string> = {}): Promise<Part> {
  const reportFile = path.join(reports(), 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--silent=passed-only']
  const code = await runTool('vitest', ['run', '--retry=1', ...reporters, ...files], environment)
  const report = read(reportFile)
  const shorten = ({ name, seconds }: Time) => ({ name: path.relative(root, name), seconds })
  return { tally: ofVitest(report, code), files: timesOfVitest(report).map(shorten) }
}

async function runPlaywright(files: readonly string[]): Promise<Part> {
  const reportFile = path.join(reports(), 'playwright.json')
  // The runner parses a path as a regular expression.
  const patterns = files.map((file) => `/${file.replaceAll('.', '\\.')}$`)
  const code = await runTool('playwright', ['test', '--reporter=list,json', ...patterns], {
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
  })
  const report = read(reportFile)
  return { tally: ofPlaywright(report, code), files: timesOfPlaywright(report) }
}

/** A folder for the reports of one part, deleted at the end. */
function reports(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-reports-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** A runner that crashed leaves no report; its exit code is the result. */
function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
