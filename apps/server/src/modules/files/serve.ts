import { type FileHandle, open } from 'node:fs/promises'
import { fileDamaged, type Problem, recordNotFound } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isScalable, isShownInline, servedType } from '../../files/detect.ts'
import { type ScaledWidth, scaledWidths, thumbWidth } from '../../files/images.ts'
import { fileNameParameters, isStoredName } from '../../files/names.ts'
import { originOf } from '../../ground/origins.ts'
import { readableFile } from './access.ts'
import { checkedBytes, smallFileBytes } from './checked-bytes.ts'
import type { FileParts } from './parts.ts'
import { type FileRow, rowsOfUrl } from './rows.ts'
import { isKnownAs, type Source, sendBytes } from './send-bytes.ts'

const policy = "sandbox; default-src 'none'; frame-ancestors 'none'; img-src 'self'; style-src 'unsafe-inline'"

/**
 * Answers `/files/<name>` and `/private/files/<name>` (reference: files, Serving). Looks the name up and never joins it
 * to a path.
 */
export async function serveFile(parts: FileParts, isPrivate: boolean, request: FastifyRequest, reply: FastifyReply) {
  const name = (request.params as { '*': string })['*'].normalize('NFC')
  if (!isStoredName(name)) throw recordNotFound('File', name.slice(0, 140))
  const row = await readableFile(parts, request.ctx, { name, isPrivate })
  if (row.status === 'Damaged') throw fileDamaged(row.file_name)
  const width = isScalable(row.mime_type ?? '') ? wantedWidth(request.query as Record<string, unknown>) : undefined
  const scaled = width === undefined ? undefined : await readScaled(parts, row, width)
  if (scaled) {
    const tag = `${tagOf(row).slice(0, -1)}-${width}"`
    sendHeaders(parts, request, reply, row, isPrivate, tag)
    return sendBytes(scaled, scaled.length, tag, request, reply)
  }
  const handle = await openFile(parts.area.pathOf(row.file_url))
  if (!handle) throw await missing(parts, row)
  try {
    const { size } = await handle.stat()
    if (isKnown(row) && row.file_size !== null && size !== Number(row.file_size)) throw damaged(parts, row)
    const tag = tagOf(row)
    const source = isKnown(row) ? await sourceOf(parts, row, handle, size, request) : handle
    if (Buffer.isBuffer(source)) await handle.close()
    sendHeaders(parts, request, reply, row, isPrivate, tag)
    return await sendBytes(source, size, tag, request, reply)
  } catch (error) {
    await handle.close()
    throw error
  }
}

const readScaled = ({ area, site }: FileParts, { file_url }: FileRow, width: ScaledWidth) =>
  area.readScaled(file_url, width, !site.disk.isFull)

const isKnown = ({ content_hash }: FileRow) => content_hash !== null

const tagOf = ({ content_hash, id }: FileRow) => `"${(content_hash ?? id).slice(0, 32)}"`

/** 404 if the record was deleted a moment ago, else a damaged file. */
async function missing(parts: FileParts, row: FileRow): Promise<Problem> {
  const { engine } = parts.site
  const rows = await rowsOfUrl(engine, engine.store, row.file_url)
  return rows.length === 0 ? recordNotFound('File', row.file_name) : damaged(parts, row)
}

function damaged(parts: FileParts, row: FileRow): Problem {
  parts.check.suspect(row.file_url)
  return fileDamaged(row.file_name)
}

/**
 * Compares a small file whole before the first byte is sent, and a large one only when the answer holds all of its
 * bytes.
 * @throws Problem 500 when the stored bytes are wrong
 */
async function sourceOf(
  parts: FileParts,
  row: FileRow,
  handle: FileHandle,
  size: number,
  request: FastifyRequest,
): Promise<Source> {
  const isWithoutBytes = request.method !== 'GET' || isKnownAs(request, tagOf(row))
  if (isWithoutBytes || (size > smallFileBytes && request.headers.range !== undefined)) return handle
  const bytes = await checkedBytes(handle, size, row.content_hash ?? '', () => parts.check.suspect(row.file_url))
  if (!bytes) throw damaged(parts, row)
  return bytes
}

function sendHeaders(
  parts: FileParts,
  request: FastifyRequest,
  reply: FastifyReply,
  row: FileRow,
  isPrivate: boolean,
  tag: string,
): void {
  const mime = row.mime_type ?? 'application/octet-stream'
  reply.headers({
    'content-type': servedType(mime),
    'content-disposition': `${isShownInline(mime) ? 'inline' : 'attachment'}; ${fileNameParameters(row.file_name)}`,
    'content-security-policy': policy,
    'cross-origin-resource-policy': isPrivate ? readersOf(parts, request) : 'cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': isPrivate ? 'private, no-store' : 'public, max-age=31536000, immutable',
    'accept-ranges': 'bytes',
    etag: tag,
  })
}

/**
 * Stops other sites' pages from embedding a private file or learning its size; allows the console of this site, at
 * whatever origin.
 */
function readersOf({ site }: FileParts, { headers }: FastifyRequest): 'same-site' | 'cross-origin' {
  // The request for an embedded picture has no Origin header.
  const origin = headers.origin ?? originOf(headers.referer ?? '')
  return origin !== undefined && site.config.allowedOrigins.has(origin) ? 'cross-origin' : 'same-site'
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
