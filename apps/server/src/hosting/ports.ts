import { createServer } from 'node:net'

/** The first port of the range that is neither in `taken` nor used by a program; undefined when there is none. */
export async function firstFreePort(
  host: string,
  range: { start: number; end: number },
  taken: ReadonlySet<number>,
): Promise<number | undefined> {
  for (let port = range.start; port <= range.end; port++) {
    if (!taken.has(port) && (await isFreePort(host, port))) return port
  }
  return undefined
}

/** Tests the port by listening on it for a moment. @throws the system's error when the address itself can't be used */
export function isFreePort(host: string, port: number): Promise<boolean> {
  const server = createServer()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE' || error.code === 'EACCES') resolve(false)
      else reject(error)
    })
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)))
  })
}
