import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.woff2': 'font/woff2',
}

const compressible = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt', '.map'])

type Encoding = 'br' | 'gzip'

/** The files of a built front end. It opens only files that it found in the folder, so no path can leave the folder. */
export class Assets {
  readonly #folder: string
  #files = new Map<string, Asset>()
  #builtAt = -1

  constructor(folder: string) {
    this.#folder = folder
  }

  /** The file at this path of the URL. */
  find(path: string): Asset | undefined {
    return path === '/' ? this.page() : this.#files.get(path)
  }

  /** The page itself. Reads the folder again if the front end was rebuilt. */
  page(): Asset | undefined {
    const builtAt = statSync(join(this.#folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? -1
    if (builtAt !== this.#builtAt) this.#read(builtAt)
    return this.#files.get('/index.html')
  }

  #read(builtAt: number): void {
    this.#builtAt = builtAt
    this.#files = new Map()
    if (builtAt < 0) return
    const entries = readdirSync(this.#folder, { recursive: true, withFileTypes: true })
    const names = new Set(
      entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name).slice(this.#folder.length)),
    )
    for (const name of names) {
      const path = name.split(sep).join('/')
      if (/\.(br|gz)$/.test(path)) continue
      this.#files.set(
        path,
        new Asset(join(this.#folder, name), path, { br: names.has(`${name}.br`), gzip: names.has(`${name}.gz`) }),
      )
    }
  }
}

/**
 * A name with a hash of its content never means anything else. Icons keep their looks for years: a browser without a
 * network draws those that it has seen.
 */
function cacheControlOf(path: string): string {
  if (path.startsWith('/assets/icons/')) return 'public, max-age=604800'
  const isHashed = path.startsWith('/assets/') && /-[\w-]{8,}\.\w+$/.test(path)
  return isHashed ? 'public, max-age=31536000, immutable' : 'no-cache'
}

/** One file of the front end. Its bytes, plain and compressed, are read or made once. */
export class Asset {
  readonly type: string
  readonly isText: boolean
  readonly isPage: boolean
  readonly cacheControl: string
  readonly #file: string
  readonly #built: Readonly<Record<Encoding, boolean>>
  readonly #bytes = new Map<Encoding | 'plain', Promise<Buffer>>()
  #etag: string | undefined

  constructor(file: string, path: string, built: Readonly<Record<Encoding, boolean>>) {
    const extension = extname(path).toLowerCase()
    this.type = types[extension] ?? 'application/octet-stream'
    this.isText = compressible.has(extension)
    this.isPage = extension === '.html'
    this.cacheControl = cacheControlOf(path)
    this.#file = file
    this.#built = built
  }

  get etag(): string {
    this.#etag ??= `"${createHash('sha256').update(readFileSync(this.#file)).digest('base64url').slice(0, 16)}"`
    return this.#etag
  }

  bytes(encoding: Encoding | undefined): Promise<Buffer> {
    const kind = encoding ?? 'plain'
    let bytes = this.#bytes.get(kind)
    if (!bytes) {
      bytes = this.#make(encoding)
      this.#bytes.set(kind, bytes)
      bytes.catch(() => this.#bytes.delete(kind))
    }
    return bytes
  }

  async #make(encoding: Encoding | undefined): Promise<Buffer> {
    if (encoding === undefined) return readFile(this.#file)
    if (this.#built[encoding]) return readFile(`${this.#file}.${encoding === 'br' ? 'br' : 'gz'}`)
    const plain = await this.bytes(undefined)
    return encoding === 'gzip'
      ? promisify(gzip)(plain)
      : promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } })
  }
}
