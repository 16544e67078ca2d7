import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { isInner, isLoopback, isOnThisMachine, isOwnNet, OutwardFault, type OutwardRules } from './call-out.ts'

/** Ports of mail servers: SMTP, submission and IMAP, each with and without implicit TLS. */
const mailPorts = new Set([25, 465, 587, 2525, 143, 993])

/**
 * The addresses at which the mail server of an account may be reached. A server in the site's own network is allowed,
 * but only at a port of mail, so that an account cannot probe other services there. Addresses that never belong to a
 * mail server are refused, such as the metadata address of a cloud.
 * @throws OutwardFault, or the error of the lookup
 */
export async function mailAddresses(site: OutwardRules, host: string, port: number): Promise<LookupAddress[]> {
  const found = await lookup(host, { all: true })
  const allowed = found.filter(({ address }) => isMailServer(site, address, port))
  if (allowed.length === 0) throw new OutwardFault('address')
  return allowed
}

/**
 * Connects to a mail server by the first of its addresses that answers.
 * @throws as `mailAddresses`, and errors of the socket
 */
export async function connectToMail(site: OutwardRules, host: string, port: number, timeout: number): Promise<Socket> {
  const addresses = await mailAddresses(site, host, port)
  const socket = connect({
    host,
    port,
    // Connects to the addresses that were checked, without a second lookup.
    lookup: (_host, options, done) => {
      const [first] = addresses as [LookupAddress]
      if (options.all) done(null, addresses)
      else done(null, first.address, first.family)
    },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  const late = setTimeout(() => socket.destroy(Object.assign(new Error('late'), { code: 'ETIMEDOUT' })), timeout)
  socket.once('error', reject).once('connect', () => {
    socket.off('error', reject)
    resolve(socket)
  })
  return promise.finally(() => clearTimeout(late))
}

function isMailServer(site: OutwardRules, address: string, port: number): boolean {
  if (!isInner(address)) return true
  if (isLoopback(address) && isOnThisMachine(site)) return true
  return (isLoopback(address) || isOwnNet(address)) && mailPorts.has(port)
}
