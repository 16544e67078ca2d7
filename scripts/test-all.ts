import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { check } from './check.ts'
import { runTool } from './children.ts'
import { buildAll } from './front-ends.ts'
import { add, ofPlaywright, ofStep, ofVitest, type Tally } from './tally.ts'

/** Everything that proves the product: check, unit, API and socket tests, build, browser tests. */
export async function testAll(): Promise<Tally> {
  const reports = mkdtempSync(path.join(tmpdir(), 'tavla-reports-'))
  process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
  const tally = await check()
  add(tally, await runVitest(path.join(reports, 'vitest.json')))
  add(tally, ofStep('build', await buildAll()))
  add(tally, await runPlaywright(path.join(reports, 'playwright.json')))
  return tally
}

async function runVitest(report: string): Promise<Tally> {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, '--silent=passed-only']
  const code = await runTool('vitest', ['run', ...reporters])
  return ofVitest(read(report), code)
}

async function runPlaywright(report: string): Promise<Tally> {
  const code = await runTool('playwright', ['test', '--reporter=list,json'], { PLAYWRIGHT_JSON_OUTPUT_FILE: report })
  return ofPlaywright(read(report), code)
}

/** A runner that fell over leaves no report; its exit code then speaks for it. */
function read(report: string): unknown {
  try {
    return JSON.parse(readFileSync(report, 'utf8'))
  } catch {
    return undefined
  }
}
