import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { configDefaults, defineConfig } from 'vitest/config'
import { leftOutWhenQuick, noPostgresWhenQuick, quickVariable } from './scripts/quick-tests.ts'
import { SlowFirst } from './scripts/testing/slow-first.ts'

// The threads of the server that runs in a test start as they do in its own process: with the compile cache of `tavla`.
process.env.NODE_COMPILE_CACHE ??= path.join(import.meta.dirname, 'node_modules/.cache/tavla')

const isQuick = Boolean(process.env[quickVariable])

// First, so that all temporary files of a run lie in memory.
const memoryFolder = './scripts/testing/memory-folder.ts'
// Starts a PostgreSQL for the tests that want one, where a server or its binaries are at hand.
const postgres = './apps/server/src/store/postgres-global.ts'

export default defineConfig({
  test: {
    // Many tests wait for processes of their own: with one file more than cores, each core has work all the time.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: SlowFirst },
    // A worker keeps its modules from one file to the next: loading the server anew costs each file half a second of CPU
    // time. So a test leaves nothing behind in a module's state, in the environment or in a listener of the process.
    isolate: false,
    projects: [
      {
        test: {
          name: 'server',
          include: ['apps/server/src/**/*.test.ts'],
          exclude: [...configDefaults.exclude, ...(isQuick ? leftOutWhenQuick : [])],
          globalSetup: [memoryFolder, ...(existsSync(postgres) && !isQuick ? [postgres] : [])],
          ...(isQuick && { provide: { postgres: { missing: noPostgresWhenQuick } } }),
          // Bounds for what hangs, wide enough for a machine that does other work as well.
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 60_000 } },
        },
      },
      {
        test: {
          name: 'packages',
          include: ['{packages,apps}/*/src/**/*.test.{ts,tsx}', 'scripts/**/*.test.ts'],
          globalSetup: [memoryFolder],
          exclude: [...configDefaults.exclude, 'apps/server/**'],
          // Bounds for what hangs, as above.
          testTimeout: 180_000,
        },
      },
    ],
  },
})
