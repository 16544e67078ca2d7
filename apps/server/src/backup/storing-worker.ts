import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../store/lower-priority.ts'
import { BackupKey } from './backup-key.ts'
import type { SealedPlace } from './backup-thread.ts'
import { Objects } from './objects.ts'
import { openStore } from './store-place.ts'
import { OwnStoring } from './storing.ts'
import type { StoringAnswer, StoringTask } from './storing-thread.ts'
import { faultData } from './thread-faults.ts'

// Does pieces of the work of a backup in a worker thread, behind everything that people wait for.

lowerPriority()

const { place, key } = workerData as SealedPlace
const storing = new OwnStoring(new Objects(openStore(place), new BackupKey(Buffer.from(key))))

async function answer(task: StoringTask): Promise<StoringAnswer> {
  const { number } = task
  try {
    return { number, value: await run(task) }
  } catch (error) {
    return { number, failed: faultData(error) }
  }
}

function run(task: StoringTask): Promise<unknown> {
  if (task.method === 'sumTables') return storing.sumTables(...task.args)
  if (task.method === 'sumData') return storing.sumData(...task.args)
  if (task.method === 'storePart') return storing.storePart(...task.args)
  return storing.storeAttached(...task.args)
}

parentPort?.on('message', (task: StoringTask) => void answer(task).then((said) => parentPort?.postMessage(said)))
