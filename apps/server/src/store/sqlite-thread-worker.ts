import { parentPort, workerData } from 'node:worker_threads'
import { errorData } from './errors.ts'
import { lowerPriority } from './lower-priority.ts'
import { SqliteConnection } from './sqlite-connection.ts'
import type { ThreadAnswer, ThreadTask } from './sqlite-thread.ts'

// Runs in a worker thread, one statement at a time, one transaction after another.

lowerPriority()

const { file } = workerData as { file: string }
const connection = new SqliteConnection(file, false, 32_768)

parentPort?.on('message', (task: ThreadTask) => {
  if (task.kind === 'end') {
    // SQLite rolls back a transaction that is still open.
    connection.close()
    parentPort?.close()
  } else parentPort?.postMessage(answer(task))
})

function answer({ kind, sql, params }: Exclude<ThreadTask, { kind: 'end' }>): ThreadAnswer {
  try {
    return { value: connection[kind](sql, params) }
  } catch (thrown) {
    return { failed: errorData(thrown) }
  }
}
