import { parentPort, workerData } from 'node:worker_threads'
import { errorData } from './errors.ts'
import { lowerPriority } from './lower-priority.ts'
import type { ReadAnswer, ReadQuery, ReadTask } from './read-pool.ts'
import { SqliteConnection } from './sqlite-connection.ts'

// Runs in a worker thread, one task at a time: unbounded work, so that the main thread never waits for it.

lowerPriority()

const { file } = workerData as { file: string }
const reader = new SqliteConnection(file, true, 131_072)
let writable: SqliteConnection | undefined

parentPort?.on('message', (task: ReadTask) => {
  if (task.kind === 'end') {
    reader.close()
    writable?.close()
    parentPort?.close()
    return
  }
  parentPort?.postMessage(answer(task))
})

function answer(task: Exclude<ReadTask, { kind: 'end' }>): ReadAnswer {
  try {
    if (task.kind === 'checkpoint') {
      // A read-only connection cannot run a checkpoint. Passive: it takes no lock that could block a writer or reader.
      writable ??= new SqliteConnection(file, false, 1_024)
      return { answers: [[writable.get('pragma wal_checkpoint(passive)', [])]] }
    }
    return { answers: task.queries.map(rowsOf) }
  } catch (thrown) {
    return { failed: errorData(thrown) }
  }
}

const rowsOf = ({ kind, sql, parameters }: ReadQuery) =>
  kind === 'get' ? [reader.get(sql, parameters)] : reader.all(sql, parameters)
