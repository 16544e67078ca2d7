import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { keyBytes } from '../../../backup/backup-key.ts'
import { type SiteConfig, writePrivateFile } from '../../../config/site-config.ts'
import { StartError } from '../../../ground/start-error.ts'

/**
 * The key of HQ's backups, 32 bytes as 64 hex digits in a file (reference: hosting, Backups). A missing file is made in
 * the data folder alone: one that the operator named may be mistyped or not mounted, and a new key reads no backup.
 * @throws StartError when the file cannot be read or holds no key
 */
export function readBackupKey({ dir, backupKeyFile }: Pick<SiteConfig, 'dir' | 'backupKeyFile'>): Buffer {
  const file = backupKeyFile ?? join(dir, 'backup.key')
  if (backupKeyFile === undefined && !existsSync(file)) {
    writePrivateFile(file, `${randomBytes(keyBytes).toString('hex')}\n`)
  }
  let text: string
  try {
    text = readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw new StartError(`The backup key ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`)
  }
  if (!/^[0-9a-f]{64}$/i.test(text)) throw new StartError(`The backup key ${file} must hold 64 hex digits.`)
  return Buffer.from(text, 'hex')
}
