import { type EntityRecord, type Message, Problem } from '@tavla/contract'
import { type Context, deleteRecord } from '../../../entity/index.ts'
import type { Site } from '../../../site.ts'
import type { IncomingFile } from './digest.ts'

export interface KeptFile {
  file: string
  fileName: string
  url: string
  contentId: string | null
}

/** A file that the site does not take, because of its size, keeps the mail from nothing: it is said what is not there. */
export async function keepFiles(
  site: Site,
  system: Context,
  attachments: readonly IncomingFile[],
): Promise<{ files: KeptFile[]; left: Message[] }> {
  const files: KeptFile[] = []
  const left: Message[] = []
  try {
    for (const { fileName, content, contentId } of attachments) {
      const record = await keepFile(site, system, fileName, content)
      if (record) {
        files.push({ file: record.id, fileName: String(record.file_name), url: String(record.file_url), contentId })
      } else left.push({ text: 'The file {0} is larger than this site takes, and is not here.', args: [fileName] })
    }
  } catch (error) {
    await dropFiles(site, system, files)
    throw error
  }
  return { files, left }
}

/** Files whose mail was not kept are nobody's. */
export async function dropFiles(site: Site, system: Context, files: readonly KeptFile[]): Promise<void> {
  for (const { file } of files) {
    await deleteRecord(site.engine, system, 'File', file).catch((error: unknown) =>
      site.logs.error.error({ err: error, file }, 'a file of a mail that was not kept'),
    )
  }
}

/** Pictures that came with the mail are shown from where they are kept. */
export function withPictures(html: string, files: readonly KeptFile[]): string {
  const urls = new Map(files.flatMap(({ contentId, url }) => (contentId ? [[contentId, url] as const] : [])))
  if (urls.size === 0) return html
  return html.replace(/(<img[^>]*?\ssrc=")cid:([^"]*)"/gi, (whole, start: string, id: string) => {
    const url = urls.get(safeDecode(id))
    return url ? `${start}${url}"` : whole
  })
}

/** Null for one that is too large. */
async function keepFile(
  site: Site,
  system: Context,
  fileName: string,
  content: Uint8Array,
): Promise<EntityRecord | null> {
  try {
    // An empty file is no file, but its name may say something.
    return await site.files.save(system, { fileName, content: piecesOf(content.length > 0 ? content : blankLine) })
  } catch (error) {
    if (error instanceof Problem && error.status === 413) return null
    throw error
  }
}

const blankLine = Buffer.from('\n')
/** What is hashed and written in one go; the whole of a large file would be felt. Bytes. */
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
