import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Manifest } from '../backup/manifest.ts'
import { restoredPlaces } from '../backup/read-back.ts'
import { encodeSentence, plainSentence } from '../ground/sentences.ts'
import { StartError } from '../ground/start-error.ts'
import { emptyPostgres, PostgresToolFault, restorePostgres, sumPostgresTables } from '../store/postgres-dump.ts'
import { placeOf } from '../store/postgres-place.ts'

/**
 * Reads the dump of a backup that is unpacked in `dir` into the empty database at `address`, removes the dump, and runs
 * `work` on what is there. After a fault the database is empty again.
 * @throws StartError, or the fault of `work`
 */
export async function inDatabase<T>(
  address: string,
  { dir, manifest }: { dir: string; manifest: Pick<Manifest, 'tables'> },
  work: () => Promise<T>,
): Promise<T> {
  requireAddress(address)
  try {
    if ((await sumPostgresTables(address)).length > 0) throw new StartError('The database is not empty.')
    const dump = join(dir, restoredPlaces.data.postgres)
    try {
      await restorePostgres(address, dump)
      if (JSON.stringify(await sumPostgresTables(address)) !== JSON.stringify(manifest.tables)) {
        throw new StartError('The dump is refused: its records are not those of its manifest.')
      }
      rmSync(dump)
      return await work()
    } catch (error) {
      await emptyPostgres(address)
      throw error
    }
  } catch (error) {
    throw error instanceof PostgresToolFault ? new StartError(plainSentence(encodeSentence(error.detail))) : error
  }
}

/** @throws StartError */
function requireAddress(address: string): void {
  try {
    placeOf(address)
  } catch (error) {
    throw new StartError((error as Error).message)
  }
}
