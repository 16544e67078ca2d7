import type { UploadedFile } from '@tavla/contract'
import type { UploadRequest, UploadResponse, UploadTransport } from './transport.ts'
import { uploadDefaults } from './upload-defaults.ts'

/** The record and field of an uploaded file (reference: files, Uploading); all absent for a file attached to nothing. */
export interface UploadTarget {
  entity?: string | undefined
  id?: string | undefined
  field?: string | undefined
  folder?: string | undefined
  isPrivate?: boolean | undefined
}

export interface SendOptions {
  /** Address of the upload call, e.g. `https://site.example/api/files`. */
  url: string
  target: UploadTarget
  transport: UploadTransport
  /** In bytes; larger files are sent in chunks of this size. */
  chunkSize?: number
  /** Milliseconds before each retry. */
  retryDelays?: readonly number[]
}

/** One file on its way. `transfer` survives a failed attempt, so that the next one resumes at the server's offset. */
export interface FileTransfer {
  file: File
  transfer: string | null
  signal: AbortSignal
  onProgress(sent: number): void
}

/** A refused or unanswered upload request; carries the response for the error callback. */
export class UploadError extends Error {
  readonly response: UploadResponse

  constructor(response: UploadResponse) {
    super(`upload failed with status ${response.status}`)
    this.name = 'UploadError'
    this.response = response
  }
}

/**
 * Sends one file: whole up to the chunk size, else by the chunk protocol, one chunk at a time. Retries unanswered
 * requests, 429 and server errors after the retry delays. Throws UploadError, or AbortError when cancelled.
 */
export function sendFile(sending: FileTransfer, options: SendOptions): Promise<UploadedFile> {
  return sending.file.size > (options.chunkSize ?? uploadDefaults.chunk)
    ? sendInChunks(sending, options)
    : sendWhole(sending, options)
}

/** Undoes an upload by its file id or transfer id. Throws UploadError. */
export async function revertUpload(id: string, options: Pick<SendOptions, 'url' | 'transport'>): Promise<void> {
  const headers = { 'Content-Type': 'text/plain' }
  const response = await options.transport({ method: 'DELETE', url: options.url, headers, body: id })
  if (!isOk(response) && response.status !== 404) throw new UploadError(response)
}

async function sendWhole({ file, signal, onProgress }: FileTransfer, options: SendOptions): Promise<UploadedFile> {
  const response = await withRetries(options, signal, () => {
    const body = targetForm(options.target, file.name)
    body.append('file', file, file.name)
    return { method: 'POST', url: options.url, body, onProgress: (sent) => onProgress(Math.min(sent, file.size)) }
  })
  return readFile(response)
}

async function sendInChunks(sending: FileTransfer, options: SendOptions): Promise<UploadedFile> {
  const { file, signal } = sending
  const size = options.chunkSize ?? uploadDefaults.chunk
  const length = { 'Upload-Length': String(file.size), 'Upload-Name': encodeURIComponent(file.name) }
  let offset = sending.transfer === null ? 0 : await heldOffset(sending, options, 0)
  let failures = 0
  for (;;) {
    if (sending.transfer === null) {
      const body = targetForm(options.target, file.name)
      const begun = await withRetries(options, signal, () => ({
        method: 'POST',
        url: options.url,
        headers: length,
        body,
      }))
      sending.transfer = begun.text.trim()
      offset = 0
    }
    const from = offset
    const response = await options.transport({
      method: 'PATCH',
      url: patchUrl(options.url, sending.transfer),
      headers: { ...length, 'Content-Type': 'application/offset+octet-stream', 'Upload-Offset': String(from) },
      body: file.slice(from, from + size),
      signal,
      onProgress: (sent) => sending.onProgress(Math.min(from + sent, file.size)),
    })
    if (isOk(response)) {
      failures = 0
      offset = Number(response.header('Upload-Offset') ?? from + size)
      sending.onProgress(Math.min(offset, file.size))
      if (response.text.trim().startsWith('{')) return readFile(response)
      continue
    }
    const delay = (options.retryDelays ?? uploadDefaults.retryDelays)[failures]
    if (!isWorthRepeating(response) || delay === undefined) throw new UploadError(response)
    failures += 1
    await pause(delay, signal)
    offset = await heldOffset(sending, options, offset)
  }
}

/** Number of bytes of a transfer that the server has; an unknown transfer starts again at 0. */
async function heldOffset(sending: FileTransfer, options: SendOptions, guess: number): Promise<number> {
  const url = patchUrl(options.url, sending.transfer ?? '')
  const response = await options.transport({ method: 'HEAD', url, signal: sending.signal })
  const held = Number(response.header('Upload-Offset') ?? Number.NaN)
  if (response.status === 404 || (isOk(response) && Number.isNaN(held))) {
    sending.transfer = null
    return 0
  }
  // An unanswered HEAD tells nothing about the transfer: the next PATCH does, and a gap answers 409 with the offset.
  return Number.isNaN(held) ? guess : held
}

async function withRetries(
  options: SendOptions,
  signal: AbortSignal,
  build: () => UploadRequest,
): Promise<UploadResponse> {
  const delays = options.retryDelays ?? uploadDefaults.retryDelays
  for (let attempt = 0; ; attempt += 1) {
    const response = await options.transport({ ...build(), signal })
    if (isOk(response)) return response
    const delay = delays[attempt]
    if (!isWorthRepeating(response) || delay === undefined) throw new UploadError(response)
    await pause(delay, signal)
  }
}

function targetForm(target: UploadTarget, filename: string): FormData {
  const form = new FormData()
  form.append('filename', filename)
  if (target.entity) form.append('entity', target.entity)
  if (target.id) form.append('id', target.id)
  if (target.field) form.append('field', target.field)
  if (target.folder) form.append('folder', target.folder)
  form.append('is_private', target.isPrivate ? '1' : '0')
  return form
}

function readFile(response: UploadResponse): UploadedFile {
  const body = JSON.parse(response.text) as { file: UploadedFile; file_url: string }
  return { ...body.file, file_url: body.file_url ?? body.file.file_url }
}

function patchUrl(url: string, transfer: string): string {
  return `${url}?patch=${encodeURIComponent(transfer)}`
}

function isOk(response: UploadResponse): boolean {
  return response.status >= 200 && response.status < 300
}

// 409 is a gap between the sent bytes and the server's; asking for its offset repairs it.
function isWorthRepeating({ status }: UploadResponse): boolean {
  return status === 0 || status === 409 || status === 429 || status >= 500
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new DOMException('The upload was aborted.', 'AbortError'))
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
  })
}
