import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { root, runTool, runToolQuietly } from './children.ts'
import { buildAll } from './front-ends.ts'
import { putServerInOneFile } from './one-file/one-file.ts'
import { isOnlyWhenNamed, quickVariable, runsAside } from './quick-tests.ts'
import { add, limitFlaky, noTests, ofPlaywright, ofStep, ofVitest, type Tally } from './tally.ts'
import { filesFor, testFiles } from './test-files.ts'
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
  const stages = words.length > 0 ? stagesFor(words) : all()
  const told = await runStages(stages)
  if (times) for (const line of describeTimes(told.times)) console.log(line)
  return told.tally
}

/** The run for daily work: check, and the fast tests. */
export async function testQuick(): Promise<Tally> {
  const quick = { [quickVariable]: '1' }
  const { tally } = await runStages([
    { check: checkAll },
    { 'quick tests': () => runVitest([], { environment: quick }) },
  ])
  return tally
}

/** Parts that run at the same time. */
type Stage = Record<string, () => Promise<Part>>

/**
 * The slow unit tests wait most of their time, for whole servers and faults, so they run beside the browser tests, two
 * files at a time: then both parts end at about the same time.
 */
function all(): Stage[] {
  const vitest = testFiles().vitest.filter((file) => !isOnlyWhenNamed(file))
  const slow = vitest.filter(runsAside)
  const others = vitest.filter((file) => !runsAside(file))
  const environment: Record<string, string> = {}
  return [
    {
      check: checkAll,
      build: async () => ({ tally: ofStep('build', await buildAll()) }),
      'server in one file': async () => ({ tally: ofStep('server in one file', await useOneFile(environment)) }),
    },
    { 'unit, API and socket tests': () => runVitest(others, { environment }) },
    {
      'browser tests': () => runPlaywright([], environment),
      'slow API and socket tests': () => runVitest(slow, { options: ['--maxWorkers=2'], environment, isAside: true }),
    },
  ]
}

/** Lets the servers that tests start run from one file. Resolves with an exit code. */
async function useOneFile(environment: Record<string, string>): Promise<number> {
  try {
    environment.NODE_OPTIONS = [process.env.NODE_OPTIONS, await putServerInOneFile()].join(' ').trim()
    return 0
  } catch (error) {
    console.error(error)
    return 1
  }
}

function stagesFor(words: readonly string[]): Stage[] {
  const { vitest, playwright } = filesFor(words)
  return [
    { ...(vitest.length > 0 && { 'unit, API and socket tests': () => runVitest(vitest) }) },
    { ...(playwright.length > 0 && { 'browser tests': () => runPlaywright(playwright) }) },
  ]
}

async function runStages(stages: readonly Stage[]): Promise<{ tally: Tally; times: PartTime[] }> {
  const tally = noTests()
  const times: PartTime[] = []
  for (const stage of stages) {
    const ran = await Promise.all(Object.entries(stage).map(([name, run]) => runTimed(name, run)))
    for (const { part, time } of ran) {
      add(tally, part.tally)
      times.push(time)
    }
  }
  return { tally: limitFlaky(tally), times }
}

type PartTime = Time & { files?: Time[] }

async function runTimed(name: string, run: () => Promise<Part>): Promise<{ part: Part; time: PartTime }> {
  const began = performance.now()
  const part = await run()
  const seconds = (performance.now() - began) / 1000
  return { part, time: { name, seconds, ...(part.files && { files: part.files }) } }
}

const checkAll = async (): Promise<Part> => ({ tally: await check() })

interface VitestRun {
  options?: readonly string[]
  environment?: Record<string, string>
  /** Runs beside another part, so prints its lines at its end. */
  isAside?: boolean
}

async function runVitest(
  files: readonly string[],
  { options = [], environment = {}, isAside = false }: VitestRun = {},
): Promise<Part> {
  const reportFile = path.join(reports(), 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`, '--silent=passed-only']
  const run = isAside ? runToolQuietly : runTool
  const code = await run('vitest', ['run', '--retry=1', ...reporters, ...options, ...files], environment)
  const report = read(reportFile)
  const shorten = ({ name, seconds }: Time) => ({ name: path.relative(root, name), seconds })
  return { tally: ofVitest(report, code), files: timesOfVitest(report).map(shorten) }
}

async function runPlaywright(files: readonly string[], environment: Record<string, string> = {}): Promise<Part> {
  const reportFile = path.join(reports(), 'playwright.json')
  // The runner parses a path as a regular expression.
  const patterns = files.map((file) => `/${file.replaceAll('.', '\\.')}$`)
  const code = await runTool('playwright', ['test', '--reporter=list,json', ...patterns], {
    ...environment,
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
