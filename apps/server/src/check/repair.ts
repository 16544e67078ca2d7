import { existsSync } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { loadFieldTypes } from '@tavla/fields/server'
import { openEngineAsIs, type RepairCounts, repairDerived, staleSearches } from '../entity/index.ts'
import { syncFolder } from '../files/disk.ts'
import { addressOf } from '../files/names.ts'
import { lockData } from '../ground/data-lock.ts'
import type { StartError } from '../ground/start-error.ts'
import { openData } from '../store/open-data.ts'
import { type CheckedSite, openEngine, openView } from './site-check.ts'
import { folderOf, storedUrls, unnamedOf } from './stored-files.ts'

/**
 * Makes anew what follows from the records, and puts bytes aside that no File names; SQLite is copied before. Resolves to
 * what was done, in words.
 * @throws StartError while the site runs
 */
export async function repairSite(site: CheckedSite): Promise<string[]> {
  const unlock = lockData(site.config.dir)
  try {
    const found = await lookThrough(site)
    const { copy, counts } = await repairRecords(site, found.stale)
    for (const url of found.unnamed) await putAside(site.config.dir, url)
    return [
      ...(copy ? [`repaired copied the data to ${copy} before`] : []),
      `repaired folded texts of ${counts.folds} records`,
      `repaired ${counts.indexes} search indexes`,
      `repaired ${counts.rows} table rows without a record moved to the trash`,
      `repaired ${found.unnamed.length} unnamed files moved to ${lostFolder(site.config.dir)}`,
    ]
  } finally {
    unlock()
  }
}

const lostFolder = (dir: string) => join(dir, 'files', 'lost')

async function lookThrough(site: CheckedSite): Promise<{ stale: Set<string>; unnamed: string[] }> {
  const urls = await storedUrls(site.config.dir)
  const snapshot = await openView(site.config)
  try {
    const engine = await openEngine(snapshot, site)
    return { stale: await staleSearches(engine, site.isDeep), unnamed: await unnamedOf(engine, urls) }
  } finally {
    await snapshot.close()
  }
}

async function repairRecords(
  { config, modules }: CheckedSite,
  stale: ReadonlySet<string>,
): Promise<{ copy: string | undefined; counts: RepairCounts }> {
  let taken: StartError | undefined
  const onTaken = (error: StartError) => {
    taken = error
  }
  const { store } = await openData(config, { isNew: false, onTaken })
  try {
    const copy = store.backup ? `${store.place}.before-repair` : undefined
    if (copy !== undefined) await store.backup?.(copy)
    const engine = await openEngineAsIs({ store, fieldTypes: await loadFieldTypes(), modules, keys: config.siteKeys })
    const counts = await repairDerived(engine, stale)
    if (taken) throw taken
    return { copy, counts }
  } finally {
    await store.close()
  }
}

/** Moves bytes to the folder `lost`, under a name that is free there. */
async function putAside(dir: string, url: string): Promise<void> {
  const address = addressOf(url)
  if (!address) return
  const from = join(folderOf(dir, address.isPrivate), address.name)
  const lost = join(lostFolder(dir), address.isPrivate ? 'private' : 'public')
  await mkdir(lost, { recursive: true, mode: 0o700 })
  let to = join(lost, address.name)
  for (let n = 2; existsSync(to); n++) to = join(lost, `${n}-${address.name}`)
  await rename(from, to)
  await syncFolder(dirname(from))
  await syncFolder(dirname(to))
}
