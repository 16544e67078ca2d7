import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { badRequest, invalid, Problem, tooLarge } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import type { FileArea, IncomingFile } from '../../files/area.ts'
import { veryBusy } from './in-progress.ts'

/** The content of a `POST /api/files`: its fields, and its bytes if it had any. */
export interface UploadForm {
  fields: Record<string, string>
  incoming?: IncomingFile
}

const partLimits = { fieldSize: 64 * 1024, fields: 30, files: 1, parts: 40, headerPairs: 50 }
/** Fields in which FilePond sends its metadata as JSON text. */
const metadataFields = ['filepond', 'file']

/**
 * Reads a multipart form; writes the file part to disk as it arrives, after `admit` has checked the fields before it.
 * @throws Problem 400, 413 beyond `maxBytes`, or the error of `admit`
 */
export async function readMultipart(
  request: FastifyRequest,
  area: FileArea,
  maxBytes: number,
  admit: (fields: UploadForm['fields']) => Promise<void>,
): Promise<UploadForm> {
  const form: UploadForm = { fields: {} }
  try {
    for await (const part of request.parts({ limits: { ...partLimits, fileSize: maxBytes } })) {
      if (part.type === 'file') {
        await admit(form.fields)
        form.incoming = await receivePart(part, area, maxBytes, form)
      } else if (part.valueTruncated || part.fieldnameTruncated) throw badRequest()
      else if (typeof part.value === 'string') addField(form.fields, part.fieldname, part.value)
    }
    return form
  } catch (error) {
    if (form.incoming) await area.discard(form.incoming)
    // Drain the unread rest, so that it doesn't delay the answer.
    request.raw.unpipe().resume()
    throw readableProblem(error)
  }
}

/**
 * Reads the JSON form: `filedata` is base64 or a data URL with `decode_base64` 1, else text (reference: files,
 * Uploading).
 */
export async function readJson(body: unknown, area: FileArea, maxBytes: number): Promise<UploadForm> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw badRequest()
  const fields: Record<string, string> = {}
  for (const [name, value] of Object.entries(body)) if (name !== 'filedata') addValue(fields, name, value)
  const { filedata } = body as { filedata?: unknown }
  if (filedata === undefined || filedata === null) return { fields }
  if (typeof filedata !== 'string') throw badRequest()
  const bytes = isOne(fields.decode_base64) ? decodeBase64(filedata) : Buffer.from(filedata, 'utf8')
  return { fields, incoming: await area.receive([bytes], maxBytes) }
}

/**
 * Decodes base64 with or without padding and line breaks, bare or as a data URL.
 * @throws Problem 417 for any other text
 */
function decodeBase64(text: string): Buffer {
  const bare = /^data:[^,]{0,500};base64,/i.exec(text)
  const packed = (bare ? text.slice(bare[0].length) : text).replace(/\s+/g, '').replace(/={1,2}$/, '')
  const bytes = Buffer.from(packed, 'base64')
  // The decoder skips invalid characters, so a wrong length reveals them.
  if (packed.length % 4 === 1 || bytes.length !== Math.floor((packed.length * 3) / 4)) {
    throw invalid('The file data is not valid base64')
  }
  return bytes
}

let buffered = 0
const maxBuffered = 48_000_000

const bufferedBy = new WeakMap<FastifyRequest, number>()

/** Frees the memory of a body after the answer. */
export function forgetBody(request: FastifyRequest): void {
  buffered -= bufferedBy.get(request) ?? 0
  bufferedBy.delete(request)
}

/**
 * Collects a JSON body of at most `limit` bytes. Limits the sum of all bodies, because each is in memory whole, in
 * several forms, until `forgetBody`.
 */
export async function collectBody(
  request: FastifyRequest,
  payload: Readable,
  limit: number,
  maxBytes: number,
): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // Refuse a body that doesn't fit at once, not amid its transfer.
    reserveMemory(request, Math.min(limit, Number(request.headers['content-length'] ?? 0)))
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(maxBytes)
      reserveMemory(request, size)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    forgetBody(request)
    payload.resume()
    throw error
  }
}

/**
 * Reserves at least so many bytes for a body.
 * @throws Problem 503, except for a single body, which may be as large as the settings allow
 */
function reserveMemory(request: FastifyRequest, bytes: number): void {
  const before = bufferedBy.get(request) ?? 0
  if (bytes <= before) return
  if (buffered > before && buffered - before + bytes > maxBuffered) throw veryBusy()
  buffered += bytes - before
  bufferedBy.set(request, bytes)
}

async function receivePart(
  part: MultipartFile,
  area: FileArea,
  maxBytes: number,
  form: UploadForm,
): Promise<IncomingFile> {
  const incoming = await area.receive(part.file, maxBytes)
  if (part.file.truncated) {
    await area.discard(incoming)
    throw tooLarge(maxBytes)
  }
  if (part.filename && !form.fields.filename) form.fields.filename = part.filename
  return incoming
}

function addField(fields: Record<string, string>, name: string, value: string): void {
  if (!metadataFields.includes(name)) {
    addValue(fields, name, value)
    return
  }
  const metadata = value.startsWith('{') ? parseOrRefuse(value) : {}
  for (const [key, one] of Object.entries(metadata)) if (!(key in fields)) addValue(fields, key, one)
}

const known = new Set(['filename', 'entity', 'id', 'field', 'folder', 'is_private', 'decode_base64'])

function addValue(fields: Record<string, string>, name: string, value: unknown): void {
  if (!known.has(name)) return
  if (typeof value === 'string') fields[name] = value
  else if (typeof value === 'number' || typeof value === 'boolean') fields[name] = String(value === true ? 1 : value)
}

function parseOrRefuse(text: string): object {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch (error) {
    throw badRequest(error)
  }
}

const isOne = (value: string | undefined) => value === '1' || value === 'true'

/** An unreadable form is the caller's fault, whatever status the parser gives it. */
function readableProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const isFormFault = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
  const isTorn = error instanceof Error && /multipart|terminated early|malformed/i.test(error.message)
  return isFormFault || isTorn ? badRequest(error) : error
}
