import { parseArgs } from 'node:util'
import { clockBack } from './clock-back.ts'
import { evening } from './evening.ts'
import type { Fault } from './fault.ts'
import { fleetKilled } from './fleet-killed.ts'
import { flippedBits } from './flipped-bits.ts'
import { fullDisk } from './full-disk.ts'
import { fullStore } from './full-store.ts'
import { hostile } from './hostile.ts'
import { killed } from './killed.ts'
import { lostData } from './lost-data.ts'
import { manyStarts } from './many-starts.ts'
import { postgresFaults } from './postgres-faults.ts'
import { stopUnderLoad } from './stop-under-load.ts'

const faults: Readonly<Record<string, Fault>> = {
  disk: fullDisk,
  killed,
  fleet: fleetKilled,
  store: fullStore,
  bits: flippedBits,
  lost: lostData,
  starts: manyStarts,
  clock: clockBack,
  stop: stopUnderLoad,
  ...postgresFaults,
  hostile,
  evening,
}

/** A quarter of an hour, and memory for dozens of processes. */
const onlyWhenNamed = ['evening']

const usage = `npm run faults -- [options]
  --only LIST   some of: ${Object.keys(faults).join(', ')}
  --rounds N    how often each is done (3)
  --projects N  number of projects of the evening (30)`

const { values: options } = parseArgs({
  options: {
    only: {
      type: 'string',
      default: Object.keys(faults)
        .filter((key) => !onlyWhenNamed.includes(key))
        .join(),
    },
    rounds: { type: 'string', default: '3' },
    projects: { type: 'string', default: '30' },
    help: { type: 'boolean', short: 'h', default: false },
  },
})

if (options.help) console.log(usage)
else await runAll()

async function runAll(): Promise<void> {
  const rows: { fault: string; outcome: string; seconds: number }[] = []
  for (const key of options.only.split(',')) {
    const fault = faults[key]
    if (!fault) throw new Error(`${key} is no fault; the faults are ${Object.keys(faults).join(', ')}`)
    const began = performance.now()
    const outcome = await outcomeOf(fault)
    const seconds = Math.round((performance.now() - began) / 1000)
    rows.push({ fault: fault.name, outcome, seconds })
    console.log(`${fault.name}: ${outcome} (${seconds} s)`)
  }
  console.log('')
  const width = Math.max(...rows.map(({ fault }) => fault.length))
  for (const { fault, outcome, seconds } of rows)
    console.log(`${fault.padEnd(width)}  ${String(seconds).padStart(4)} s  ${outcome}`)
  const failed = rows.filter(({ outcome }) => outcome.startsWith('FAILED')).length
  console.log(`\n${rows.length - failed} passed, ${failed} failed`)
  process.exit(failed === 0 ? 0 : 1)
}

async function outcomeOf(fault: Fault): Promise<string> {
  const missing = fault.missing?.()
  if (missing !== undefined) return `skipped: ${missing}`
  try {
    return await fault.run(Number(options.rounds), { projects: Number(options.projects) })
  } catch (error) {
    return `FAILED: ${error instanceof Error ? error.message : String(error)}`
  }
}
