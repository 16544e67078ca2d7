import { createListeners } from '@tavla/client'
import type { UploadedFile } from '@tavla/contract'
import { isAccepted } from './accept.ts'
import { type FileTransfer, revertUpload, type SendOptions, sendFile, UploadError } from './send-file.ts'
import type { UploadResponse } from './transport.ts'
import { uploadDefaults } from './upload-defaults.ts'

/**
 * The states of a file; `invalid` is a refused type, `error` a failed and `cancelled` a stopped upload, and both of
 * these can be retried.
 */
export type UploadStatus =
  | 'idle'
  | 'processing'
  | 'complete'
  | 'reverting'
  | 'revert error'
  | 'error'
  | 'cancelled'
  | 'invalid'

export interface UploadItem {
  key: number
  file: File
  status: UploadStatus
  /** Bytes sent. */
  sent: number
  result: UploadedFile | null
  /** The answer that refused it, if there is one. */
  response: UploadResponse | null
}

/** True for a file that the server does not have yet, but will have if nothing stops it. */
export const isUnderWay = ({ status }: UploadItem): boolean => status === 'idle' || status === 'processing'

export type UploadEvent = 'added' | 'removed' | 'processing' | 'complete' | 'cancelled' | 'error' | 'revert error'

export interface UploadQueueOptions extends SendOptions {
  accept?: readonly string[]
  /** Off by default: one file, which a new one replaces. */
  multiple?: boolean
  maxFiles?: number
  parallel?: number
}

export interface UploadHandlers {
  /** `count` = files in the list after the event. */
  onEvent?: ((event: UploadEvent, item: UploadItem, count: number) => void) | undefined
  onComplete?: ((file: UploadedFile) => void) | undefined
  onRemoved?: ((file: UploadedFile) => void) | undefined
  /** Gets the failed request's answer (reference: screens, Error window). */
  onError?: ((response: UploadResponse, item: UploadItem) => void) | undefined
}

/**
 * The files of one upload widget and their transfer; two at once, in the order in which they were added (reference:
 * screens, Uploads on screen).
 */
export class UploadQueue {
  readonly #options: UploadQueueOptions
  readonly #changes = createListeners()
  readonly #running = new Map<number, AbortController>()
  readonly #sendings = new Map<number, FileTransfer>()
  #handlers: UploadHandlers = {}
  #items: readonly UploadItem[] = []
  #nextKey = 1

  constructor(options: UploadQueueOptions) {
    this.#options = options
  }

  /** Calls `handlers` from now on. */
  handle(handlers: UploadHandlers): void {
    this.#handlers = handlers
  }

  subscribe = this.#changes.listen

  getItems = (): readonly UploadItem[] => this.#items

  /**
   * Adds files and starts sending them; complete ones leave the list. False, and no file is added, if that
   * would exceed the maximum.
   */
  add(files: readonly File[]): boolean {
    const { multiple = false, accept = [] } = this.#options
    const most = multiple ? (this.#options.maxFiles ?? uploadDefaults.maxFiles) : 1
    const kept = multiple ? this.#items.filter(({ status }) => status !== 'complete').length : 0
    if (files.length === 0) return true
    if (kept + files.length > most) return false
    this.settle()
    if (!multiple) for (const item of this.#items) this.#drop(item)
    const added = files.map((file): UploadItem => {
      const status = isAccepted(file, accept) ? 'idle' : 'invalid'
      return { key: this.#nextKey++, file, status, sent: 0, result: null, response: null }
    })
    this.#set([...this.#items, ...added])
    for (const item of added) this.#tell('added', item)
    this.#startNext()
    return true
  }

  /** Stops an upload; the server keeps its bytes, so that a retry resumes there. */
  cancel(key: number): void {
    const item = this.#find(key)
    if (!item || !isUnderWay(item)) return
    this.#running.get(key)?.abort()
    this.#running.delete(key)
    const stopped = this.#change(key, { status: 'cancelled' })
    if (stopped) this.#tell('cancelled', stopped)
    this.#startNext()
  }

  /** Sends a failed or cancelled file again, from the server's offset. */
  retry(key: number): void {
    const status = this.#find(key)?.status
    if (status === 'revert error') void this.remove(key)
    if (status !== 'error' && status !== 'cancelled') return
    this.#change(key, { status: 'idle', response: null })
    this.#startNext()
  }

  /** Removes an item from the list; a complete upload is first deleted on the server. */
  async remove(key: number): Promise<void> {
    const item = this.#find(key)
    if (!item || item.status === 'reverting') return
    if (item.result === null) return this.#drop(item)
    this.#change(key, { status: 'reverting' })
    try {
      await revertUpload(item.result.id, this.#options)
      this.#handlers.onRemoved?.(item.result)
      this.#drop(item)
    } catch (error) {
      if (!(error instanceof UploadError)) throw error
      const failed = this.#change(key, { status: 'revert error', response: error.response })
      if (failed) this.#fail('revert error', failed, error.response)
    }
  }

  /** Removes complete items from the list and keeps their files. */
  settle(): void {
    if (this.#items.some(({ status }) => status === 'complete'))
      this.#set(this.#items.filter(({ status }) => status !== 'complete'))
  }

  /** Stops all uploads and clears the list, as when the widget unmounts. */
  clear(): void {
    for (const controller of this.#running.values()) controller.abort()
    this.#running.clear()
    this.#sendings.clear()
    this.#set([])
  }

  #startNext(): void {
    const free = (this.#options.parallel ?? uploadDefaults.parallel) - this.#running.size
    const waiting = this.#items.filter((item) => item.status === 'idle').slice(0, Math.max(0, free))
    for (const item of waiting) void this.#send(item)
  }

  async #send(item: UploadItem): Promise<void> {
    const controller = new AbortController()
    this.#running.set(item.key, controller)
    const sending: FileTransfer = {
      file: item.file,
      transfer: this.#sendings.get(item.key)?.transfer ?? null,
      signal: controller.signal,
      onProgress: (sent) => {
        if (!controller.signal.aborted) this.#change(item.key, { sent })
      },
    }
    this.#sendings.set(item.key, sending)
    const started = this.#change(item.key, { status: 'processing' })
    if (started) this.#tell('processing', started)
    try {
      const result = await sendFile(sending, this.#options)
      this.#sendings.delete(item.key)
      const complete = this.#change(item.key, { status: 'complete', sent: item.file.size, result })
      if (complete) this.#tell('complete', complete)
      this.#handlers.onComplete?.(result)
    } catch (error) {
      if (controller.signal.aborted) return
      if (!(error instanceof UploadError)) throw error
      const failed = this.#change(item.key, { status: 'error', response: error.response })
      if (failed) this.#fail('error', failed, error.response)
    } finally {
      if (this.#running.get(item.key) === controller) this.#running.delete(item.key)
      this.#startNext()
    }
  }

  #fail(event: 'error' | 'revert error', item: UploadItem, response: UploadResponse): void {
    this.#tell(event, item)
    this.#handlers.onError?.(response, item)
  }

  #drop(item: UploadItem): void {
    this.#running.get(item.key)?.abort()
    this.#running.delete(item.key)
    const transfer = this.#sendings.get(item.key)?.transfer
    this.#sendings.delete(item.key)
    // Best effort: an abandoned transfer expires on the server by itself.
    if (transfer) revertUpload(transfer, this.#options).catch(() => {})
    this.#set(this.#items.filter((other) => other.key !== item.key))
    this.#tell('removed', item)
    this.#startNext()
  }

  #tell(event: UploadEvent, item: UploadItem): void {
    this.#handlers.onEvent?.(event, item, this.#items.length)
  }

  #find(key: number): UploadItem | undefined {
    return this.#items.find((item) => item.key === key)
  }

  #change(key: number, changes: Partial<UploadItem>): UploadItem | undefined {
    this.#set(this.#items.map((item) => (item.key === key ? { ...item, ...changes } : item)))
    return this.#find(key)
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items
    this.#changes.tell()
  }
}
