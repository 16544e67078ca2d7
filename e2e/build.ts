import { execFileSync } from 'node:child_process'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { buildStale } from '../scripts/front-ends.ts'
import { makeRunFolder } from '../scripts/testing/memory-folder.ts'
import { foldersVariable, templateOf } from './site.ts'

/**
 * Builds the stale front ends and the template of all sites' data folders; resolves to a function that
 * deletes the data folders of the run.
 */
export default async function build(): Promise<() => Promise<void>> {
  const code = await buildStale()
  if (code !== 0) throw new Error('A front end could not be built.')
  const folders = makeRunFolder()
  const make = path.join(import.meta.dirname, 'make-template.ts')
  execFileSync(process.execPath, [make, templateOf(folders)], { stdio: 'inherit' })
  process.env[foldersVariable] = folders
  return () => rm(folders, { recursive: true, force: true })
}
