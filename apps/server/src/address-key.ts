import { isIPv6 } from 'node:net'

/** What a limit by address counts under: the address, or for IPv6 its network, of which one home has all addresses. */
export function addressKey(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped?.[1]) return mapped[1]
  return isIPv6(ip) ? expand(ip).slice(0, 4).join(':') : ip
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
