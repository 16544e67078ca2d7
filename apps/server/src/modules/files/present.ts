import { type EntityRecord, textOf, textOrNull, type UploadedFile } from '@tavla/contract'

export interface UploadAnswer {
  file: UploadedFile
  file_url: string
}

/** The answer to every form of upload (reference: files, Uploading). */
export function presentUpload(record: EntityRecord): UploadAnswer {
  const file = presentFile(record)
  return { file, file_url: file.file_url }
}

export function presentFile(record: EntityRecord): UploadedFile {
  return {
    id: record.id,
    file_name: textOf(record.file_name),
    file_url: textOf(record.file_url),
    thumbnail_url: textOrNull(record.thumbnail_url),
    file_size: number(record.file_size) ?? 0,
    file_type: textOrNull(record.file_type),
    mime_type: textOrNull(record.mime_type),
    is_private: record.is_private === 1 ? 1 : 0,
    attached_to_entity: textOrNull(record.attached_to_entity),
    attached_to_id: textOrNull(record.attached_to_id),
    attached_to_field: textOrNull(record.attached_to_field),
    width: number(record.width) || null,
    height: number(record.height) || null,
  }
}

const number = (value: unknown) => (typeof value === 'number' ? value : null)
