import { parentPort, workerData } from 'node:worker_threads'
import { lowerPriority } from '../store/lower-priority.ts'
import { BackupKey } from './backup-key.ts'
import type { SealedPlace } from './backup-thread.ts'
import { storeFile } from './blocks.ts'
import { Objects } from './objects.ts'
import { openStore } from './store-place.ts'
import type { StoringAnswer, StoringTask } from './storing-thread.ts'
import { faultData } from './thread-faults.ts'

// Stores one file after the other in a worker thread, behind everything that people wait for.

lowerPriority()

const { place, key } = workerData as SealedPlace
const objects = new Objects(openStore(place), new BackupKey(Buffer.from(key)))

async function answer({ number, file, blockBytes }: StoringTask): Promise<StoringAnswer> {
  try {
    return { number, stored: await storeFile(objects, file, blockBytes) }
  } catch (error) {
    return { number, failed: faultData(error) }
  }
}

parentPort?.on('message', (task: StoringTask) => void answer(task).then((said) => parentPort?.postMessage(said)))
