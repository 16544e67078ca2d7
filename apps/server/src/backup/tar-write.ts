/** A file of an archive; `content` yields exactly `size` bytes. */
export interface TarFile {
  name: string
  size: number
  content: AsyncIterable<Uint8Array>
}

export const tarBlock = 512
/** The longest name that a header holds by itself, in bytes. */
const nameBytes = 100
/** The first size that a header of eleven octal digits cannot say. */
const sizeLimit = 8 ** 11

/** Writes files one after the other as a tar of the form that every program reads (POSIX pax). */
export async function* writeTar(files: AsyncIterable<TarFile> | Iterable<TarFile>): AsyncGenerator<Uint8Array> {
  for await (const { name, size, content } of files) {
    const more = paxOf(name, size)
    if (more) yield* padded(headerOf('pax', more.length, 'x'), more)
    yield headerOf(name, Math.min(size, sizeLimit - 1), '0')
    let written = 0
    for await (const chunk of content) {
      written += chunk.length
      if (written > size) break
      yield chunk
    }
    if (written !== size) throw new RangeError(`${name} has other than ${size} bytes`)
    yield Buffer.alloc(padOf(size))
  }
  yield Buffer.alloc(2 * tarBlock)
}

/** Bytes from the end of a content to the next block. */
export const padOf = (size: number): number => (tarBlock - (size % tarBlock)) % tarBlock

function* padded(header: Buffer, content: Buffer): Generator<Buffer> {
  yield header
  yield content
  yield Buffer.alloc(padOf(content.length))
}

/** The records for a name or a size that a header has no room for. */
function paxOf(name: string, size: number): Buffer | undefined {
  const records = [
    ...(Buffer.byteLength(name) > nameBytes || /[^\x20-\x7e]/.test(name) ? [recordOf('path', name)] : []),
    ...(size >= sizeLimit ? [recordOf('size', String(size))] : []),
  ]
  return records.length > 0 ? Buffer.from(records.join('')) : undefined
}

/** `<length> <key>=<value>\n`, where the length counts its own digits. */
function recordOf(key: string, value: string): string {
  const rest = ` ${key}=${value}\n`
  const bytes = Buffer.byteLength(rest)
  let length = bytes + String(bytes).length
  if (bytes + String(length).length !== length) length = bytes + String(length).length
  return `${length}${rest}`
}

function headerOf(name: string, size: number, type: '0' | 'x'): Buffer {
  const header = Buffer.alloc(tarBlock)
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`
  header.write(asciiOf(name), 0, nameBytes)
  header.write(octal(0o600, 7), 100)
  header.write(octal(0, 7), 108)
  header.write(octal(0, 7), 116)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write('        ', 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** The name for programs that do not know the longer form. */
const asciiOf = (name: string) => name.replace(/[^\x20-\x7e]/g, '_').slice(0, nameBytes)
