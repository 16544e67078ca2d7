import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lockUnmarked } from '../ground/data-lock.ts'
import { makePrivateFolder } from '../ground/private-folder.ts'
import { StartError } from '../ground/start-error.ts'

/** Within the folder itself: that may be a volume, which nothing can be renamed to. */
const draftName = '.recovering'
/** The root of a file system has this one. */
const harmless = [draftName, 'lost+found']
/** Traces of the process that filled the folder. */
const traces = ['tavla.lock', 'tavla.pid', 'tavla.pid.tmp', 'control.sock', 'control.port', 'work']

/** A data folder that is being filled, out of the sight of whoever would start it. */
export interface DraftFolder {
  readonly draft: string
  /** Empties the draft for another attempt. */
  clear(): void
  /** Moves everything to the folder itself; its configuration, which makes it a site, comes last. */
  finish(): void
  /** Removes what `finish` did not take over. */
  discard(): void
}

/** Begins to fill a folder that is empty or not there yet. @throws StartError */
export function beginDraft(dir: string): DraftFolder {
  const draft = join(dir, draftName)
  const isNew = !existsSync(dir)
  const clear = () => {
    if (existsSync(draft)) {
      // Another process may be filling it.
      lockUnmarked(draft)()
      rmSync(draft, { recursive: true })
    }
    makePrivateFolder(draft)
  }
  try {
    if (!isNew && readdirSync(dir).some((name) => !harmless.includes(name))) {
      throw new StartError(`The folder ${dir} is not empty.`)
    }
    clear()
  } catch (error) {
    if (error instanceof StartError) throw error
    throw new StartError(`The data folder ${dir} cannot be written (${(error as NodeJS.ErrnoException).code}).`)
  }
  return {
    draft,
    clear,
    finish() {
      const names = readdirSync(draft).filter((name) => !traces.includes(name) && name !== 'config.json')
      for (const name of [...names, 'config.json']) renameSync(join(draft, name), join(dir, name))
    },
    discard() {
      rmSync(draft, { recursive: true, force: true })
      if (isNew && existsSync(dir) && readdirSync(dir).length === 0) rmSync(dir, { recursive: true })
    },
  }
}
