import type { Socket } from 'node:net'

const maxLineLength = 65_536

/** Longest line of a peer that has proved itself: definitions of a whole site are one. */
const maxProvenLineLength = 64 * 1_048_576

/**
 * Calls `take` with every line of JSON that comes; closes the connection on anything else and on a line that is too
 * long.
 */
export function readJsonLines(
  socket: Socket,
  take: (message: Record<string, unknown>) => void,
  isProven: () => boolean = () => false,
): void {
  let rest = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > (isProven() ? maxProvenLineLength : maxLineLength)) socket.destroy()
    for (const line of lines) {
      const message = parse(line)
      if (!message) return void socket.destroy()
      take(message)
    }
  })
}

export function writeJsonLine(socket: Socket, message: object): void {
  socket.write(`${JSON.stringify(message)}\n`)
}

function parse(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
