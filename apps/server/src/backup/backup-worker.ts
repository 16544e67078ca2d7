import { stat } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../store/lower-priority.ts'
import { BackupKey } from './backup-key.ts'
import type { SealedPlace, TakeTask, ThreadAnswer, ThreadTask } from './backup-thread.ts'
import { proveContent } from './prove-content.ts'
import { openStore } from './store-place.ts'
import { StoringThread } from './storing-thread.ts'
import { type TakenBackup, takeBackup } from './take.ts'
import { faultData } from './thread-faults.ts'

// Runs one task in a worker thread, behind everything that people wait for.

lowerPriority()

/** From this size on a second thread earns its start. Bytes. */
const largeFrom = 33_554_432

const task = workerData as ThreadTask
const sealed = () => ({ store: openStore(task.place), key: new BackupKey(Buffer.from(task.key)) })

async function work(): Promise<ThreadAnswer> {
  try {
    const value = task.task === 'prove' ? proveContent(sealed(), task.path, task.folder) : take(task)
    return { value: await value }
  } catch (error) {
    return { failed: faultData(error) }
  }
}

async function take({ copy, about, previous, ...place }: TakeTask & SealedPlace): Promise<TakenBackup> {
  // Buffers arrive as plain bytes.
  const [config, siteKey] = [Buffer.from(copy.config), Buffer.from(copy.siteKey)]
  const hasHelp = availableParallelism() > 1 && (await isLarge(copy))
  const thread = hasHelp ? new StoringThread(place) : undefined
  try {
    return await takeBackup(sealed(), { ...copy, config, siteKey }, about, previous, thread)
  } finally {
    await thread?.end()
  }
}

async function isLarge({ data, filesFolder, files, known = [] }: TakeTask['copy']): Promise<boolean> {
  let { size } = await stat(data)
  const stored = new Set(known.map(({ path }) => path))
  for (const path of files) {
    if (size >= largeFrom) return true
    // A known file is not in the folder.
    if (stored.has(path)) continue
    size += (await stat(join(filesFolder, path))).size
  }
  return size >= largeFrom
}

void work().then((answer) => parentPort?.postMessage(answer))
