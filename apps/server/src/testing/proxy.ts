import { afterAll } from 'vitest'
import { type FaultyLine, openLine } from './faulty-line.ts'

/**
 * Opens a line to a server on loopback that can break or fall silent; it closes after the tests of the file. `target`
 * is a port, or the path of a socket.
 */
export async function startProxy(target: number | string): Promise<FaultyLine> {
  const line = await openLine(target)
  afterAll(() => line.close())
  return line
}

/** Opens such a line to the server of the database at `address`; resolves to the address through it, too. */
export async function startDatabaseProxy(address: string): Promise<{ url: string; proxy: FaultyLine }> {
  const url = new URL(address)
  const folder = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const proxy = await startProxy(folder ? `${folder}/.s.PGSQL.${port}` : port)
  url.searchParams.delete('host')
  url.hostname = '127.0.0.1'
  url.port = String(proxy.port)
  return { url: url.href, proxy }
}
