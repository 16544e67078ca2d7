import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres-server.ts'
import { dropFilledDatabases } from './testing-filled.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server on which databases may be created, or why there is none. */
    postgres: { url: string } | { missing: string }
  }
}

/** One PostgreSQL server for all test files of a run: the one at TEST_DATABASE_URL, otherwise one started here. */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const named = process.env.TEST_DATABASE_URL
  if (named) {
    project.provide('postgres', { url: named })
    return () => dropFilledDatabases(named)
  }
  const server = await startPostgres()
  if ('missing' in server) {
    project.provide('postgres', server)
    return undefined
  }
  project.provide('postgres', { url: server.url })
  return () => server.stop()
}
