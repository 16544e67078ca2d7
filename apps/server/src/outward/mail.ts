import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import { connect, type Socket } from 'node:net'
import { isInner, isLoopback, isOnThisMachine, isOwnNet, OutwardFault, type OutwardRules } from './call-out.ts'

/** Where mail servers listen: SMTP, submission with and without TLS from the start, IMAP likewise. */
const mailPorts = new Set([25, 465, 587, 2525, 143, 993])

/**
 * The addresses at which the mail server of an account may be reached. One in the site's own network is as good as any, but at
 * a port of mail alone: an account is no way to try out what else stands there. What is nobody's mail server is never reached,
 * such as the address at which a cloud tells its secrets.
 * @throws OutwardFault; whatever the lookup throws
 */
export async function mailAddresses(site: OutwardRules, host: string, port: number): Promise<LookupAddress[]> {
  const found = await lookup(host, { all: true })
  const allowed = found.filter(({ address }) => isMailServer(site, address, port))
  if (allowed.length === 0) throw new OutwardFault('address')
  return allowed
}

/** A connection to a mail server, by whichever of its addresses answers first. @throws as `mailAddresses`; errors of the socket */
export async function connectToMail(site: OutwardRules, host: string, port: number, timeout: number): Promise<Socket> {
  const addresses = await mailAddresses(site, host, port)
  const socket = connect({
    host,
    port,
    // What was looked up and allowed is what is called.
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
