import type { Readable } from 'node:stream'
import type { MultipartFile } from '@fastify/multipart'
import { badRequest, invalid, Problem, tooLarge } from '@tavla/contract'
import type { FastifyRequest } from 'fastify'
import type { FileArea, Incoming } from '../../files/area.ts'
import { veryBusy } from './in-progress.ts'

/** What came with a `POST /api/files`: its fields, and its bytes when they were part of it. */
export interface UploadForm {
  fields: Record<string, string>
  incoming?: Incoming
}

const partLimits = { fieldSize: 64 * 1024, fields: 30, files: 1, parts: 40, headerPairs: 50 }
/** Names of the fields that FilePond puts its metadata into, as JSON text. */
const metadataFields = ['filepond', 'file']

/**
 * Reads a multipart form; the file part goes to disk as it arrives, once `admit` has seen the fields that came before it.
 * @throws Problem 400, 413 beyond `maxBytes`, or what `admit` throws
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
    // What was not read yet must not hold up the answer.
    request.raw.unpipe().resume()
    throw readableProblem(error)
  }
}

/**
 * The JSON form: `filedata` is base64 or a data URL with `decode_base64` 1, else text (reference: files, Uploading).
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

/** Base64 with or without padding and line breaks, bare or as a data URL. @throws Problem 417 for anything else */
function decodeBase64(text: string): Buffer {
  const bare = /^data:[^,]{0,500};base64,/i.exec(text)
  const packed = (bare ? text.slice(bare[0].length) : text).replace(/\s+/g, '').replace(/={1,2}$/, '')
  const bytes = Buffer.from(packed, 'base64')
  // The decoder skips what it does not know, so a length that does not add up gives a wrong character away.
  if (packed.length % 4 === 1 || bytes.length !== Math.floor((packed.length * 3) / 4)) {
    throw invalid('The file data is not valid base64')
  }
  return bytes
}

let buffered = 0
const mostBuffered = 48_000_000

const held = new WeakMap<FastifyRequest, number>()

/** After the answer: the memory of its body is free again. */
export function forgetBody(request: FastifyRequest): void {
  buffered -= held.get(request) ?? 0
  held.delete(request)
}

/**
 * Collects a JSON body of at most `limit` bytes; all bodies together are bounded, since each lies in memory whole, and in
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
    // Those that fit are taken whole; the others are told at once, not in their middle.
    hold(request, Math.min(limit, Number(request.headers['content-length'] ?? 0)))
    for await (const chunk of payload.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > limit) throw tooLarge(maxBytes)
      hold(request, size)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    forgetBody(request)
    payload.resume()
    throw error
  }
}

/** Counts a body as so many bytes at least. @throws Problem 503; a single body may be as large as the settings let it be */
function hold(request: FastifyRequest, bytes: number): void {
  const before = held.get(request) ?? 0
  if (bytes <= before) return
  if (buffered > before && buffered - before + bytes > mostBuffered) throw veryBusy()
  buffered += bytes - before
  held.set(request, bytes)
}

async function receivePart(part: MultipartFile, area: FileArea, maxBytes: number, form: UploadForm): Promise<Incoming> {
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

/** A form that its parser can't read is the caller's fault, whatever status the parser would give it. */
function readableProblem(error: unknown): unknown {
  if (error instanceof Problem) return error
  const isFormFault = error instanceof Error && 'code' in error && String(error.code).startsWith('FST_')
  const isTorn = error instanceof Error && /multipart|terminated early|malformed/i.test(error.message)
  return isFormFault || isTorn ? badRequest(error) : error
}
