import { copyFileSync, existsSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { markRestored, readRestoredMark, unmarkRestored } from '../config/restored-mark.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import type { Replacement, SitePlace } from './driver.ts'
import { folderFault } from './faults.ts'
import {
  databaseAfter,
  databaseOf,
  forgetDatabase,
  nameDatabase,
  notedDatabase,
  type SiteDatabases,
} from './own-database.ts'
import { removeUsed } from './remove-used.ts'
import { hasSiteFolder } from './site-folder.ts'
import { moveToTrash } from './trash.ts'

/** Beside the folders of the projects, on their disk, so that a rename is one step. */
const folderName = '.restoring'
/** Parts of the present folder that go on: how the site is run, and its logs. */
const kept = { config: 'config.json', logs: 'logs' }

/**
 * Replaces the folder of a site that does not run by two renames (reference: hosting, Replacing data). A kill between
 * them leaves the built folder with its mark, by which `settle` knows that it was ready. A database that was made for the
 * folder takes the place of the present one with it, because the configuration in the folder names it.
 */
export function localReplacement(databases: SiteDatabases): Replacement {
  return {
    isThere: async ({ dir }) => hasSiteFolder(dir) && (databaseOf(dir) !== undefined || existsSync(join(dir, 'store'))),

    databaseOf: ({ dir }) => databaseOf(dir),

    begin: (site) =>
      orFault(async () => {
        const built = builtFolderOf(site)
        await discard(databases, site)
        makePrivateFolder(built)
        return built
      }),

    replace: (site, mark) =>
      orFault(() => {
        const built = builtFolderOf(site)
        // The logs of its proof.
        rmSync(join(built, kept.logs), { recursive: true, force: true })
        keepConfig(site.dir, built)
        markRestored(built, mark)
        try {
          changePlaces(site)
        } catch (error) {
          // A later start must not finish what failed now.
          unmarkRestored(built)
          throw error
        }
      }),

    settle: (site) =>
      orFault(async () => {
        const built = builtFolderOf(site)
        if (!existsSync(built)) {
          await removeUsed(built)
          const mark = readRestoredMark(site.dir)
          return mark && !mark.byCommand ? 'finished' : 'nothing'
        }
        if (readRestoredMark(built)) {
          changePlaces(site)
          return 'finished'
        }
        await discard(databases, site)
        return 'taken back'
      }),
  }
}

/** Where the new data of a project are built, on a disk of HQ's machine. */
export const builtFolderOf = ({ dir }: SitePlace) => join(dirname(dir), folderName, basename(dir))

function changePlaces(site: SitePlace): void {
  const { dir, id } = site
  // Its name fits no project, so that the listing of the trash leaves it out.
  const old = moveToTrash(dir, `${id}.replaced`)
  try {
    renameSync(builtFolderOf(site), dir)
  } catch (error) {
    if (old) renameSync(old, dir)
    throw error
  }
  forgetDatabase(dir)
  const logs = old && join(old, kept.logs)
  if (logs && existsSync(logs) && !existsSync(join(dir, kept.logs))) renameSync(logs, join(dir, kept.logs))
}

/**
 * Gives the built folder the present configuration, else the one that it has, with the database that was made for it; a
 * folder whose records are in a file names none.
 */
function keepConfig(present: string, built: string): void {
  const from = hasSiteFolder(present) ? present : built
  const former = databaseOf(from)
  if (from !== built) copyFileSync(join(from, kept.config), join(built, kept.config))
  nameDatabase(built, databaseAfter(built, former))
}

/** Removes what was being built. Where its database cannot be dropped now, the purge of the trash does it. */
export async function discard(databases: SiteDatabases, site: SitePlace): Promise<void> {
  const built = builtFolderOf(site)
  const database = notedDatabase(built)
  await removeUsed(built, async () => {
    try {
      if (database !== undefined) await databases.drop(database, { force: true })
    } catch {
      moveToTrash(built, `${site.id}.unfinished`, { root: dirname(site.dir) })
    }
  })
}

async function orFault<T>(work: () => T | Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw folderFault(error)
  }
}
