import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { check } from './check.ts'
import { handOnSignals, root, runTogether, runTool } from './children.ts'
import { buildAll, buildStale, frontEnds } from './front-ends.ts'
import { seed } from './seed.ts'
import { leaveWithParent } from './signals.ts'
import { summary, type Tally } from './tally.ts'
import { testAll, testQuick } from './test-all.ts'

const tavla = path.join(root, 'apps/server/bin/tavla.mjs')

type CommandHandler = (args: string[]) => Promise<number | undefined> | number

const commands: Readonly<Record<string, CommandHandler>> = {
  /** Builds stale front ends and then becomes the server itself, so that no process stands between it and its signals. */
  async start(args) {
    const code = await buildStale()
    if (code !== 0) return code
    stopHandingOn()
    process.argv = [process.execPath, tavla, 'start', ...args]
    await import(pathToFileURL(tavla).href)
    return undefined
  },
  /** Front ends with hot reload, and a server that restarts on each change. */
  dev(args) {
    return runTogether([
      { command: 'node', args: ['--watch-preserve-output', '--watch', tavla, 'start', ...args] },
      ...frontEnds().map((folder) => ({ command: 'vite', args: ['dev', folder] })),
    ])
  },
  build: () => buildAll(),
  async check() {
    const tally = await check()
    console.log(summary(tally))
    return tally.failed === 0 ? 0 : 1
  },
  test(args) {
    const words = args.filter((arg) => !arg.startsWith('-'))
    const unknown = args.find((arg) => arg.startsWith('-') && arg !== '--times')
    if (unknown === undefined) return conclude(testAll(words, { times: args.includes('--times') }))
    console.error(`npm test knows no option ${unknown}. It takes --times, and words that choose test files.`)
    return 2
  },
  'test:quick': () => conclude(testQuick()),
  seed,
  /** Takes the pictures of the README again. */
  async pictures() {
    const code = await buildStale()
    return code === 0 ? runTool('node', ['scripts/pictures/main.ts']) : code
  },
  'how-to': (args) => runTool('node', ['scripts/how-to/main.ts', ...args]),
  release: (args) => runTool('node', ['scripts/release/main.ts', ...args]),
  faults: (args) => runTool('node', ['scripts/faults/main.ts', ...args]),
  bench: (args) => runTool('node', ['bench/main.ts', ...args]),
}

/** Runs one of the commands in package.json, and exits with its code. */
export async function run([name = '', ...args]: string[]): Promise<void> {
  leaveWithParent()
  stopHandingOn = handOnSignals()
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined
  if (command) {
    const code = await command(args)
    if (code !== undefined) process.exitCode = code
  } else {
    console.error(`Usage: npm run ${Object.keys(commands).join('|')}`)
    process.exitCode = 2
  }
}

/** Names the failures, prints the summary as the last line, and resolves with the exit code. */
async function conclude(run: Promise<Tally>): Promise<number> {
  const tally = await run
  for (const name of tally.flaky) console.log(`PASSED ONLY WHEN TRIED AGAIN ${name}`)
  for (const failure of tally.failures) console.log(`FAILED ${failure}`)
  console.log(summary(tally))
  return tally.failed === 0 && tally.passed > 0 ? 0 : 1
}

let stopHandingOn: () => void = () => {}
