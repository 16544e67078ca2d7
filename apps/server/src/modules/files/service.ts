import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import type { EntityRecord } from '@tavla/contract'
import { getRecord } from '../../entity/index.ts'
import type { Context } from '../../entity/types.ts'
import { cleanFileName } from '../../files/names.ts'
import { type FileParts, maxBytesOf } from './parts.ts'
import { saveUpload } from './upload.ts'

/** Files for other modules: attachments of mail and messages that come in and go out. */
export interface Files {
  /**
   * Keeps bytes as a File record of `ctx`'s person; no right is asked. Private unless said otherwise.
   * @throws Problem 413 beyond max_file_size_mb, 417 when empty, 503 when the disk is full
   */
  save(ctx: Context, file: NewFile): Promise<EntityRecord>
  /** A File that `ctx`'s person may see, with its bytes. @throws Problem 403, 404 */
  open(ctx: Context, fileId: string): Promise<{ record: EntityRecord; path: string; stream: () => Readable }>
}

export interface NewFile {
  fileName: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  isPrivate?: boolean
  /** The record it belongs to. */
  entity?: string | null
  id?: string | null
}

export function makeFiles(parts: FileParts): Files {
  return {
    async save(ctx, { fileName, content, isPrivate = true, entity = null, id = null }) {
      const source = content instanceof Uint8Array ? [content] : content
      const incoming = await parts.area.receive(source, maxBytesOf(parts))
      const fields = { fileName: cleanFileName(fileName), isPrivate, folder: 'Home', entity, id, field: null }
      try {
        return await saveUpload(parts, ctx, fields, incoming)
      } catch (error) {
        await parts.area.discard(incoming)
        throw error
      }
    },
    async open(ctx, fileId) {
      const record = await getRecord(parts.site.engine, ctx, 'File', fileId)
      const path = parts.area.pathOf(String(record.file_url ?? ''))
      if (!path) throw new Error(`File ${fileId} has no bytes`)
      return { record, path, stream: () => createReadStream(path) }
    },
  }
}
