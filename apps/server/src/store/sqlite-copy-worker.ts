import { backup, DatabaseSync } from 'node:sqlite'
import { parentPort, workerData } from 'node:worker_threads'
import { errorData } from './errors.ts'
import { translateSqliteError } from './sqlite-errors.ts'

// Runs in a worker thread, on a connection of its own: a copy made in many steps would start over with each write.

/** More pages than a database has. */
const allPages = 2_147_483_647

const { file, target } = workerData as { file: string; target: string }

async function copy(): Promise<void> {
  const source = new DatabaseSync(file, { readOnly: true })
  try {
    await backup(source, target, { rate: allPages })
  } finally {
    source.close()
  }
}

copy().then(
  () => parentPort?.postMessage({}),
  (error: unknown) => parentPort?.postMessage({ failed: errorData(translateSqliteError(error)) }),
)
