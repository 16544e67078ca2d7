import { type Message, Problem } from '@tavla/contract'
import { TaskLimiter } from '../../../ground/locks.ts'
import { startThread } from '../../../ground/thread.ts'
import { type WorkLimits, watchWorker } from '../../../ground/watch-worker.ts'
import { type ReadingOptions, type SheetRow, type TableBounds, TableFault, type TableForm, tooLarge } from './table.ts'

export interface TableTask {
  /** Path of the file's bytes. */
  path: string
  options: ReadingOptions
  bounds: TableBounds
  /** Ends after so many rows. */
  most?: number | undefined
}

export type TableAnswer =
  | { kind: 'form'; form: TableForm }
  | { kind: 'rows'; rows: SheetRow[] }
  | { kind: 'end' }
  | { kind: 'fault'; detail: Message }

/** Limits of the thread for one file. */
export const workLimits: WorkLimits = { work: 60_000, wait: 300_000, check: 250 }
export const threadMemory = { megabytes: 512 }

/** Threads of all people together; further files wait for one of them. */
const threads = new TaskLimiter(2, 50)

/**
 * Reads a file in a thread of its own, with limits of time and memory, so that no file slows or ends the server.
 * `take` gets the rows in batches; the next batch is read once it is done.
 * @throws TableFault; Problem 503 when too many files wait
 */
export async function readTable(
  task: TableTask,
  take: (rows: SheetRow[], form: TableForm) => Promise<void>,
  signal?: AbortSignal,
): Promise<TableForm> {
  const form = await threads.run(() => readInThread(task, take, signal))
  if (form) return form
  const detail = { text: 'The service is not available at the moment. Try again shortly.' }
  throw new Problem(503, 'Unavailable', 'Service Unavailable', detail)
}

async function readInThread(
  task: TableTask,
  take: (rows: SheetRow[], form: TableForm) => Promise<void>,
  signal: AbortSignal | undefined,
): Promise<TableForm> {
  signal?.throwIfAborted()
  const { promise, resolve, reject } = Promise.withResolvers<TableForm>()
  const worker = startThread(new URL('./table-worker.ts', import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory.megabytes },
  })
  let form: TableForm | undefined
  worker.on('message', (answer: TableAnswer) => {
    if (answer.kind === 'form') form = answer.form
    else if (answer.kind === 'fault') reject(new TableFault(answer.detail))
    else if (form && answer.kind === 'end') resolve(form)
    else if (form && answer.kind === 'rows') take(answer.rows, form).then(() => worker.postMessage('next'), reject)
  })
  // A thread that ends by itself has run out of memory.
  worker.on('error', () => reject(tooLarge()))
  worker.on('exit', () => reject(tooLarge()))
  const stopWatching = watchWorker(worker, workLimits, () => reject(tooLarge()))
  const giveUp = () => reject(signal?.reason)
  signal?.addEventListener('abort', giveUp)
  try {
    return await promise
  } finally {
    stopWatching()
    signal?.removeEventListener('abort', giveUp)
    await worker.terminate()
  }
}
