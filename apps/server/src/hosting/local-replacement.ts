import { copyFileSync, existsSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { markRestored, readRestoredMark, unmarkRestored } from '../config/restored-mark.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import type { Replacement, SitePlace } from './driver.ts'
import { folderFault } from './faults.ts'
import { hasSiteFolder } from './site-folder.ts'
import { moveToTrash } from './trash.ts'

/** Beside the folders of the projects, on their disk, so that a rename is one step. */
const folderName = '.restoring'
/** Parts of the present folder that go on: how the site is run, and its logs. */
const kept = { config: 'config.json', logs: 'logs' }

/**
 * Replaces the folder of a site that does not run by two renames (reference: hosting, Replacing data). A kill between
 * them leaves the built folder with its mark, by which `settle` knows that it was ready.
 */
export const localReplacement: Replacement = {
  isThere: async ({ dir }) => hasSiteFolder(dir) && existsSync(join(dir, 'store')),

  isElsewhere: async ({ dir }) => readSettings(dir).database !== undefined,

  begin: (site) =>
    orFault(() => {
      const built = besideOf(site)
      rmSync(built, { recursive: true, force: true })
      makePrivateFolder(built)
      return built
    }),

  replace: (site, mark) =>
    orFault(() => {
      const built = besideOf(site)
      // The logs of its proof.
      rmSync(join(built, kept.logs), { recursive: true, force: true })
      if (hasSiteFolder(site.dir)) copyFileSync(join(site.dir, kept.config), join(built, kept.config))
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
    orFault(() => {
      const built = besideOf(site)
      const mark = existsSync(built) ? undefined : readRestoredMark(site.dir)
      if (mark) return mark.byCommand ? 'nothing' : 'finished'
      if (!existsSync(built)) return 'nothing'
      if (readRestoredMark(built)) {
        changePlaces(site)
        return 'finished'
      }
      rmSync(built, { recursive: true, force: true })
      return 'taken back'
    }),
}

const besideOf = ({ dir }: SitePlace) => join(dirname(dir), folderName, basename(dir))

function changePlaces(site: SitePlace): void {
  const { dir, id } = site
  // Its name fits no project, so that the listing of the trash leaves it out.
  const old = moveToTrash(dir, `${id}.replaced`)
  try {
    renameSync(besideOf(site), dir)
  } catch (error) {
    if (old) renameSync(old, dir)
    throw error
  }
  const logs = old && join(old, kept.logs)
  if (logs && existsSync(logs) && !existsSync(join(dir, kept.logs))) renameSync(logs, join(dir, kept.logs))
}

/** The configuration of a site; nothing where there is none. */
function readSettings(dir: string): { database?: unknown } {
  try {
    return JSON.parse(readFileSync(join(dir, kept.config), 'utf8')) as { database?: unknown }
  } catch {
    return {}
  }
}

async function orFault<T>(work: () => T): Promise<T> {
  try {
    return work()
  } catch (error) {
    throw folderFault(error)
  }
}
