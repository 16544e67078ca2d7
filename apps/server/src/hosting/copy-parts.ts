import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import type { Message } from '@tavla/contract'

/** Answer to the question `copy` of the control socket. */
export interface CopyAnswer {
  /** Version of the program that wrote the data. */
  program: string
  database: 'sqlite' | 'postgres'
  /** Path of the copied store file, or of the dump. */
  data: string
  /** Sums of the tables, where they cannot be worked out from `data`. */
  tables?: { table: string; rows: number; sha256: string }[]
  /** The stored files, by their places below the folder `files` of the site. */
  files: string[]
}

/** A part of a copy, by its place: the copied database, `config.json`, `site.key`, or `files/<side>/<name>`. */
export interface CopyPart {
  path: string
  /** Bytes. */
  size: number
}

/** Answer to `POST /api/internal/backup` (reference: hosting, Copies over the network). */
export type CopyState =
  | { state: 'copying' }
  | { state: 'failed'; detail: Message }
  | ({ state: 'ready'; parts: CopyPart[] } & Omit<CopyAnswer, 'files'>)

/** Names the SHA-256 of the whole of what is sent, so that neither side takes less or something else for it. */
export const digestHeader = 'repr-digest'

const chunkBytes = 262_144

export const digestText = (sha256: Buffer): string => `sha-256=:${sha256.toString('base64')}:`

/** The digest of a file, as the header has it. @throws the system's error */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes })) hash.update(chunk as Buffer)
  return digestText(hash.digest())
}
