import { randomBytes } from 'node:crypto'
import type { FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Site } from '../../../site.ts'
import type { Connection } from '../connection.ts'
import { callGraph, GraphError } from '../graph.ts'

/** Allows for a large file over a slow line. Milliseconds. */
const uploadTimeout = 120_000

export interface OutgoingFile {
  name: string
  type: string
  file: FileHandle
}

/** Uploads a file to the provider; resolves to its id for messages. @throws GraphError */
export async function uploadMedia(
  site: Site,
  connection: Connection,
  { name, type, file }: OutgoingFile,
): Promise<string> {
  const { size } = await file.stat()
  const boundary = `tavla-${randomBytes(16).toString('hex')}`
  const field = (key: string, value: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`
  const fileName = name.replace(/["\r\n\\]/g, '_')
  const start = Buffer.from(
    `${field('messaging_product', 'whatsapp')}${field('type', type)}--${boundary}\r\n` +
      `Content-Disposition: form-data; name="file"; filename="${fileName}"\r\nContent-Type: ${type}\r\n\r\n`,
  )
  const end = Buffer.from(`\r\n--${boundary}--\r\n`)
  async function* parts() {
    yield start
    yield* file.createReadStream({ autoClose: false, start: 0 })
    yield end
  }
  const answer = await callGraph(site, connection, `${encodeURIComponent(connection.phoneNumberId ?? '')}/media`, {
    method: 'POST',
    timeout: uploadTimeout,
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(start.length + size + end.length),
    },
    body: Readable.from(parts(), { objectMode: false }),
  })
  if (typeof answer.id !== 'string')
    throw new GraphError({ text: 'WhatsApp gave no ID for the file.' }, { canRetry: true })
  return answer.id
}
