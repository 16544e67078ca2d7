import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import type { SiteKeys } from '../../config/site-config.ts'

/** Stands for a set Password field in answers; sent back, it means unchanged (reference: http-api, Changing). */
export const secretMask = '********'

/** The place of a sealed value: its table, whose name never changes, the id of its row, and its column. */
export interface SecretPlace {
  table: string
  id: string
  column: string
}

const bound = 'v2.'
const held = 'v0.'

/**
 * Encrypts Password fields: AES-256-GCM under the site key, which is stored outside the database. A sealed value opens
 * only at its own place, so an attacker who can write to the store can't move it to a place where it is shown or sent.
 */
export class Vault {
  /** Newest first. */
  readonly #keys: readonly [Buffer, ...Buffer[]]
  /** Key for values whose row has no id yet; lost when the process ends. */
  readonly #passing = randomBytes(32)
  /** Whether values of earlier versions, which are not bound to a place, may be opened; false once all are bound. */
  opensUnbound = true

  constructor({ current, next }: SiteKeys) {
    for (const key of [current, next]) {
      if (key && key.length !== 32) throw new TypeError('the site key has 32 bytes')
    }
    this.#keys = next ? [next, current] : [current]
  }

  /** Encrypts a value for a row that is not written yet; the write binds it to its place. */
  hold(text: string): string {
    return held + encrypt(this.#passing, text)
  }

  seal(text: string, place: SecretPlace): string {
    return bound + encrypt(this.#keys[0], text, dataOf(place))
  }

  /** @throws Error when the text was sealed for another place or under another key, or has changed since */
  open(sealed: string, place: SecretPlace): string {
    if (sealed.startsWith(held)) return decrypt(this.#passing, sealed)
    if (!sealed.startsWith(bound)) {
      if (!this.opensUnbound) throw new Error('a sealed value is bound to no place')
      return this.#tryKeys((key) => decrypt(key, sealed))
    }
    return this.#tryKeys((key) => decrypt(key, sealed, dataOf(place)))
  }

  /** Seals a held value for its place; a sealed value is returned unchanged. */
  bind(value: string, place: SecretPlace): string {
    return value.startsWith(held) ? this.seal(this.open(value, place), place) : value
  }

  /** Seals the value with the newest key for `place`; undefined when it already is. @throws Error as `open` */
  renew(sealed: string, place: SecretPlace, from: SecretPlace = place): string | undefined {
    const isMoved = dataOf(place) !== dataOf(from)
    if (!isMoved && sealed.startsWith(bound) && opens(this.#keys[0], sealed, dataOf(place))) return undefined
    return this.seal(this.open(sealed, from), place)
  }

  #tryKeys(use: (key: Buffer) => string): string {
    const [newest, ...older] = this.#keys
    for (const key of older) {
      try {
        return use(newest)
      } catch {
        return use(key)
      }
    }
    return use(newest)
  }
}

const dataOf = ({ table, id, column }: SecretPlace) => JSON.stringify([table, id, column])

function encrypt(key: Buffer, text: string, data = ''): string {
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(data))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

function decrypt(key: Buffer, sealed: string, data = ''): string {
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12), { authTagLength: 16 })
  decipher.setAAD(Buffer.from(data)).setAuthTag(bytes.subarray(12, 28))
  return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
}

function opens(key: Buffer, sealed: string, data: string): boolean {
  try {
    decrypt(key, sealed, data)
    return true
  } catch {
    return false
  }
}
