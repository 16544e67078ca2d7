import type { FileArea } from '../../files/area.ts'
import type { Transfers } from '../../files/transfers.ts'
import type { Site } from '../../site.ts'

/** What the files module works with, usable from the module's start on. */
export interface FileParts {
  readonly site: Site
  readonly area: FileArea
  readonly transfers: Transfers
}

/** Largest file, in bytes (System Settings, max_file_size_mb). */
export const maxBytesOf = ({ site }: FileParts): number => site.engine.settings.max_file_size_mb * 1_048_576
