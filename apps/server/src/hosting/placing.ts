import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
} from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { readSiteConfig } from '../config/site-config.ts'
import { databaseAfter, databaseOf, forgetDatabase, nameDatabase, type SiteDatabases } from './own-database.ts'
import { purgeFolder } from './purge-folder.ts'

/** How a change of places ended. */
export type Outcome = 'finished' | 'taken back' | 'nothing'

/**
 * Folders within a data folder that can't be renamed itself, such as a volume. The name of the new data tells how far
 * the change of places is: being filled, whole, or moving in.
 */
const names = { filled: '.restoring', ready: '.replacing', placed: '.placing' }
const replaced = /^\.replaced\.(\d+)$/
const configName = 'config.json'
/** Parts that go on: how the site is run, its logs, and what belongs to the volume or to this process. */
const kept = new Set([configName, 'logs', 'lost+found', 'tavla.lock', 'tavla.pid', 'control.sock', 'control.port'])

/** The empty folder for new data; what an earlier attempt left there is gone. @throws the system's error */
export function beginPlacing(dir: string): string {
  const folder = join(dir, names.filled)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { mode: 0o700 })
  return folder
}

/** Puts the filled folder's content in the place of the site's own, which is kept for seven days. @throws the system's error */
export function place(dir: string): void {
  renameSync(join(dir, names.filled), join(dir, names.ready))
  sync(dir)
  settlePlacing(dir)
}

/**
 * After a kill: finishes a change of places whose new data were whole, and removes what was being filled otherwise. Each
 * step can be repeated.
 * @throws the system's error
 */
export function settlePlacing(dir: string): Outcome {
  const [filled, ready, placed] = [join(dir, names.filled), join(dir, names.ready), join(dir, names.placed)]
  if (existsSync(ready)) {
    moveOut(dir)
    renameSync(ready, placed)
    sync(dir)
  }
  if (existsSync(placed)) {
    for (const name of readdirSync(placed)) renameSync(join(placed, name), join(dir, name))
    takeDatabase(dir)
    sync(dir)
    rmSync(placed, { recursive: true })
    return 'finished'
  }
  if (!existsSync(filled)) return 'nothing'
  rmSync(filled, { recursive: true })
  return 'taken back'
}

/** Removes data that were replaced more than seven days ago, with their databases on servers. @throws the system's error */
export async function purgeReplaced(dir: string, databases: SiteDatabases, now = Date.now()): Promise<void> {
  const folders = (await readdir(dir)).filter((name) => replaced.test(name))
  for (const name of folders) {
    const others = async () => [dir, ...folders.map((other) => join(dir, other))]
    await purgeFolder(join(dir, name), { age: now - Number(replaced.exec(name)?.[1]), others, databases })
  }
}

/** The site goes on in the database that was made for its new data. */
function takeDatabase(dir: string): void {
  const database = databaseAfter(dir, databaseOf(dir))
  // A volume on which no site ran has no configuration yet, and the site takes only a whole one.
  if (database !== databaseOf(dir) && !existsSync(join(dir, configName))) readSiteConfig(dir)
  nameDatabase(dir, database)
  forgetDatabase(dir)
}

function moveOut(dir: string): void {
  const parts = readdirSync(dir).filter((name) => !kept.has(name) && !name.startsWith('.'))
  if (parts.length === 0) return
  const old = join(dir, `.replaced.${Date.now()}`)
  mkdirSync(old, { mode: 0o700 })
  // It names their database.
  if (databaseOf(dir) !== undefined) copyFileSync(join(dir, configName), join(old, configName))
  for (const name of parts) renameSync(join(dir, name), join(old, name))
}

function sync(dir: string): void {
  const handle = openSync(dir, 'r')
  try {
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}
