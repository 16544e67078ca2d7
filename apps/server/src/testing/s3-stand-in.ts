import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { S3Place } from '../backup/s3-store.ts'

/** A service on this machine that speaks as much of S3 as a store asks for, and checks each signature. */
export interface S3StandIn {
  place: S3Place
  objects: Map<string, { bytes: Buffer; modified: Date }>
  /** Answers the next calls with these statuses instead. */
  failures: number[]
  /** Answers every call that would write with this status instead, as a service without room does. */
  refusal: number | undefined
  /** Code of these statuses. */
  code: string
  /** Every call waits for what this gives. */
  hold: (call: string) => Promise<void> | undefined
  calls: string[]
  /** Calls whose signature was right. */
  signed: number
  close(): void
}

const [accessKeyId, secretAccessKey, region, bucket] = ['AKIDTAVLA', 'a-secret-of-the-test', 'auto', 'backups']

/** Starts the service; a list has `pageSize` keys a page. `now` dates what is written. */
export async function openS3(pageSize: number, now: () => Date = () => new Date()): Promise<S3StandIn> {
  const service: Omit<S3StandIn, 'place' | 'close'> = {
    objects: new Map(),
    failures: [],
    refusal: undefined,
    code: 'Planned',
    hold: () => undefined,
    calls: [],
    signed: 0,
  }
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const call = `${request.method} ${request.url}`
    service.calls.push(call)
    await service.hold(call)
    const failure = service.failures.shift() ?? (request.method === 'PUT' ? service.refusal : undefined)
    if (failure !== undefined) return fail(response, failure, service.code)
    if (!isSigned(request)) return fail(response, 403, 'SignatureDoesNotMatch')
    if (!isOfNow(request, now())) return fail(response, 403, 'RequestTimeTooSkewed')
    service.signed++
    answer(request, response, { body: Buffer.concat(chunks), objects: service.objects, pageSize, now })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const place = { endpoint, region, bucket, prefix: 'hq', accessKeyId, secretAccessKey }
  return Object.assign(service, { place, close: () => void server.close() })
}

interface Call {
  body: Buffer
  objects: S3StandIn['objects']
  pageSize: number
  now: () => Date
}

function answer(request: IncomingMessage, response: ServerResponse, call: Call): void {
  const { body, objects } = call
  const url = new URL(request.url as string, 'http://s3')
  const [, named, ...rest] = decodeURIComponent(url.pathname).split('/')
  const key = rest.join('/')
  const found = objects.get(key)
  if (named !== bucket) fail(response, 404, 'NoSuchBucket')
  else if (key === '') list(url, response, call)
  else if (request.method === 'PUT') {
    objects.set(key, { bytes: body, modified: call.now() })
    response.writeHead(200, { etag: '"tag"' }).end()
  } else if (request.method === 'DELETE') {
    objects.delete(key)
    response.writeHead(204).end()
  } else if (!found) fail(response, 404, 'NoSuchKey')
  else {
    response.setHeader('content-length', found.bytes.length)
    response.end(request.method === 'GET' ? found.bytes : undefined)
  }
}

function list(url: URL, response: ServerResponse, { objects, pageSize }: Call): void {
  const after = url.searchParams.get('continuation-token') ?? ''
  const prefix = url.searchParams.get('prefix') ?? ''
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).toSorted()
  const page = keys.slice(0, pageSize)
  const contents = page.map((key) => {
    const { bytes, modified } = objects.get(key) as { bytes: Buffer; modified: Date }
    return `<Contents><Key>${key}</Key><LastModified>${modified.toISOString()}</LastModified><Size>${bytes.length}</Size></Contents>`
  })
  const isCut = keys.length > page.length
  response.setHeader('content-type', 'application/xml')
  response.end(
    `<?xml version="1.0"?><ListBucketResult><KeyCount>${page.length}</KeyCount><IsTruncated>${isCut}</IsTruncated>` +
      `${isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''}${contents.join('')}</ListBucketResult>`,
  )
}

function fail(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)
}

/** Services take calls of a quarter of an hour before and after. */
function isOfNow({ headers }: IncomingMessage, now: Date): boolean {
  const [, date, hours, minutes, seconds] = /^(\d{8})T(\d\d)(\d\d)(\d\d)Z$/.exec(String(headers['x-amz-date'])) ?? []
  const day = String(date).replace(/^(....)(..)/, '$1-$2-')
  return Math.abs(Date.parse(`${day}T${hours}:${minutes}:${seconds}Z`) - now.getTime()) <= 900_000
}

/** Works the signature out anew (AWS Signature Version 4). */
function isSigned(request: IncomingMessage): boolean {
  const [, scope = '', names = '', signature] =
    /Credential=[^/]+\/([^,]+), ?SignedHeaders=([^,]+), ?Signature=(\w+)/.exec(request.headers.authorization ?? '') ??
    []
  const url = new URL(request.url as string, 'http://s3')
  const query = [...url.searchParams].toSorted(([one], [other]) => (one < other ? -1 : 1))
  const canonical = [
    request.method,
    url.pathname,
    query.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&'),
    ...names.split(';').map((name) => `${name}:${String(request.headers[name]).trim()}`),
    '',
    names,
    request.headers['x-amz-content-sha256'],
  ].join('\n')
  const [day = ''] = scope.split('/')
  const hashed = createHash('sha256').update(canonical).digest('hex')
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, hashed].join('\n')
  const sign = (key: string | Buffer, value: string) => createHmac('sha256', key).update(value).digest()
  const key = [day, region, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${secretAccessKey}`)
  return sign(key, text).toString('hex') === signature
}
