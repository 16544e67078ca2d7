/** Set while a quick run goes on. */
export const quickVariable = 'TAVLA_TEST_QUICK'

/** Why the tests on PostgreSQL are skipped in a quick run. */
export const noPostgresWhenQuick = 'left out of a quick run'

/** What a quick run leaves out: files that start whole servers, wait for faults, or try thousands of cases. */
export const leftOutWhenQuick = [
  'apps/server/src/cli/**',
  'apps/server/src/modules/hq/**',
  'apps/server/src/modules/email/receive/**',
  'apps/server/src/**/{survival,bad-days,processes,upgrade,open-data,data-lock}.test.ts',
  'apps/server/src/**/{database-away,overload,full-disk,read-pool,sign-in}.test.ts',
  'apps/server/src/**/{fuzz,hearing,odd-values,odd-mail,permissions-*}.test.ts',
]
