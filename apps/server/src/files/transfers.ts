import { createHash, type Hash, randomBytes } from 'node:crypto'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { invalid, limits, notPossibleNow, Problem, recordNotFound, tooLarge } from '@tavla/contract'
import { KeyedLock } from '../ground/locks.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { FileArea, IncomingFile } from './area.ts'
import { diskProblem, removeFile } from './disk.ts'
import { ByteMismatch, requireBytes, writeWhole } from './whole-writes.ts'

/** A file that arrives in chunks (reference: files, Uploading in chunks). It survives a restart. */
export interface Transfer {
  id: string
  user: string
  /** The client's name for the file; empty until a request contains it. */
  name: string
  /** Announced number of bytes. */
  length: number
  /** Number of bytes safely on disk. */
  received: number
  /** The form's fields, and the File record once it exists. */
  meta: { fields: Record<string, string>; file?: string }
}

const expiry = 24 * 3_600_000
const sweepInterval = 3_600_000
const maxUnfinishedPerUser = 100
/**
 * Maximum of announced bytes in unfinished transfers, in files of the largest size: an abandoned upload stays on disk
 * for a day.
 */
const maxLargestPerUser = 20
const maxLargestPerSite = 100
/** A chunk that stops arriving is aborted after this, so that the client's retry does not wait behind it. Milliseconds. */
const stallTimeout = 15_000

const columns = 'id, "user", name, length, received, meta, updated'
type Row = Omit<Transfer, 'meta'> & { meta: string; updated: string }

/** Chunked transfers: rows of the system table `transfer`, bytes in the file area. */
export class Transfers {
  readonly #site: { readonly store: Store }
  readonly #area: FileArea
  readonly #lock = new KeyedLock()
  /** Running hashes of the received bytes; they do not survive a restart. */
  readonly #hashes = new Map<string, { received: number; hash: Hash }>()
  #timer: NodeJS.Timeout | undefined

  constructor(site: { readonly store: Store }, area: FileArea) {
    this.#site = site
    this.#area = area
  }

  /** Removes transfers that have expired or lost their bytes, now and every hour. */
  async start(): Promise<void> {
    const onDisk = await this.#area.transfersOnDisk()
    const rows = await this.#site.store.all<{ id: string; received: number; meta: string }>(
      sql`select id, received, meta from transfer`,
    )
    for (const { id, received, meta } of rows) {
      const finished = (JSON.parse(meta) as Transfer['meta']).file !== undefined
      if (!finished && (onDisk.get(id) ?? -1) < Number(received)) await this.abandon(id)
      if (!finished) onDisk.delete(id)
    }
    for (const id of onDisk.keys()) await removeFile(this.#area.transferPath(id))
    await this.sweep()
    this.#timer = setInterval(() => void this.sweep().catch(() => {}), sweepInterval).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Removes transfers without a chunk for 24 hours. */
  async sweep(now = Date.now()): Promise<void> {
    const before = new Date(now - expiry).toISOString()
    const lapsed = await this.#site.store.all<{ id: string }>(sql`select id from transfer where updated < ${before}`)
    for (const { id } of lapsed) await this.abandon(id)
  }

  /** @throws Problem 413 beyond `maxBytes`, 417 for an empty file, 429 or 503 with too many unfinished transfers */
  async begin(
    user: string,
    name: string,
    length: number,
    fields: Record<string, string>,
    maxBytes: number,
  ): Promise<string> {
    if (length > maxBytes) throw tooLarge(maxBytes)
    if (length === 0) throw invalid('The file is empty')
    const own = await this.#unfinished(user)
    const ownBytes = own.announced + length
    if (own.count >= maxUnfinishedPerUser || ownBytes > maxLargestPerUser * maxBytes) throw tooManyUnfinished()
    const all = await this.#unfinished()
    if (all.announced + length > maxLargestPerSite * maxBytes) throw siteHoldsTooMany()
    const id = randomBytes(16).toString('hex')
    await open(this.#area.transferPath(id), 'wx').then((handle) => handle.close(), rethrow)
    const values = [id, user, name, length, 0, JSON.stringify({ fields }), new Date().toISOString()]
    await this.#site.store.write((tx) =>
      tx.run(sql`insert into transfer (${sql.raw(columns)}) values (${sql.join(values)})`),
    )
    return id
  }

  /** Announced bytes of all transfers that have not arrived yet. */
  async bytesToCome(): Promise<number> {
    const { announced, received } = await this.#unfinished()
    return announced - received
  }

  async #unfinished(user?: string): Promise<{ count: number; announced: number; received: number }> {
    const whose = user === undefined ? sql`` : sql`and "user" = ${user}`
    const row = await this.#site.store.get<Record<string, number>>(
      sql`select count(*) as count, coalesce(sum(length), 0) as announced, coalesce(sum(received), 0) as received
        from transfer where received < length ${whose}`,
    )
    return { count: Number(row?.count), announced: Number(row?.announced), received: Number(row?.received) }
  }

  /** The user's own transfer. @throws Problem 404 for another user's or an expired one, with the same answer */
  async find(user: string, id: string): Promise<Transfer> {
    const row = await this.#site.store.get<Row>(
      sql`select ${sql.raw(columns)} from transfer where id = ${id} and "user" = ${user}`,
    )
    if (!row || row.updated < new Date(Date.now() - expiry).toISOString())
      throw recordNotFound('File', id.slice(0, limits.dataLength))
    const { updated: _updated, meta, ...rest } = row
    const transfer = { ...rest, length: Number(row.length), received: Number(row.received), meta: JSON.parse(meta) }
    if (transfer.meta.file !== undefined) return transfer
    // A file that lost its end continues from where it ends now: no bytes may follow missing ones.
    return { ...transfer, received: Math.min(transfer.received, await this.#area.transferSize(id)) }
  }

  async has(user: string, id: string): Promise<boolean> {
    return (
      (await this.#site.store.get(sql`select 1 as found from transfer where id = ${id} and "user" = ${user}`)) !==
      undefined
    )
  }

  /** Runs `work` on the transfer's current state, one request at a time. */
  runExclusively<T>(user: string, id: string, work: (transfer: Transfer) => Promise<T>): Promise<T> {
    return this.#lock.run(id, async () => work(await this.find(user, id)))
  }

  /**
   * Appends one chunk, completely or not at all. Call it inside `runExclusively`.
   * @throws Problem 409 when `offset` is not the number of received bytes, 413 for too large a chunk, 417 past the
   * announced length
   */
  async append(transfer: Transfer, offset: number, name: string, chunk: Readable): Promise<Transfer> {
    if (offset !== transfer.received) throw wrongOffset(transfer.received)
    const { length } = transfer
    if (length === offset) return expectNothing(transfer, chunk)
    const hash = await this.#hashUpTo(transfer)
    const received = offset + (await this.#write(transfer.id, offset, length - offset, chunk, hash))
    const after = { ...transfer, received, name: transfer.name || name }
    const updated = new Date().toISOString()
    await this.#site.store.write((tx) =>
      tx.run(
        sql`update transfer set received = ${received}, name = ${after.name}, updated = ${updated} where id = ${transfer.id}`,
      ),
    )
    return after
  }

  /**
   * The complete file, ready to get its name.
   * @throws ByteMismatch when the disk holds other bytes; the transfer is then removed
   */
  async gather(transfer: Transfer): Promise<IncomingFile> {
    const { id, length, name } = transfer
    const incoming = await this.#area.measure(this.#area.transferPath(id))
    const expected = this.#hashes.get(id)?.hash.copy().digest('hex') ?? incoming.hash
    if (incoming.size === length && incoming.hash === expected) return incoming
    await this.abandon(id)
    throw new ByteMismatch(
      `the upload ${name} has ${incoming.size} bytes on disk, not those ${length} that were received`,
    )
  }

  /** Records the File; the transfer stays until it expires, so that a repeated last chunk gets the same answer. */
  async complete(transfer: Transfer, file: string): Promise<void> {
    const meta = JSON.stringify({ ...transfer.meta, file })
    const updated = new Date().toISOString()
    await this.#site.store.write((tx) =>
      tx.run(sql`update transfer set meta = ${meta}, updated = ${updated} where id = ${transfer.id}`),
    )
    this.#hashes.delete(transfer.id)
    await removeFile(this.#area.transferPath(transfer.id))
  }

  async abandon(id: string): Promise<void> {
    this.#hashes.delete(id)
    await this.#site.store.write((tx) => tx.run(sql`delete from transfer where id = ${id}`))
    await removeFile(this.#area.transferPath(id))
  }

  /**
   * The running hash of the received bytes; after a restart it is computed from the disk, where each chunk was verified
   * once.
   */
  async #hashUpTo({ id, received }: Transfer): Promise<Hash> {
    const cached = this.#hashes.get(id)
    if (cached?.received === received) return cached.hash.copy()
    return received === 0 ? createHash('sha256') : this.#area.hashUpTo(id, received)
  }

  /** Resolves to the number of bytes written, which `hash` then includes. */
  async #write(id: string, offset: number, room: number, chunk: Readable, hash: Hash): Promise<number> {
    const file = this.#area.transferPath(id)
    const ofChunk = createHash('sha256')
    let handle: FileHandle | undefined
    const watchdog = setTimeout(() => chunk.destroy(new Error('the chunk stopped arriving')), stallTimeout)
    try {
      // Bytes beyond the offset were left by a killed server.
      await truncate(file, offset)
      handle = await open(file, 'r+')
      let written = 0
      // The stream must not be destroyed: it is the connection on which a refusal is sent.
      for await (const part of chunk.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        watchdog.refresh()
        if (written + part.length > limits.chunkBody) throw tooLarge(limits.chunkBody)
        if (written + part.length > room) throw wrongLength()
        await writeWhole(handle, part, offset + written)
        written += part.length
        ofChunk.update(part)
        hash.update(part)
      }
      if (written > 0) await handle.datasync()
      await requireBytes(handle, offset, written, ofChunk.digest('hex'))
      this.#hashes.set(id, { received: offset + written, hash })
      return written
    } catch (error) {
      chunk.resume()
      // Frees the space of a broken chunk until the next one comes.
      await handle?.truncate(offset).catch(() => {})
      throw diskProblem(error)
    } finally {
      clearTimeout(watchdog)
      await handle?.close()
    }
  }
}

/** A file whose size is an exact multiple of the chunk size is followed by an empty chunk. */
async function expectNothing(transfer: Transfer, chunk: Readable): Promise<Transfer> {
  for await (const part of chunk.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    if (part.length === 0) continue
    chunk.resume()
    throw wrongLength()
  }
  return transfer
}

export function wrongLength(): Problem {
  return invalid('The file data does not match its announced size.')
}

const tooManyUnfinished = () =>
  new Problem(
    429,
    'RateLimitExceededError',
    'Slow Down',
    { text: 'You have too many unfinished uploads. Cancel some of them, or try again tomorrow.' },
    { extra: { retry_after: 60 } },
  )

const siteHoldsTooMany = () =>
  new Problem(
    503,
    'Unavailable',
    'Service Unavailable',
    { text: 'This site has too many unfinished uploads. Try again later.' },
    { extra: { retry_after: 60 } },
  )

function wrongOffset(held: number): Problem {
  return notPossibleNow({ text: 'The upload continues at byte {0}.', args: [held] })
}

function rethrow(error: unknown): never {
  throw diskProblem(error)
}
