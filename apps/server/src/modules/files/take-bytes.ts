import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { alreadyExists, fileDamaged } from '@tavla/contract'
import type { StoredBytes } from '../../entity/index.ts'
import { addressOf } from '../../files/names.ts'
import { type FileParts, onDisk } from './parts.ts'
import { rowsOfUrl } from './rows.ts'

/**
 * Takes bytes over from the folder `files` of another copy of the site, unless they are here.
 * @throws Problem 500 when they are not there or differ, 409 when another file has their address by now, 503 when the disk
 * is full
 */
export function takeBytes(parts: FileParts, folder: string, { url, hash, name }: StoredBytes): Promise<void> {
  const { area, site } = parts
  return area.runExclusively(hash, async () => {
    await area.open()
    const address = addressOf(url)
    if (!address) throw fileDamaged(name)
    const isIt = (found: string) => hash === '' || found === hash
    const stored = await area.measure(area.pathOf(url) ?? '').catch(() => undefined)
    if (stored && isIt(stored.hash)) return
    const others = await rowsOfUrl(site.engine, site.engine.store, url)
    if (others.some(({ content_hash }) => !isIt(content_hash ?? ''))) throw alreadyExists('File', address.name)
    const source = join(folder, address.isPrivate ? 'private' : 'public', address.name)
    const incoming = await onDisk(parts, () => area.receive(createReadStream(source), Number.POSITIVE_INFINITY)).catch(
      (error: unknown) => {
        throw (error as NodeJS.ErrnoException).code === 'ENOENT' ? fileDamaged(name) : error
      },
    )
    if (isIt(incoming.hash)) return area.replace(incoming, url)
    await area.discard(incoming)
    throw fileDamaged(name)
  })
}
