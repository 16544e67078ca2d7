import { createHash, type Hash, randomBytes } from 'node:crypto'
import { type FileHandle, open, truncate } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { invalid, limits, notPossibleNow, Problem, recordNotFound, tooLarge } from '@tavla/contract'
import { KeyedLock } from '../ground/locks.ts'
import { sql } from '../store/sql.ts'
import type { Store } from '../store/store.ts'
import type { FileArea, Incoming } from './area.ts'
import { diskProblem, removeFile } from './disk.ts'
import { BytesLost, requireBytes, writeWhole } from './whole-writes.ts'

/** A file that arrives in chunks (reference: files, Uploading in chunks). It outlives a restart. */
export interface Transfer {
  id: string
  user: string
  /** As the client named it; empty until some request says it. */
  name: string
  /** Bytes announced. */
  length: number
  /** Bytes that are safely on disk. */
  received: number
  /** The form's fields, and the File record once there is one. */
  meta: { fields: Record<string, string>; file?: string }
}

const lapse = 24 * 3_600_000
const sweepEvery = 3_600_000
const unfinishedOfOneUser = 100
/** Announced bytes of unfinished transfers, in files of the largest size: what is abandoned lies here for a day. */
const largestOfOneUser = 20
const largestOfAll = 100
/** A chunk that stops arriving gives way, so that the client's next try is not kept waiting behind it. Milliseconds. */
const stalledAfter = 15_000

const columns = 'id, "user", name, length, received, meta, updated'
type Row = Omit<Transfer, 'meta'> & { meta: string; updated: string }

/** Chunked transfers: rows of the system table `transfer`, bytes in the file area. */
export class Transfers {
  readonly #site: { readonly store: Store }
  readonly #area: FileArea
  readonly #lock = new KeyedLock()
  /** Of the bytes received, for as long as this process takes them in. */
  readonly #hashes = new Map<string, { received: number; hash: Hash }>()
  #timer: NodeJS.Timeout | undefined

  constructor(site: { readonly store: Store }, area: FileArea) {
    this.#site = site
    this.#area = area
  }

  /** Forgets what lapsed or lost its bytes, now and every hour. */
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
    this.#timer = setInterval(() => void this.sweep().catch(() => {}), sweepEvery).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  /** Removes transfers without a chunk for 24 hours. */
  async sweep(now = Date.now()): Promise<void> {
    const before = new Date(now - lapse).toISOString()
    const lapsed = await this.#site.store.all<{ id: string }>(sql`select id from transfer where updated < ${before}`)
    for (const { id } of lapsed) await this.abandon(id)
  }

  /** @throws Problem 413 beyond `maxBytes`, 417 for nothing at all, 429 or 503 with too many unfinished transfers */
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
    if (own.count >= unfinishedOfOneUser || ownBytes > largestOfOneUser * maxBytes) throw tooManyUnfinished()
    const all = await this.#unfinished()
    if (all.announced + length > largestOfAll * maxBytes) throw siteHoldsTooMany()
    const id = randomBytes(16).toString('hex')
    await open(this.#area.transferPath(id), 'wx').then((handle) => handle.close(), rethrow)
    const values = [id, user, name, length, 0, JSON.stringify({ fields }), new Date().toISOString()]
    await this.#site.store.write((tx) =>
      tx.run(sql`insert into transfer (${sql.raw(columns)}) values (${sql.join(values)})`),
    )
    return id
  }

  /** Bytes that are still to come of all transfers. */
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

  /** The user's own transfer. @throws Problem 404 for another's or a lapsed one, with the same answer */
  async find(user: string, id: string): Promise<Transfer> {
    const row = await this.#site.store.get<Row>(
      sql`select ${sql.raw(columns)} from transfer where id = ${id} and "user" = ${user}`,
    )
    if (!row || row.updated < new Date(Date.now() - lapse).toISOString())
      throw recordNotFound('File', id.slice(0, limits.dataLength))
    const { updated: _updated, meta, ...rest } = row
    const transfer = { ...rest, length: Number(row.length), received: Number(row.received), meta: JSON.parse(meta) }
    if (transfer.meta.file !== undefined) return transfer
    // A file that lost its end goes on from where it ends now: nothing may come behind bytes that are missing.
    return { ...transfer, received: Math.min(transfer.received, await this.#area.transferSize(id)) }
  }

  async has(user: string, id: string): Promise<boolean> {
    return (
      (await this.#site.store.get(sql`select 1 as found from transfer where id = ${id} and "user" = ${user}`)) !==
      undefined
    )
  }

  /** Runs `work` on the transfer as it is then, one request at a time. */
  exclusively<T>(user: string, id: string, work: (transfer: Transfer) => Promise<T>): Promise<T> {
    return this.#lock.run(id, async () => work(await this.find(user, id)))
  }

  /**
   * Appends one chunk, whole or not at all. Call it inside `exclusively`.
   * @throws Problem 409 when `offset` is not what is held, 413 for too large a chunk, 417 past the announced length
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

  /** The whole file, ready to be given its name. @throws BytesLost when the disk has others; the transfer is gone then */
  async gather(transfer: Transfer): Promise<Incoming> {
    const { id, length, name } = transfer
    const incoming = await this.#area.measure(this.#area.transferPath(id))
    const expected = this.#hashes.get(id)?.hash.copy().digest('hex') ?? incoming.hash
    if (incoming.size === length && incoming.hash === expected) return incoming
    await this.abandon(id)
    throw new BytesLost(`the upload ${name} has ${incoming.size} bytes on disk, not those ${length} that were received`)
  }

  /** Notes the File record; the transfer stays known until it lapses, so that a repeated last chunk gets the same answer. */
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

  /** Of what was received so far; after a restart it is taken from the disk, where each chunk was compared once. */
  async #hashUpTo({ id, received }: Transfer): Promise<Hash> {
    const known = this.#hashes.get(id)
    if (known?.received === received) return known.hash.copy()
    return received === 0 ? createHash('sha256') : this.#area.hashUpTo(id, received)
  }

  /** Resolves to the bytes written, of which `hash` knows then. */
  async #write(id: string, offset: number, room: number, chunk: Readable, hash: Hash): Promise<number> {
    const file = this.#area.transferPath(id)
    const ofChunk = createHash('sha256')
    let handle: FileHandle | undefined
    const watchdog = setTimeout(() => chunk.destroy(new Error('the chunk stopped arriving')), stalledAfter)
    try {
      // Bytes beyond the offset are what a killed server left.
      await truncate(file, offset)
      handle = await open(file, 'r+')
      let written = 0
      // The stream is not destroyed on the way out: it is the connection on which the refusal goes back.
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
      // What a broken chunk left takes no room until the next one comes.
      await handle?.truncate(offset).catch(() => {})
      throw diskProblem(error)
    } finally {
      clearTimeout(watchdog)
      await handle?.close()
    }
  }
}

/** A file that is an exact multiple of the chunk size is followed by an empty chunk. */
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
