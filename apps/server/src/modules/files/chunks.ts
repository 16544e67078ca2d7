import type { Readable } from 'node:stream'
import { badRequest, type EntityRecord, limits, Problem } from '@tavla/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { type Context, deleteRecord, findOne, getRecord, systemContext } from '../../entity/index.ts'
import { cleanFileName } from '../../files/names.ts'
import { type Transfer, wrongLength } from '../../files/transfers.ts'
import type { UploadForm } from './forms.ts'
import { type FileParts, maxBytesOf, requireRoom } from './parts.ts'
import { presentFile, presentUpload, type UploadAnswer } from './present.ts'
import { authoriseUpload, readUploadFields, saveUpload } from './upload.ts'

/** Step 1 of a chunked upload: begins a transfer and answers its id as text (reference: files, Uploading in chunks). */
export async function beginTransfer(parts: FileParts, request: FastifyRequest, form: UploadForm): Promise<string> {
  const { fields } = form
  await authoriseUpload(parts, request.ctx, readUploadFields(fields))
  const name = fields.filename ?? decodeName(request.headers['upload-name'])
  const length = readNumber(request.headers['upload-length'])
  requireRoom(parts, length + (await parts.transfers.bytesToCome()))
  return parts.transfers.begin(request.ctx.actor.user, name, length, fields, maxBytesOf(parts))
}

/** Step 2: takes one chunk. The last one, and an empty one after it, get the answer of a plain upload. */
export function takeChunk(
  parts: FileParts,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<UploadAnswer | undefined> {
  const { headers, body } = request
  const offset = readNumber(headers['upload-offset'])
  const length = headers['upload-length'] === undefined ? undefined : readNumber(headers['upload-length'])
  return parts.transfers.runExclusively(request.ctx.actor.user, transferId(request), async (transfer) => {
    reply.header('upload-offset', String(transfer.received))
    await authoriseUpload(parts, request.ctx, readUploadFields(transfer.meta.fields))
    if (length !== undefined && length !== transfer.length) throw wrongLength()
    const after = body
      ? await parts.transfers.append(transfer, offset, decodeName(headers['upload-name']), body as Readable)
      : transfer
    reply.header('upload-offset', String(after.received))
    if (after.received === after.length) return presentUpload(await finish(parts, request, after))
    reply.code(204)
    return undefined
  })
}

/** Step 3: answers how many bytes the transfer holds. */
export async function answerOffset(parts: FileParts, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const transfer = await parts.transfers.find(request.ctx.actor.user, transferId(request))
  reply.headers({ 'upload-offset': String(transfer.received), 'upload-length': String(transfer.length) })
}

/** Step 4: takes an upload back, by the id of its transfer or File. */
export async function revertUpload(parts: FileParts, request: FastifyRequest): Promise<{ file?: unknown }> {
  const { ctx } = request
  const given = typeof request.body === 'string' && request.body.trim() ? request.body.trim() : transferId(request)
  const id = given.slice(0, limits.dataLength)
  if (!(await parts.transfers.has(ctx.actor.user, id))) return { file: presentFile(await takeBack(parts, ctx, id)) }
  return parts.transfers.runExclusively(ctx.actor.user, id, async ({ meta }) => {
    const file = meta.file === undefined ? undefined : await takeBack(parts, ctx, meta.file)
    await parts.transfers.abandon(id)
    return file ? { file: presentFile(file) } : {}
  })
}

/** A file of one's own that belongs to no record is erased at once; every other one goes to the trash. */
async function takeBack({ site: { engine } }: FileParts, ctx: Context, id: string): Promise<EntityRecord> {
  const file = await findOne(engine, 'File', { where: { id }, fields: ['owner', 'attached_to_id'] })
  const isFinal = file?.owner === ctx.actor.user && file.attached_to_id === null
  return deleteRecord(engine, ctx, 'File', id, { isFinal })
}

async function finish(parts: FileParts, request: FastifyRequest, transfer: Transfer): Promise<EntityRecord> {
  const { engine } = parts.site
  if (transfer.meta.file !== undefined) return getRecord(engine, systemContext(engine), 'File', transfer.meta.file)
  const fields = { ...readUploadFields(transfer.meta.fields), fileName: cleanFileName(transfer.name) }
  // Rights may have changed since the first chunk.
  await authoriseUpload(parts, request.ctx, fields)
  const incoming = await parts.transfers.gather(transfer)
  const record = await saveUpload(parts, request.ctx, fields, incoming, true).catch(async (error: unknown) => {
    // A retry can't help a file that is refused for its content.
    if (error instanceof Problem && error.status === 417) await parts.transfers.abandon(transfer.id)
    throw error
  })
  await parts.transfers.complete(transfer, record.id)
  return record
}

function transferId(request: FastifyRequest): string {
  const { id } = request.params as { id?: string }
  const query = request.query as Record<string, unknown>
  const given = id ?? query.patch ?? query.id
  if (typeof given !== 'string' || given === '') throw badRequest()
  return given
}

function readNumber(header: string | string[] | undefined): number {
  if (typeof header !== 'string' || !/^\d{1,15}$/.test(header)) throw badRequest()
  return Number(header)
}

/** Percent-decoded if possible, because browsers send names in other scripts that way. */
function decodeName(header: string | string[] | undefined): string {
  if (typeof header !== 'string') return ''
  try {
    return decodeURIComponent(header).slice(0, 1000)
  } catch {
    return header.slice(0, 1000)
  }
}
