import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { constants, zstdCompressSync, zstdDecompress } from 'node:zlib'

const decompress = promisify(zstdDecompress)

const nonceBytes = 12
const tagBytes = 16

/** Bytes of a backup key. */
export const keyBytes = 32

/** Fast, since a backup must not take the machine from the people who work on it. */
const compression = { [constants.ZSTD_c_compressionLevel]: 1 }

/** Node works in pieces of 16 KiB by default: each costs a call, of the pool of threads when it unpacks. Bytes. */
const largestPiece = 4_194_304

/** Enough for content that cannot be compressed, the largest, in one piece. */
const pieceFor = (bytes: number) => Math.min(bytes + (bytes >> 8) + 1024, largestPiece)

/** The content under a path is not what this key sealed there: another key, another place, or changed bytes. */
export class NotAuthentic extends Error {
  override name = 'NotAuthentic'
}

/**
 * Names and seals what a store keeps (docs/backup-format.md). The name of an object follows from its content and the
 * key, so that equal content is stored once and a store cannot tell whether it holds a known file.
 */
export class BackupKey {
  readonly #naming: Buffer
  readonly #sealing: Buffer

  /** @throws RangeError for other than 32 bytes */
  constructor(key: Buffer) {
    if (key.length !== keyBytes) throw new RangeError('a backup key has 32 bytes')
    this.#naming = key
    this.#sealing = Buffer.from(hkdfSync('sha256', key, '', 'tavla backup content', keyBytes))
  }

  /** HMAC-SHA256 of the content, hex. */
  nameOf(content: Uint8Array): string {
    return createHmac('sha256', this.#naming).update(content).digest('hex')
  }

  /**
   * zstd, then AES-256-GCM bound to `path`: nonce, cipher text, tag. Blocks its thread, whose low priority the threads of
   * the pool do not have.
   */
  seal(path: string, content: Uint8Array): Buffer {
    const nonce = randomBytes(nonceBytes)
    const cipher = createCipheriv('aes-256-gcm', this.#sealing, nonce).setAAD(Buffer.from(path))
    const packed = zstdCompressSync(content, { params: compression, chunkSize: pieceFor(content.length) })
    return Buffer.concat([nonce, cipher.update(packed), cipher.final(), cipher.getAuthTag()])
  }

  /** The content; `maxBytes` bounds what it may unpack to. @throws NotAuthentic */
  async open(path: string, sealed: Buffer, maxBytes: number): Promise<Buffer> {
    if (sealed.length < nonceBytes + tagBytes) throw new NotAuthentic(path)
    const tagAt = sealed.length - tagBytes
    const opener = createDecipheriv('aes-256-gcm', this.#sealing, sealed.subarray(0, nonceBytes), {
      authTagLength: tagBytes,
    })
    opener.setAAD(Buffer.from(path)).setAuthTag(sealed.subarray(tagAt))
    try {
      const packed = opener.update(sealed.subarray(nonceBytes, tagAt))
      // Nothing follows in this mode: it compares the tag.
      opener.final()
      return await decompress(packed, { maxOutputLength: maxBytes, chunkSize: pieceFor(sealed.length) })
    } catch (error) {
      throw new NotAuthentic(path, { cause: error })
    }
  }
}
