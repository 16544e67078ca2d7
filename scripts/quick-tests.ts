import path from 'node:path'

/** Name of the variable that is set during a quick run. */
export const quickVariable = 'TAVLA_TEST_QUICK'

/** The reason for skipping the PostgreSQL tests in a quick run. */
export const noPostgresWhenQuick = 'left out of a quick run'

/** Files that a quick run skips: they start whole servers, wait for faults, or try thousands of cases. */
export const leftOutWhenQuick = [
  'apps/server/src/cli/**',
  'apps/server/src/modules/hq/**',
  'apps/server/src/modules/email/receive/**',
  'apps/server/src/**/{survival,bad-days,postgres-faults,processes,upgrade,open-data,data-lock}.test.ts',
  'apps/server/src/**/{database-away,overload,full-disk,read-pool,sign-in}.test.ts',
  'apps/server/src/**/{fuzz,hearing,odd-values,odd-mail,permissions-*}.test.ts',
]

/** True for a test file, as a path from the root, that a quick run skips. */
export const isSlow = (file: string): boolean => leftOutWhenQuick.some((glob) => path.matchesGlob(file, glob))

/** Files that probe servers by the clock, so that a busy machine restarts what should go on. */
const byTheClock = new Set(['apps/server/src/modules/hq/kubernetes.test.ts'])

/** True for a slow test file that may run beside the browser tests, with what these leave of the machine. */
export const runsAside = (file: string): boolean => isSlow(file) && !byTheClock.has(file)

/**
 * Files that bring up whole fleets over and over, which takes minutes of processor time: `npm test` runs them when words
 * name them, such as `npm test -- recover kubernetes-backups kubernetes-postgres`.
 */
const onlyWhenNamed = new Set([
  'apps/server/src/cli/recover.test.ts',
  'apps/server/src/modules/hq/kubernetes-backups.test.ts',
  'apps/server/src/modules/hq/kubernetes-postgres.test.ts',
])

/** True for a test file, as a path from the root, that runs only when it is named. */
export const isOnlyWhenNamed = (file: string): boolean => onlyWhenNamed.has(file)
