import { type EntityRecord, fileDamaged, recordNotFound, textOf } from '@tavla/contract'
import { getRecord } from '../../entity/index.ts'
import { addressOf, cleanFileName } from '../../files/names.ts'
import type { Files } from '../../site.ts'
import { readableFile } from './access.ts'
import { type FileParts, maxBytesOf, onDisk } from './parts.ts'
import { damagedFiles } from './rows.ts'
import { takeBytes } from './take-bytes.ts'
import { removeInTime, saveUpload } from './upload.ts'

/** The functions of this module for others. */
export function makeFiles(parts: FileParts): Files {
  return {
    async save(
      ctx,
      { fileName, content, isPrivate = true, entity = null, id = null, field = null, maxBytes = maxBytesOf(parts) },
    ) {
      const source = content instanceof Uint8Array ? [content] : content
      const incoming = await onDisk(parts, () => parts.area.receive(source, maxBytes))
      const fields = { fileName: cleanFileName(fileName), isPrivate, folder: 'Home', entity, id, field }
      try {
        return await onDisk(parts, () => saveUpload(parts, ctx, fields, incoming))
      } catch (error) {
        await parts.area.discard(incoming)
        throw error
      }
    },
    async find(ctx, fileId) {
      const record = await getRecord(parts.site.engine, ctx, 'File', fileId)
      const path = parts.area.pathOf(textOf(record.file_url))
      if (!path) throw new Error(`File ${fileId} has no bytes`)
      await requireWhole(parts, record, path)
      return { record, path }
    },
    async at(ctx, url) {
      const address = addressOf(url)
      if (!address) throw recordNotFound('File', url.slice(0, 140))
      const { id } = await readableFile(parts, ctx, address)
      const record = await getRecord(parts.site.engine, { ...ctx, system: true }, 'File', id)
      const path = parts.area.pathOf(url)
      if (!path) throw recordNotFound('File', address.name)
      await requireWhole(parts, record, path)
      return { record, path }
    },
    takeFrom: (folder, file) => takeBytes(parts, folder, file),
    forget: (file) => removeInTime(parts, file.url, file.hash),
    hold: () => ({ list: () => parts.area.stored(), release: parts.area.hold() }),
    damaged: () => damagedFiles(parts.site.engine, 20),
  }
}

/** Compares the bytes of a file that leaves the site. @throws Problem 500 for a damaged file */
async function requireWhole(parts: FileParts, record: EntityRecord, path: string): Promise<void> {
  const url = textOf(record.file_url)
  const found = record.status === 'Damaged' ? undefined : await parts.area.measure(path).catch(() => undefined)
  if (found && (!record.content_hash || found.hash === record.content_hash)) return
  parts.check.suspect(url)
  throw fileDamaged(textOf(record.file_name))
}
