import { type LookupAddress, lookup } from 'node:dns'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import https from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { Readable } from 'node:stream'
import { nodeHttp } from '../ground/node-http.ts'

/** A call from the server to a provider: the request, and the limits of its answer. */
export interface OutwardCall {
  method?: string
  headers?: Readonly<Record<string, string>>
  /** A stream needs a `content-length` header of its own. */
  body?: string | Uint8Array | Readable | undefined
  /** Milliseconds, including the answer's body. */
  timeout?: number
  /** Maximum size of the answer in bytes. */
  maxBytes?: number
}

export interface OutwardAnswer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** The call got no answer. `message` is a sentence without addresses or secrets. */
export class OutwardFault extends Error {
  override name = 'OutwardFault'
  readonly kind: 'address' | 'time' | 'reach' | 'size'
  /** The whole request was sent, so it may have arrived. */
  readonly wasSent: boolean

  constructor(kind: OutwardFault['kind'], cause?: unknown, wasSent = false) {
    super(sentences[kind], cause === undefined ? undefined : { cause })
    this.kind = kind
    this.wasSent = wasSent
  }
}

const sentences = {
  address: 'This address may not be called',
  time: 'No answer came in time',
  reach: 'The address cannot be reached',
  size: 'The answer is too large',
} as const

/** Default time-out of a call (reference: http-api, Transport). Milliseconds. */
const defaultTimeout = 10_000

/**
 * Calls an external address, without following redirects. Internal addresses are refused when the connection is made,
 * whatever name leads there; only a site that people open on this machine may call this machine.
 * @throws OutwardFault
 */
export async function callOut(site: OutwardRules, url: string, call: OutwardCall = {}): Promise<OutwardAnswer> {
  const { maxBytes = 2_000_000 } = call
  const answer = await openOut(site, url, call)
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of answer as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > maxBytes) throw new OutwardFault('size', undefined, true)
      chunks.push(chunk)
    }
  } catch (error) {
    answer.destroy()
    throw faultOf(error, true)
  }
  return { status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(chunks) }
}

/** As `callOut`, for an answer that is read as a stream; the caller must limit its size. */
export async function openOut(site: OutwardRules, url: string, call: OutwardCall = {}): Promise<IncomingMessage> {
  const { method = 'GET', headers = {}, body, timeout = defaultTimeout } = call
  const target = URL.parse(url)
  if (!target || !isCallable(site, url)) throw new OutwardFault('address')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const { request } = target.protocol === 'https:' ? https : nodeHttp
  const sent = request(
    target,
    { method, headers: { ...headers }, lookup: guarded(site), signal: AbortSignal.timeout(timeout) },
    resolve,
  )
  sent.on('error', (error) => reject(faultOf(error, sent.writableFinished)))
  if (typeof body === 'object' && !(body instanceof Uint8Array)) {
    body.on('error', (error) => sent.destroy(error))
    body.pipe(sent)
  } else sent.end(body)
  return promise
}

/** The settings that decide which inner addresses may be called. */
export interface OutwardRules {
  /** Decides whether this machine itself may be called. */
  publicUrl: string
  /** Addresses of the own network may be called, by https; false for all that a site's users can enter. */
  mayReachOwnNet?: boolean
}

/**
 * Whether an address may be called at all, before its name is looked up: https, or http on this machine where that is
 * allowed.
 */
export function isCallable(site: OutwardRules, url: string): boolean {
  const target = URL.parse(url)
  if (target?.username !== '' || target.password !== '') return false
  const host = target.hostname.replace(/^\[|\]$/g, '')
  const here = isLoopbackName(host) || (isIP(host) !== 0 && isLoopback(host))
  if (here) return isOnThisMachine(site) && (target.protocol === 'http:' || target.protocol === 'https:')
  return target.protocol === 'https:' && (isIP(host) === 0 || mayConnect(site, host))
}

function mayConnect(site: OutwardRules, address: string): boolean {
  if (!isInner(address)) return true
  return isLoopback(address) ? isOnThisMachine(site) : site.mayReachOwnNet === true && isOwnNet(address)
}

/** True where people open the site on this machine: then its providers may be stand-ins that run here, too. */
export function isOnThisMachine({ publicUrl }: OutwardRules): boolean {
  const host = new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')
  return isLoopbackName(host) || (isIP(host) !== 0 && isLoopback(host))
}

/** Addresses that are not public on the internet, including this machine's own. */
export const isInner = (address: string): boolean => isIn(inner, address)

const isLoopbackName = (host: string) => host === 'localhost' || host.endsWith('.localhost')

/** A loopback address of this machine. */
export const isLoopback = (address: string): boolean => isIn(loopback, address)

/** A private address of a local network. */
export const isOwnNet = (address: string): boolean => isIn(ownNet, address)

function isIn(list: BlockList, address: string): boolean {
  const plain = unmapped(address)
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

/** Converts `::ffff:7f00:1` to 127.0.0.1, which it stands for. */
function unmapped(address: string): string {
  const { hostname } = new URL(isIP(address) === 6 ? `http://[${address.split('%', 1)[0]}]` : `http://${address}`)
  const mapped = /^\[::ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})\]$/.exec(hostname)
  if (!mapped) return hostname.replace(/^\[|\]$/g, '')
  const bits = Number.parseInt(mapped[1] as string, 16) * 65_536 + Number.parseInt(mapped[2] as string, 16)
  return [24, 16, 8, 0].map((shift) => (bits >>> shift) & 255).join('.')
}

/**
 * Looks a name up and keeps only the allowed addresses. It runs at the moment of connecting, so a later change of the
 * name has no effect.
 */
const guarded =
  (site: OutwardRules): LookupFunction =>
  (hostname, options, done) => {
    lookup(hostname, { ...options, all: true }, (error, addresses: LookupAddress[]) => {
      if (error) return done(error, [])
      const wanted = addresses.filter(({ address }) => mayConnect(site, address))
      const [first] = wanted
      if (!first) return done(new OutwardFault('address'), [])
      if (options.all) done(null, wanted)
      else done(null, first.address, first.family)
    })
  }

function faultOf(error: unknown, wasSent: boolean): OutwardFault {
  if (error instanceof OutwardFault) return error
  const { name, cause } = error as Error
  const isLate =
    name === 'AbortError' || name === 'TimeoutError' || (cause as Error | undefined)?.name === 'TimeoutError'
  return new OutwardFault(isLate ? 'time' : 'reach', error, wasSent)
}

function listOf(subnets: readonly string[]): BlockList {
  const list = new BlockList()
  for (const subnet of subnets) {
    const [network, bits] = subnet.split('/') as [string, string]
    list.addSubnet(network, Number(bits), isIP(network) === 6 ? 'ipv6' : 'ipv4')
  }
  return list
}

const loopback = listOf(['127.0.0.0/8', '::1/128'])
const ownNet = listOf(['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10', 'fc00::/7'])
const inner = listOf([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/3'],
  ...[
    '::/96',
    '::ffff:0:0:0/96',
    '64:ff9b::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/23',
    '2001:db8::/32',
    '2002::/16',
  ],
  ...['fc00::/7', 'fe80::/10', 'fec0::/10', 'ff00::/8'],
])
