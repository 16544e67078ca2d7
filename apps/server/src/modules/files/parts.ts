import { diskFull, Problem } from '@tavla/contract'
import type { FileArea } from '../../files/area.ts'
import { isDiskFull } from '../../files/disk.ts'
import type { Transfers } from '../../files/transfers.ts'
import type { Site } from '../../site.ts'
import type { DailyCheck } from './daily-check.ts'
import type { UploadsInProgress } from './in-progress.ts'

/** Shared by the files of this module, once it has started. */
export interface FileParts {
  readonly site: Site
  readonly area: FileArea
  readonly transfers: Transfers
  readonly check: DailyCheck
  readonly inProgress: UploadsInProgress
}

/** @throws Problem 503 when so many more bytes would fill the disk */
export function requireRoom({ site }: FileParts, bytes: number): void {
  if (!site.disk.hasRoomFor(bytes)) throw diskFull()
}

/** Runs work that writes bytes, and notes a full disk. */
export async function onDisk<T>({ site }: FileParts, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (isDiskFull(error instanceof Problem ? error.cause : error)) site.disk.noteFull()
    throw error
  }
}

/** Maximum size of a file in bytes (System Settings, max_file_size_mb). */
export const maxBytesOf = ({ site }: FileParts): number => site.engine.settings.max_file_size_mb * 1_048_576
