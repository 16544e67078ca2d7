import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { loadFieldTypes } from '@tavla/fields/server'
import { keyFile, nextKeyFile, readSiteConfig, type SiteOptions, writeSiteKey } from '../config/site-config.ts'
import { openEngineAsIs, type ResealCounts, resealAll } from '../entity/index.ts'
import { lockData } from '../ground/data-lock.ts'
import { StartError } from '../ground/start-error.ts'
import { leaveSecurityNote } from '../modules/core/security/left-notes.ts'
import { openData } from '../store/open-data.ts'

/**
 * Gives a stopped site a new key and seals all of its secrets with it; resolves to a sentence about it. Both keys stay
 * in the folder until every secret is sealed with the new one: after an interruption the site works with both, and the
 * next run continues.
 * @throws StartError when there is no site, or while it runs
 */
export async function rotateKey(folder: string, options: SiteOptions): Promise<string> {
  const dir = resolve(folder)
  if (!existsSync(join(dir, 'config.json'))) throw new StartError(`There is no site in ${dir}.`)
  const unlock = lockData(dir)
  try {
    const done = await resealSecrets(dir, options)
    renameSync(join(dir, nextKeyFile), join(dir, keyFile))
    const sentence = describeResult(dir, done)
    leaveSecurityNote(dir, { event: 'Key Rotated', outcome: 'Allowed', detail: sentence })
    return sentence
  } finally {
    unlock()
  }
}

async function resealSecrets(dir: string, options: SiteOptions): Promise<ResealCounts> {
  let taken: StartError | undefined
  const { store } = await openData(readSiteConfig(dir, options), {
    isNew: false,
    onTaken: (error) => {
      taken = error
    },
  })
  try {
    removeDrafts(dir)
    // An existing new key comes from an interrupted run, which sealed secrets with it.
    if (!existsSync(join(dir, nextKeyFile))) writeSiteKey(dir, nextKeyFile)
    const engine = await openEngineAsIs({
      store,
      fieldTypes: await loadFieldTypes(),
      modules: [{ app: 'platform', entities: new URL('../modules/core/entities/', import.meta.url) }],
      keys: readSiteConfig(dir, options).siteKeys,
    })
    const done = await resealAll(engine)
    if (taken) throw taken
    return done
  } finally {
    await store.close()
  }
}

/** Removes keys that an interrupted run did not use. */
function removeDrafts(dir: string): void {
  for (const name of readdirSync(dir)) {
    if (name.startsWith(`${nextKeyFile}.`) && name.endsWith('.tmp')) rmSync(join(dir, name))
  }
}

function describeResult(dir: string, { sealed, damaged }: ResealCounts): string {
  const left = damaged > 0 ? `; ${damaged} that could not be opened before stay as they were` : ''
  return `The site in ${dir} has a new key, with which ${sealed} secrets were sealed anew${left}.`
}
