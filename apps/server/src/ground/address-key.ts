import { isIPv4, isIPv6 } from 'node:net'

/**
 * The key of a limit by address: the IPv4 address, or the network of an IPv6 address, because a household has a whole
 * network.
 */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(ip) ? expand(ip).slice(0, 4).join(':') : ip
}

/** The network of an address, because its owner may well have more of it: /24, for IPv6 /56. */
export function networkKey(ip: string): string {
  const address = addressKey(ip)
  if (isIPv4(address)) return address.split('.').slice(0, 3).join('.')
  const groups = address.split(':')
  if (groups.length !== 4) return address
  return [...groups.slice(0, 3), (groups[3] ?? '').padStart(4, '0').slice(0, 2)].join(':')
}

function expand(ip: string): string[] {
  const [head = '', tail] = (ip.split('%', 1)[0] ?? '').split('::')
  const start = head ? head.split(':') : []
  const end = tail ? tail.split(':') : []
  const gap = tail === undefined ? 0 : Math.max(0, 8 - start.length - end.length)
  return [...start, ...new Array<string>(gap).fill('0'), ...end].map((part) =>
    part.toLowerCase().replace(/^0+(?=.)/, ''),
  )
}
