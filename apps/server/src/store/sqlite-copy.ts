import { startThread } from '../ground/thread.ts'
import { type ErrorData, errorFrom, StoreUnavailable } from './errors.ts'

/**
 * Copies the database to the file `target` as it is at one moment, while others write. Takes about a second for each
 * gigabyte, during which no checkpoint shortens the log.
 * @throws StoreUnavailable
 */
export function copySqlite(file: string, target: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const worker = startThread(new URL('./sqlite-copy-worker.ts', import.meta.url), { workerData: { file, target } })
    worker.once('message', ({ failed }: { failed?: ErrorData }) => {
      if (failed) reject(errorFrom(failed))
      else resolve()
    })
    worker.once('error', (error) => reject(new StoreUnavailable('The database could not be copied.', error)))
    worker.once('exit', () => reject(new StoreUnavailable('The database could not be copied.', undefined)))
  })
}
