import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

/** What a client sees of a Password field that is set; sent back, it means unchanged (contract 3.5). */
export const secretMask = '********'

/** Password fields at rest: AES-256-GCM under the site key, which lives outside the data store (contract 3.11). */
export class Vault {
  readonly #key: Buffer

  constructor(siteKey: Buffer) {
    if (siteKey.length !== 32) throw new TypeError('the site key has 32 bytes')
    this.#key = siteKey
  }

  seal(text: string): string {
    const iv = randomBytes(12)
    const cipher = createCipheriv('aes-256-gcm', this.#key, iv)
    const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
    return `v1.${Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')}`
  }

  /** @throws Error when the text was sealed under another key or changed since */
  open(sealed: string): string {
    const bytes = Buffer.from(sealed.slice(3), 'base64url')
    const decipher = createDecipheriv('aes-256-gcm', this.#key, bytes.subarray(0, 12))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return decipher.update(bytes.subarray(28), undefined, 'utf8') + decipher.final('utf8')
  }
}
