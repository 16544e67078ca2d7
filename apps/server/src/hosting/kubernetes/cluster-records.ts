import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { recordsTimeout } from '../driver.ts'
import { sendPart } from './parts.ts'
import type { SiteCalls } from './site-calls.ts'

interface PutOrder {
  contents?: readonly { files: readonly { url: string }[] }[]
  folder?: string
}

/**
 * Gives a site in a cluster an order about records of a backup; the files that their records name are sent before, since
 * the site does not see HQ's disk.
 * @throws HostingFault
 */
export async function orderRecords(calls: SiteCalls, order: object): Promise<unknown> {
  const { folder, ...rest } = order as PutOrder
  const delivery = randomUUID()
  const urls = folder === undefined ? [] : (rest.contents ?? []).flatMap(({ files }) => files.map(({ url }) => url))
  for (const url of new Set(urls)) {
    const path = url.startsWith('/private/files/')
      ? url.replace('/private/files/', 'private/')
      : url.replace('/files/', 'public/')
    const from = join(folder ?? '', path)
    // The site says which of them are missing.
    if (!existsSync(from)) continue
    await sendPart(calls, delivery, path, { name: 'records', from, signal: AbortSignal.timeout(recordsTimeout) })
  }
  return calls.tell('records', { ...rest, delivery }, recordsTimeout)
}
