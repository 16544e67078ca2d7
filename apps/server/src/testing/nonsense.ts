import { entities, headerNames, ids, keys, methods, texts, types } from './nonsense-words.ts'
import { randomFrom } from './random.ts'

/** Generates parts of calls that no client sends; the same seed gives the same parts. */
export class Nonsense {
  readonly random: () => number

  constructor(seed: number) {
    this.random = randomFrom(seed)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T
  }

  /** A whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.random() * end)
  }

  text = (): string => this.pick(texts)
  id = (): string => this.pick(ids)
  entity = (): string => this.pick(entities)
  method = (): string => this.pick(methods)

  /** A random JSON value with a few nested lists and objects. */
  value(depth = 0): unknown {
    const kind = this.below(depth > 3 ? 5 : 8)
    if (kind === 0) return this.pick([0, -1, 1.5, 1e308, Number.MAX_SAFE_INTEGER, 1])
    if (kind === 1) return this.pick([true, false, null])
    if (kind <= 4) return this.text()
    if (kind === 5) return Array.from({ length: this.below(4) }, () => this.value(depth + 1))
    return Object.fromEntries(Array.from({ length: this.below(5) }, () => [this.pick(keys), this.value(depth + 1)]))
  }

  /** Up to three parameters, without the question mark. */
  query(): string {
    const parts = Array.from({ length: this.below(4) }, () => {
      const value = this.random() < 0.5 ? this.text() : JSON.stringify(this.value())
      const isEncoded = this.random() < 0.9
      return `${this.pick(keys)}=${isEncoded ? encodeURIComponent(value.toWellFormed()) : this.pick(['%', '%zz', '&', '='])}`
    })
    return parts.join('&')
  }

  /** Up to `max` headers, of characters that a header may contain. */
  headers(max: number): Record<string, string> {
    const names = Array.from({ length: this.below(max + 1) }, () => this.pick(headerNames))
    return Object.fromEntries(names.map((name) => [name, printable(this.text()).slice(0, 500)]))
  }

  contentType(): string {
    return this.random() < 0.7 ? 'application/json' : this.pick(types)
  }

  body(): Buffer {
    const kind = this.random()
    if (kind < 0.75) return Buffer.from(JSON.stringify(this.value()))
    if (kind < 0.85) return Buffer.from(this.text().toWellFormed())
    if (kind < 0.95) return Buffer.from(multipart(this.text(), this.pick(keys)))
    return Buffer.from(Array.from({ length: 200 }, () => this.below(256)))
  }
}

/** True for an answer that reveals internals of the server. */
export const revealsInternals = (text: string): boolean => leak.test(text)

const leak = /\bat .*\.(ts|js):\d|node_modules|SQLITE|SqliteError|syntax error at|TypeError|RangeError|\/apps\/server\//

const printable = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

const multipart = (text: string, name: string) =>
  `--x\r\nContent-Disposition: form-data; name="${name}"; filename="${text.slice(0, 50).replaceAll('"', '')}"\r\n\r\n${text}\r\n--x--\r\n`
