import { randomBytes } from 'node:crypto'
import type { StoredRow } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/** Prefix of the Message-IDs of automatic answers. */
export const autoPrefix = 'auto.'

/** Makes a Message-ID, in angle brackets, at the domain of the sender. */
export function newMessageId({ config }: Pick<Site, 'config'>, account: StoredRow | null, prefix = ''): string {
  const domain = String(account?.email_id ?? '').split('@')[1] || new URL(config.publicUrl).hostname
  return `<${prefix}${randomBytes(12).toString('hex')}@${domain}>`
}
