import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { loadFieldTypes } from '@tavla/fields/server'
import {
  keyFile,
  nextKeyFile,
  readExistingConfig,
  readSiteConfig,
  type SiteConfig,
  writeSiteKey,
} from '../../config/site-config.ts'
import { addPersonal, type Engine, openEngine, resealAll } from '../../entity/index.ts'
import { lockData } from '../../ground/data-lock.ts'
import { StartError } from '../../ground/start-error.ts'
import { hashPassword } from '../../modules/core/passwords.ts'
import { openData } from '../../store/open-data.ts'
import { rebuildData } from '../../store/rebuild-data.ts'
import { sql } from '../../store/sql.ts'
import { definitionsOf } from '../modules.ts'
import { clearWaysOut } from './clear-ways-out.ts'
import type { CloneOrder } from './clone-order.ts'
import { maskCopy } from './mask-copy.ts'

/**
 * Makes a clone of the copy of a site in the folder, before its first start: nothing in it can act for the original
 * afterwards. A run that was cut off leaves a folder that nobody may start.
 * @throws StartError when the copy cannot be opened
 */
export async function settleClone(dir: string, order: CloneOrder): Promise<void> {
  const unlock = lockData(dir)
  try {
    // A command in the wrong folder must not empty a project that people work with.
    if (readExistingConfig(dir).environment !== 'Staging') throw new StartError(`${dir} holds no copy of a project.`)
    const config = await settleRecords(dir, order)
    await rebuildData({ file: join(dir, 'store/data.sqlite'), url: config.databaseUrl })
    for (const folder of ['outbox', 'logs']) rmSync(join(dir, folder), { recursive: true, force: true })
    removeOldCopies(dir)
  } finally {
    unlock()
  }
}

async function settleRecords(dir: string, order: CloneOrder): Promise<SiteConfig> {
  // The data is sealed with the key of the original, which is not to open anything here any more.
  writeSiteKey(dir, nextKeyFile)
  const config = readSiteConfig(dir)
  const { store } = await openData(config, { isNew: false, onTaken: () => undefined })
  try {
    const engine = await openEngine({
      store,
      fieldTypes: await loadFieldTypes(),
      modules: definitionsOf(config.apps),
      keys: config.siteKeys,
    })
    await clearWaysOut(engine)
    if (order.mask) {
      addPersonal(engine, order.personal ?? {})
      await maskCopy(engine, dir)
    }
    await resealAll(engine)
    await settleSignIns(engine, order)
  } finally {
    await store.close()
  }
  renameSync(join(dir, nextKeyFile), join(dir, keyFile))
  return config
}

async function settleSignIns({ store, clock }: Engine, { keepSignIn, adminPassword }: CloneOrder): Promise<void> {
  const [hash, user] = [await hashPassword(adminPassword), sql.id('user')]
  await store.write(async (tx) => {
    const others = keepSignIn ? sql`${user} = 'Administrator'` : sql`1 = 1`
    await tx.run(sql`delete from credential where ${others}`)
    await tx.run(
      sql`insert into credential (${user}, hash, changed) values ('Administrator', ${hash}, ${clock.nowUtc()})`,
    )
  })
}

/** Removes the data of before an upgrade. */
function removeOldCopies(dir: string): void {
  const folder = join(dir, 'store')
  if (!existsSync(folder)) return
  for (const name of readdirSync(folder)) {
    if (name !== 'data.sqlite') rmSync(join(folder, name), { recursive: true, force: true })
  }
}
