import { setTimeout as wait } from 'node:timers/promises'
import { S3mini, S3NetworkError, S3ServiceError } from 's3mini'
import { callOut, OutwardFault } from '../outward/call-out.ts'
import { type ObjectStore, type StoredObject, StoreFault } from './object-store.ts'

/** Where a bucket is, and who asks. */
export interface S3Place {
  /** `https://…`, or `http://` on this machine. */
  endpoint: string
  region: string
  bucket: string
  /** Begins each path in the bucket; blank for none. */
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

/** Time for one object, in milliseconds. */
const objectTimeout = 60_000
const tries = 3
/** Pauses before the second and the third try, in milliseconds. */
const pauses = [200, 1000]
/** Bytes of the largest answer: a manifest of a million files. */
const maxAnswer = 600_000_000
const pageSize = 1000

/** Keeps objects in a bucket of any service that speaks S3. */
export class S3Store implements ObjectStore {
  readonly #client: S3mini
  readonly #prefix: string

  /** @throws StoreFault for an address that is none */
  constructor(place: S3Place) {
    const prefix = place.prefix.replace(/^\/+|\/+$/g, '')
    this.#prefix = prefix === '' ? '' : `${prefix}/`
    try {
      this.#client = new S3mini({
        endpoint: `${place.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(place.bucket)}`,
        region: place.region,
        accessKeyId: place.accessKeyId,
        secretAccessKey: place.secretAccessKey,
        fetch: fetchFromStore,
      })
    } catch (error) {
      throw new StoreFault({ text: 'The address of the backup store is not valid.' }, error)
    }
  }

  read(path: string): Promise<Buffer | undefined> {
    return repeatedly(async () => {
      const bytes = await this.#client.getObjectArrayBuffer(this.#prefix + path)
      return bytes === null ? undefined : Buffer.from(bytes)
    })
  }

  async write(path: string, bytes: Buffer): Promise<void> {
    await repeatedly(() => this.#client.putObject(this.#prefix + path, bytes))
  }

  has(path: string): Promise<boolean> {
    return repeatedly(async () => (await this.#client.objectExists(this.#prefix + path)) === true)
  }

  async remove(path: string): Promise<void> {
    await repeatedly(() => this.#client.deleteObject(this.#prefix + path))
  }

  async *list(prefix: string): AsyncGenerator<StoredObject> {
    for (let token: string | undefined; ; ) {
      const page = await repeatedly(() =>
        this.#client.listObjectsPaged('/', this.#prefix + prefix, pageSize, token, { delimiter: '' }),
      )
      if (!page) throw new StoreFault({ text: 'The bucket does not exist.' })
      for (const { Key, Size, LastModified } of page.objects ?? []) {
        const path = Key.slice(this.#prefix.length)
        yield { path, size: Number(Size), modified: new Date(LastModified).getTime() }
      }
      token = page.nextContinuationToken
      if (token === undefined) return
    }
  }
}

/** Repeats a call that may succeed the next time. @throws StoreFault */
async function repeatedly<T>(call: () => Promise<T>): Promise<T> {
  for (let count = 1; ; count++) {
    try {
      return await call()
    } catch (error) {
      if (count === tries || !isPassing(error)) throw faultOf(error)
      await wait(pauses[count - 1])
    }
  }
}

function isPassing(error: unknown): boolean {
  if (error instanceof S3ServiceError) return error.status >= 500 || error.status === 429
  return error instanceof S3NetworkError || (error instanceof OutwardFault && ['time', 'reach'].includes(error.kind))
}

function faultOf(error: unknown): StoreFault {
  if (error instanceof OutwardFault && error.kind !== 'reach') {
    return new StoreFault({ text: `${error.message}.` }, error)
  }
  if (!(error instanceof S3ServiceError)) return new StoreFault({ text: 'The backup store cannot be reached.' }, error)
  const code = String(error.serviceCode)
  // Services answer these with 403, too.
  if (code === 'RequestTimeTooSkewed') {
    return new StoreFault({ text: 'The clocks of this machine and of the backup store differ too much.' }, error)
  }
  if (error.status === 507 || /QuotaExceeded|StorageFull/.test(code)) {
    return new StoreFault({ text: 'The backup store is full.' }, error)
  }
  if (error.status === 403 || error.status === 401) {
    return new StoreFault({ text: 'The backup store refuses these keys.' }, error)
  }
  if (code === 'NoSuchBucket') return new StoreFault({ text: 'The bucket does not exist.' }, error)
  return new StoreFault({ text: 'The backup store answered with an error ({0}).', args: [error.status] }, error)
}

/** Any public address and any of the own network by https; this machine also by http. */
const rules = { publicUrl: 'http://localhost', mayReachOwnNet: true }

/** A `fetch` that connects only to the addresses that a store may have, and follows no redirect. */
const fetchFromStore: typeof fetch = async (input, init) => {
  const { method = 'GET', headers = {}, body } = init ?? {}
  const answer = await callOut(rules, input instanceof Request ? input.url : input.toString(), {
    method,
    headers: headers as Record<string, string>,
    body: body === '' ? undefined : (body as Uint8Array | string | undefined),
    timeout: objectTimeout,
    maxBytes: maxAnswer,
  })
  const found = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as [string, string])
  const isEmpty = [204, 304].includes(answer.status)
  return new Response(isEmpty ? null : new Uint8Array(answer.body), { status: answer.status, headers: found })
}
