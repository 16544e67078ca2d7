import { randomBytes } from 'node:crypto'
import type { StoredRow } from '../../entity/index.ts'
import type { Site } from '../../site.ts'

/** Ids of answers that no person wrote begin so, so that they are told apart. */
export const autoPrefix = 'auto.'

/** A Message-ID of our own, with its angle brackets, at the domain that the mail is from. */
export function newMessageId({ config }: Pick<Site, 'config'>, account: StoredRow | null, prefix = ''): string {
  const domain = String(account?.email_id ?? '').split('@')[1] || new URL(config.publicUrl).hostname
  return `<${prefix}${randomBytes(12).toString('hex')}@${domain}>`
}
