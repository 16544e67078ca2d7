import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { writeWhole } from '../files/whole-writes.ts'
import type { StoredFile } from './manifest.ts'
import { type Objects, storeBlock } from './objects.ts'

/** Blocks of one file that are sealed and written side by side. */
const atOnce = 4
/** Blocks of one file that are on their way from the store while those before them are written. */
const ahead = 2

/** Stored blocks in order, with the bytes that were new in the store. */
export interface StoredBlocks {
  /** Bytes. */
  size: number
  blocks: readonly string[]
  added: number
}

/** A stored file, with the bytes that were new in the store. */
export type StoredNow = StoredFile & { added: number }

/** Cuts a file into blocks of `blockBytes`, stores those that are new, and tells the bytes that this added. */
export async function storeFile(objects: Objects, file: string, blockBytes: number): Promise<StoredNow> {
  const hash = createHash('sha256')
  const stored = await storeBlocks(objects, file, { blockBytes, see: (block) => hash.update(block) })
  return { ...stored, sha256: hash.digest('hex') }
}

/** As `storeFile`, from byte `from` up to `to`; `see` gets each block in its turn. */
export async function storeBlocks(
  objects: Objects,
  file: string,
  {
    blockBytes,
    from = 0,
    to = Number.POSITIVE_INFINITY,
    see,
  }: { blockBytes: number; from?: number; to?: number; see?: (block: Buffer) => void },
): Promise<StoredBlocks> {
  const handle = await open(file, 'r')
  const puts: Promise<{ name: string; added: number }>[] = []
  let at = from
  try {
    while (at < to) {
      const block = await readBlock(handle, at, Math.min(blockBytes, to - at))
      if (block.length === 0) break
      at += block.length
      see?.(block)
      const put = objects.put(block)
      // A fault is met below, by the await of its turn.
      put.catch(() => undefined)
      puts.push(put)
      await puts[puts.length - atOnce]
      if (block.length < blockBytes) break
    }
  } finally {
    await Promise.allSettled(puts)
    await handle.close()
  }
  const stored = await Promise.all(puts)
  const added = stored.reduce((sum, one) => sum + one.added, 0)
  return { size: at - from, blocks: stored.map(({ name }) => name), added }
}

/** SHA-256 of a file, hex. */
export async function sumFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file, { highWaterMark: storeBlock })) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** Stores a content that is at hand. */
export async function storeBytes(objects: Objects, content: Buffer): Promise<StoredNow> {
  const { name, added } = await objects.put(content)
  return { size: content.length, sha256: createHash('sha256').update(content).digest('hex'), blocks: [name], added }
}

/** The content that was restored differs from what the manifest promises. */
export class ContentDiffers extends Error {
  override name = 'ContentDiffers'
}

/**
 * Writes a stored file to `target`, synced to the disk. The file must not exist yet.
 * @throws ObjectLost, ContentDiffers, StoreFault, or the system's error
 */
export async function restoreFile(objects: Objects, stored: StoredFile, target: string): Promise<void> {
  const handle = await open(target, 'wx', 0o600)
  const hash = createHash('sha256')
  let size = 0
  try {
    for await (const content of blocksOf(objects, stored.blocks)) {
      hash.update(content)
      await writeWhole(handle, content, size)
      size += content.length
      if (size > stored.size) break
    }
    await handle.sync()
  } finally {
    await handle.close()
  }
  if (size !== stored.size || hash.digest('hex') !== stored.sha256) throw new ContentDiffers(target)
}

/** Reads blocks in their order, some before their turn. @throws ObjectLost, StoreFault */
async function* blocksOf(objects: Objects, names: readonly string[]): AsyncGenerator<Buffer> {
  const coming: Promise<Buffer>[] = []
  const left = names.values()
  const begin = () => {
    const { value: name, done } = left.next()
    if (done) return
    const get = objects.get(name)
    // A fault is met below, by the await of its turn.
    get.catch(() => undefined)
    coming.push(get)
  }
  try {
    for (let count = 0; count < ahead; count++) begin()
    for (let next = coming.shift(); next; next = coming.shift()) {
      begin()
      yield await next
    }
  } finally {
    await Promise.allSettled(coming)
  }
}

/** Reads a stored content that fits in memory. @throws ObjectLost, ContentDiffers, StoreFault */
export async function restoreBytes(objects: Objects, stored: StoredFile): Promise<Buffer> {
  const content = Buffer.concat(await Promise.all(stored.blocks.map((name) => objects.get(name))))
  const sha256 = createHash('sha256').update(content).digest('hex')
  if (content.length !== stored.size || sha256 !== stored.sha256) throw new ContentDiffers(sha256)
  return content
}

async function readBlock(handle: import('node:fs/promises').FileHandle, at: number, bytes: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(bytes)
  let filled = 0
  while (filled < bytes) {
    const { bytesRead } = await handle.read(buffer, filled, bytes - filled, at + filled)
    if (bytesRead === 0) break
    filled += bytesRead
  }
  return buffer.subarray(0, filled)
}
