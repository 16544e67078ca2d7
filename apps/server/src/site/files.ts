import type { DamagedFiles, EntityRecord } from '@tavla/contract'
import type { Context, StoredBytes } from '../entity/index.ts'

/** Files for other modules: attachments of received and sent mails and messages (reference: files, Uploading). */
export interface Files {
  /**
   * Stores bytes as a File record of `ctx`'s user, without checking permissions. Private by default.
   * @throws Problem 413 beyond max_file_size_mb, 417 when empty, 503 when the disk is full
   */
  save(ctx: Context, file: NewFile): Promise<EntityRecord>
  /**
   * A File that `ctx`'s user may see, and the path of its bytes, which must not be changed.
   * @throws Problem 403, 404, 500 for a damaged one
   */
  find(ctx: Context, fileId: string): Promise<{ record: EntityRecord; path: string }>
  /**
   * The File that gives `ctx`'s user the bytes at an address of this site, and their path.
   * @throws Problem 403, 404, 500 for a damaged one
   */
  at(ctx: Context, url: string): Promise<{ record: EntityRecord; path: string }>
  /** Keeps all stored bytes for a copy of the site, until it is released. */
  hold(): HeldFiles
  /**
   * Puts the bytes of a File that comes back in their place; `folder` is the one of another copy of the site.
   * @throws Problem when they are not there or differ, 409 when another file has their address by now
   */
  takeFrom(folder: string, file: StoredBytes): Promise<void>
  /** Removes bytes, unless a record names them. */
  forget(file: Pick<StoredBytes, 'url' | 'hash'>): Promise<void>
  /** Files whose bytes are known to be damaged, with the names of the newest 20. */
  damaged(): Promise<DamagedFiles>
}

/** Stored bytes that nothing removes before `release` is called. */
export interface HeldFiles {
  /** The finished files that are there now, by their places below the folder `files`. */
  list(): Promise<string[]>
  release(): Promise<void>
}

export interface NewFile {
  fileName: string
  content: Uint8Array | AsyncIterable<Uint8Array>
  isPrivate?: boolean
  /** The record that the file belongs to, and the field that shows it. */
  entity?: string | null
  id?: string | null
  field?: string | null
  /** Instead of max_file_size_mb, for what the site itself makes. */
  maxBytes?: number
}
