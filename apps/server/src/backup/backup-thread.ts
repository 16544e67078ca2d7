import { startThread } from '../ground/thread.ts'
import type { Manifest } from './manifest.ts'
import type { ContentProof } from './prove-content.ts'
import type { StorePlace } from './store-place.ts'
import type { SiteCopy, TakenBackup } from './take.ts'
import { type FaultData, faultFrom } from './thread-faults.ts'

/** A store and the key of its content. */
export interface SealedPlace {
  place: StorePlace
  /** 32 bytes. */
  key: Uint8Array
}

export interface TakeTask {
  task: 'take'
  copy: SiteCopy
  about: Pick<Manifest, 'id' | 'taken_at' | 'project' | 'type'>
  /** Path of an earlier manifest of the same project. */
  previous?: string
}

export interface ProveTask {
  task: 'prove'
  /** Path of the manifest. */
  path: string
  /** Empty folder that the backup is read back into. */
  folder: string
}

export type ThreadTask = SealedPlace & (TakeTask | ProveTask)

export type ThreadAnswer = { value: TakenBackup | ContentProof } | { failed: FaultData }

/** As `takeBackup`, in a thread of low priority. @throws StoreFault, or Error with the system's code */
export const takeInThread = (
  sealed: SealedPlace,
  task: Omit<TakeTask, 'task'>,
  signal?: AbortSignal,
): Promise<TakenBackup> => run({ ...sealed, ...task, task: 'take' }, signal) as Promise<TakenBackup>

/** As `proveContent`, in a thread of low priority. @throws StoreFault, or Error with the system's code */
export const proveInThread = (
  sealed: SealedPlace,
  task: Omit<ProveTask, 'task'>,
  signal?: AbortSignal,
): Promise<ContentProof> => run({ ...sealed, ...task, task: 'prove' }, signal) as Promise<ContentProof>

function run(task: ThreadTask, signal?: AbortSignal): Promise<TakenBackup | ContentProof> {
  return new Promise((resolve, reject) => {
    const worker = startThread(new URL('./backup-worker.ts', import.meta.url), { workerData: task })
    worker.once('message', (answer: ThreadAnswer) => {
      if ('value' in answer) resolve(answer.value)
      else reject(faultFrom(answer.failed))
    })
    worker.once('error', reject)
    const cut = () => void worker.terminate()
    signal?.addEventListener('abort', cut, { once: true })
    worker.once('exit', () => {
      signal?.removeEventListener('abort', cut)
      reject(new Error('The thread of the backup has ended.'))
    })
  })
}
