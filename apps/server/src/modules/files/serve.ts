import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { fileDamaged, type Problem, recordNotFound } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isScalable, isShownInline, servedType } from '../../files/detect.ts'
import { type ScaledWidth, scaledWidths, thumbWidth } from '../../files/images.ts'
import { isStoredName } from '../../files/names.ts'
import { originOf } from '../../origins.ts'
import { readableFile } from './access.ts'
import { checkedBytes } from './checked-bytes.ts'
import type { FileParts } from './parts.ts'
import { readRange } from './range.ts'
import { type FileRow, rowsOfUrl } from './rows.ts'

const policy = "sandbox; default-src 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'unsafe-inline'"

/** Answers `/files/<name>` and `/private/files/<name>` (contract 3.10). The name is looked up, never joined to a path. */
export async function serveFile(parts: FileParts, isPrivate: boolean, request: FastifyRequest, reply: FastifyReply) {
  const name = (request.params as { '*': string })['*'].normalize('NFC')
  if (!isStoredName(name)) throw recordNotFound('File', name.slice(0, 140))
  const row = await readableFile(parts, request.ctx, { name, isPrivate })
  if (row.status === 'Damaged') throw fileDamaged(row.file_name)
  const width = isScalable(row.mime_type ?? '') ? wantedWidth(request.query as Record<string, unknown>) : undefined
  const scaled = width === undefined ? undefined : await parts.area.scaled(row.file_url, width, !parts.site.disk.isFull)
  const handle = await openFile(scaled ?? parts.area.pathOf(row.file_url))
  if (!handle) throw await missing(parts, row)
  try {
    const { size } = await handle.stat()
    const isKnown = !scaled && row.content_hash !== null
    if (isKnown && row.file_size !== null && size !== Number(row.file_size)) throw damaged(parts, row)
    const tag = `"${(row.content_hash ?? row.id).slice(0, 32)}${scaled ? `-${width}` : ''}"`
    const checked = isKnown && isForAll(request, tag) ? await checkedOf(parts, row, handle, size) : undefined
    sendHeaders(reply, row, isPrivate)
    if (isPrivate) reply.header('cross-origin-resource-policy', readersOf(parts, request))
    reply.header('etag', tag)
    return await sendBytes(handle, size, tag, request, reply, checked)
  } catch (error) {
    await handle.close()
    throw error
  }
}

/** Its record went a moment ago, or its bytes did. */
async function missing(parts: FileParts, row: FileRow): Promise<Problem> {
  const { engine } = parts.site
  const rows = await rowsOfUrl(engine, engine.store, row.file_url)
  return rows.length === 0 ? recordNotFound('File', row.file_name) : damaged(parts, row)
}

function damaged(parts: FileParts, row: FileRow): Problem {
  parts.check.suspect(row.file_url)
  return fileDamaged(row.file_name)
}

/** True when the answer is to hold every byte of the file. */
const isForAll = (request: FastifyRequest, tag: string) =>
  request.method === 'GET' && request.headers.range === undefined && !isKnownAs(request, tag)

function isKnownAs({ headers }: FastifyRequest, tag: string): boolean {
  return headers['if-none-match']?.split(',').some((one) => one.trim() === tag || one.trim() === '*') ?? false
}

/** @throws Problem 500 when the bytes on the disk are not those that were kept */
async function checkedOf(parts: FileParts, row: FileRow, handle: FileHandle, size: number): Promise<Buffer | Readable> {
  const bytes = await checkedBytes(handle, size, row.content_hash ?? '', () => parts.check.suspect(row.file_url))
  if (!bytes) throw damaged(parts, row)
  return bytes
}

async function sendBytes(
  handle: FileHandle,
  size: number,
  tag: string,
  request: FastifyRequest,
  reply: FastifyReply,
  checked: Buffer | Readable | undefined,
) {
  const { range, 'if-range': condition } = request.headers
  if (isKnownAs(request, tag)) {
    await handle.close()
    return reply.code(304).send()
  }
  const wanted = condition === undefined || condition === tag ? readRange(range, size) : undefined
  if (wanted === 'unsatisfiable') {
    await handle.close()
    return reply.code(416).header('content-range', `bytes */${size}`).send()
  }
  const { start, end } = wanted ?? { start: 0, end: size - 1 }
  if (wanted) reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  reply.header('content-length', String(end - start + 1))
  if (request.method === 'HEAD' || size === 0) {
    await handle.close()
    return reply.send()
  }
  if (checked instanceof Readable) return reply.send(checked)
  if (checked) {
    await handle.close()
    return reply.send(checked)
  }
  return reply.send(handle.createReadStream({ start, end, highWaterMark: 256 * 1024 }))
}

function sendHeaders(reply: FastifyReply, row: FileRow, isPrivate: boolean): void {
  const mime = row.mime_type ?? 'application/octet-stream'
  reply.headers({
    'content-type': servedType(mime),
    'content-disposition': `${isShownInline(mime) ? 'inline' : 'attachment'}; ${fileNameParameters(row.file_name)}`,
    'content-security-policy': policy,
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
  })
}

/** Other sites' pages can't draw a private file, nor learn its size; the console of this site, wherever it is, draws it. */
function readersOf({ site }: FileParts, { headers }: FastifyRequest): 'same-site' | 'cross-origin' {
  // A picture that a page shows comes without an Origin header.
  const origin = headers.origin ?? originOf(headers.referer ?? '')
  return origin !== undefined && site.config.allowedOrigins.has(origin) ? 'cross-origin' : 'same-site'
}

/** The name in both spellings of RFC 6266; nothing of it can end the header or the quoted text. */
function fileNameParameters(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  )
  return `filename="${plain}"; filename*=UTF-8''${encoded}`
}

function wantedWidth(query: Record<string, unknown>): ScaledWidth | undefined {
  if (query.width !== undefined) return scaledWidths.find((width) => String(width) === query.width)
  return query.thumb === '1' ? thumbWidth : undefined
}

async function openFile(file: string | undefined): Promise<FileHandle | undefined> {
  return file === undefined ? undefined : open(file, 'r').catch(gone)
}

function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
