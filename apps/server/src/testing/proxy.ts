import { afterAll } from 'vitest'
import { type FaultyLine, openLine } from './faulty-line.ts'

/** A line to a server on loopback that can break or fall silent; `target` is a port, or the path of a socket. Ends after the tests of the file. */
export async function startProxy(target: number | string): Promise<FaultyLine> {
  const line = await openLine(target)
  afterAll(() => line.close())
  return line
}
