import { randomBytes } from 'node:crypto'
import { existsSync, lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writePrivateFile } from '../config/site-config.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import type { SiteSpec } from './driver.ts'

/**
 * Makes a site's folder, its key and its configuration file. Keeps the keys that an operator added to the file, and
 * writes the site key first, as any first start does. Changes nothing that is already right.
 * @throws the system's error
 */
export function writeSiteFolder({ dir, config }: Pick<SiteSpec, 'dir' | 'config'>): void {
  makePrivateFolder(dir)
  if (!lstatSync(dir).isDirectory()) throw Object.assign(new Error('not a folder'), { code: 'ENOTDIR' })
  const keyFile = join(dir, 'site.key')
  if (!existsSync(keyFile)) writePrivateFile(keyFile, `${randomBytes(32).toString('base64')}\n`)
  const file = join(dir, 'config.json')
  const old = readText(file)
  // `JSON.stringify` drops keys that are undefined, which takes them out of the file.
  const text = `${JSON.stringify({ ...parse(old), ...config }, null, 2)}\n`
  if (text !== old) writePrivateFile(file, text)
}

/** True when the folder holds a site. */
export const hasSiteFolder = (dir: string) => existsSync(join(dir, 'config.json'))

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

function parse(text: string | undefined): object {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : {}
  } catch {
    return {}
  }
}
