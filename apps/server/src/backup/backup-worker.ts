import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../store/lower-priority.ts'
import { sumSqliteTables } from '../store/sqlite-table-sums.ts'
import { BackupKey } from './backup-key.ts'
import type { ThreadAnswer, ThreadTask } from './backup-thread.ts'
import { StoreFault } from './object-store.ts'
import { proveContent } from './prove-content.ts'
import { openStore } from './store-place.ts'
import { takeBackup } from './take.ts'

// Runs one task in a worker thread, behind everything that people wait for.

lowerPriority()

const task = workerData as ThreadTask

async function work(): Promise<ThreadAnswer> {
  try {
    const sealed = { store: openStore(task.place), key: new BackupKey(Buffer.from(task.key)) }
    if (task.task === 'prove') return { value: await proveContent(sealed, task.path, task.folder) }
    const { copy, about, previous } = task
    const tables = copy.database === 'sqlite' ? sumSqliteTables(copy.data) : (copy.tables ?? [])
    // Buffers arrive as plain bytes.
    const [config, siteKey] = [Buffer.from(copy.config), Buffer.from(copy.siteKey)]
    return { value: await takeBackup(sealed, { ...copy, config, siteKey, tables }, about, previous) }
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    const detail = error instanceof StoreFault ? { detail: error.detail } : {}
    return { failed: { message, ...detail, ...(code === undefined ? {} : { code }) } }
  }
}

void work().then((answer) => parentPort?.postMessage(answer))
