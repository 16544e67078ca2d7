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
