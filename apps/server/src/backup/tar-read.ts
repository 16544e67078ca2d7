import { padOf, type TarFile, tarBlock } from './tar-write.ts'

/** An archive that is not to be trusted, with the reason. */
export class BadArchive extends Error {
  override name = 'BadArchive'
}

/** The longest header of the longer form, in bytes. */
const maxPax = 65_536

/**
 * Reads the files of a tar one after the other; the content of each is read before the next. It takes plain files
 * alone: an archive with a link, a folder or a device is refused.
 * @throws BadArchive
 */
export async function* readTar(source: AsyncIterable<Uint8Array>): AsyncGenerator<TarFile> {
  const bytes = new ByteReader(source)
  for (;;) {
    const header = await bytes.take(tarBlock)
    if (header.every((byte) => byte === 0)) return
    const { type, ...plain } = readHeader(header)
    let { name, size } = plain
    if (type === 'x') {
      if (size > maxPax) throw new BadArchive('a header of it is too long')
      const records = readPax(await bytes.take(size))
      await bytes.take(padOf(size))
      const next = readHeader(await bytes.take(tarBlock))
      if (next.type !== '0') throw new BadArchive(`${records.get('path') ?? next.name} in it is no plain file`)
      name = records.get('path') ?? next.name
      size = records.has('size') ? wholeOf(records.get('size') ?? '', 10) : next.size
    } else if (type !== '0') throw new BadArchive(`${name} in it is no plain file`)
    let left = size
    const content = async function* () {
      while (left > 0) {
        const chunk = await bytes.some(left)
        left -= chunk.length
        yield chunk
      }
    }
    yield { name, size, content: content() }
    while (left > 0) left -= (await bytes.some(left)).length
    await bytes.take(padOf(size))
  }
}

function readHeader(header: Buffer): { name: string; size: number; type: string } {
  const text = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('latin1')
      .split('\0', 1)[0] ?? ''
  const sum = header.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
  if (wholeOf(text(148, 8), 8) !== sum || text(257, 5) !== 'ustar') throw new BadArchive('a header of it is damaged')
  const type = text(156, 1) || '0'
  const prefix = text(345, 155)
  return { name: (prefix ? `${prefix}/` : '') + text(0, 100), size: wholeOf(text(124, 12), 8), type }
}

function wholeOf(text: string, radix: 8 | 10): number {
  const digits = text.trim()
  const number = (radix === 8 ? /^[0-7]+$/ : /^\d+$/).test(digits) ? Number.parseInt(digits, radix) : Number.NaN
  if (!Number.isSafeInteger(number)) throw new BadArchive('a header of it is damaged')
  return number
}

function readPax(content: Buffer): Map<string, string> {
  const records = new Map<string, string>()
  for (let at = 0; at < content.length; ) {
    const [, digits = '', key = ''] = /^(\d{1,6}) (\w+)=/.exec(content.subarray(at).toString('latin1')) ?? []
    const length = Number(digits)
    const start = at + digits.length + key.length + 2
    if (length === 0 || at + length > content.length || start >= at + length) {
      throw new BadArchive('a header of it is damaged')
    }
    records.set(key, content.subarray(start, at + length - 1).toString())
    at += length
  }
  return records
}

/** Hands out the bytes of a stream in the pieces that its reader asks for. */
class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #rest: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Exactly `length` bytes. @throws BadArchive when the stream ends before */
  async take(length: number): Promise<Buffer> {
    const parts: Buffer[] = []
    for (let missing = length; missing > 0; ) {
      const part = await this.some(missing)
      parts.push(part)
      missing -= part.length
    }
    return Buffer.concat(parts)
  }

  /** At least one byte, at most `length`. @throws BadArchive when the stream ends before */
  async some(length: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const { value, done } = await this.#source.next()
      if (done) throw new BadArchive('it ends too early')
      this.#rest = Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    }
    const part = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(part.length)
    return part
  }
}
