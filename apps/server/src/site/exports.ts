import type { Readable } from 'node:stream'
import type { Context } from '../entity/index.ts'

/** Records as a file (reference: http-api, Export). */
export interface Exports {
  /**
   * Begins an export with the keys of the call; many records are exported by a job.
   * @throws Problem 403, 404, 409 when the person has too many exports under way, 417
   */
  begin(ctx: Context, entity: string, sent: Readonly<Record<string, unknown>>): Promise<ExportFile | { job: string }>
  /** A workbook to fill in for an import. @throws Problem 403, 404, 417 */
  template(ctx: Context, entity: string, format: string | undefined): ExportFile
}

export interface ExportFile {
  name: string
  mime: string
  /** Made while it is read, and no faster. */
  content: Readable
}
