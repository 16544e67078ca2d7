import { type EntityRecord, type Message, Problem } from '@tavla/contract'
import { type Context, deleteRecord } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { IncomingFile } from './digest.ts'

export interface StoredFile {
  file: string
  fileName: string
  url: string
  contentId: string | null
}

/** Stores the files of a mail. A file that is too large doesn't stop the mail: `missing` says that it is left out. */
export async function keepFiles(
  site: Site,
  system: Context,
  attachments: readonly IncomingFile[],
): Promise<{ files: StoredFile[]; missing: Message[] }> {
  const files: StoredFile[] = []
  const missing: Message[] = []
  try {
    for (const { fileName, content, contentId } of attachments) {
      const record = await keepFile(site, system, fileName, content)
      if (record) {
        files.push({ file: record.id, fileName: String(record.file_name), url: String(record.file_url), contentId })
      } else missing.push({ text: 'The file {0} is larger than this site takes, and is not here.', args: [fileName] })
    }
  } catch (error) {
    await dropFiles(site, system, files)
    throw error
  }
  return { files, missing }
}

/** Deletes the files of a mail that was not stored. */
export async function dropFiles(site: Site, system: Context, files: readonly StoredFile[]): Promise<void> {
  for (const { file } of files) {
    await deleteRecord(site.engine, system, 'File', file, { isFinal: true }).catch((error: unknown) =>
      site.logs.error.error({ err: error, file }, 'a file of a mail that was not kept'),
    )
  }
}

/** Points embedded pictures at their stored files. */
export function withPictures(html: string, files: readonly StoredFile[]): string {
  const urls = new Map(files.flatMap(({ contentId, url }) => (contentId ? [[contentId, url] as const] : [])))
  if (urls.size === 0) return html
  return html.replace(/(<img[^>]*?\ssrc=")cid:([^"]*)"/gi, (whole, start: string, id: string) => {
    const url = urls.get(safeDecode(id))
    return url ? `${start}${url}"` : whole
  })
}

/** Null for a file that is too large. */
async function keepFile(
  site: Site,
  system: Context,
  fileName: string,
  content: Uint8Array,
): Promise<EntityRecord | null> {
  try {
    // The site stores no empty files, but the name may matter, so store a line break.
    return await site.files.save(system, { fileName, content: piecesOf(content.length > 0 ? content : blankLine) })
  } catch (error) {
    if (error instanceof Problem && error.status === 413) return null
    throw error
  }
}

const blankLine = Buffer.from('\n')
/** Bytes hashed and written at once; a whole large file would block the server noticeably. */
const pieceLength = 262_144

async function* piecesOf(content: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < content.length; at += pieceLength) yield content.subarray(at, at + pieceLength)
}

function safeDecode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
