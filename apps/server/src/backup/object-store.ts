import type { Message } from '@tavla/contract'

/** An object of a store, as its listing has it. */
export interface StoredObject {
  /** Path within the store, with `/` between its parts. */
  path: string
  /** Bytes. */
  size: number
  /** UTC, milliseconds, by the clock of the store. */
  modified: number
}

/**
 * A place that keeps sealed objects by their paths: a folder, or a bucket (docs/backup-format.md). Each path is made of
 * this program's own ids and hashes; no text from outside becomes one.
 */
export interface ObjectStore {
  /** Undefined for an object that is not there. @throws StoreFault */
  read(path: string): Promise<Buffer | undefined>
  /** Writes the object whole or not at all, and replaces one of the same path. @throws StoreFault */
  write(path: string, bytes: Buffer): Promise<void>
  /** @throws StoreFault */
  has(path: string): Promise<boolean>
  /** Does nothing when it is not there. @throws StoreFault */
  remove(path: string): Promise<void>
  /** The objects whose path begins with `prefix`, which ends with `/`, in the order of their paths. @throws StoreFault */
  list(prefix: string): AsyncIterable<StoredObject>
}

/** The reason why a store cannot be used, in a sentence for operators. */
export class StoreFault extends Error {
  override name = 'StoreFault'
  readonly detail: Message

  constructor(detail: Message, cause?: unknown) {
    super(detail.text, cause === undefined ? undefined : { cause })
    this.detail = detail
  }
}
