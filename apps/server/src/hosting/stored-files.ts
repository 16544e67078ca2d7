import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The finished files of a site that does not run, by their places below the folder `files`. */
export const storedFilesIn = (dir: string): string[] =>
  ['public', 'private'].flatMap((side) =>
    readdirSync(join(dir, 'files', side), { withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.startsWith('.'))
      .map(({ name }) => `${side}/${name}`),
  )
