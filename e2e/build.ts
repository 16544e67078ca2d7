import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buildStale } from '../scripts/front-ends.ts'
import { templateVariable } from './site.ts'

/**
 * Builds the stale front ends and the template of all sites' data folders; resolves to a function that
 * deletes the template.
 */
export default async function build(): Promise<() => Promise<void>> {
  const code = await buildStale()
  if (code !== 0) throw new Error('A front end could not be built.')
  const folder = await mkdtemp(path.join(tmpdir(), 'tavla-template-'))
  execFileSync(process.execPath, [path.join(import.meta.dirname, 'make-template.ts'), folder], { stdio: 'inherit' })
  process.env[templateVariable] = folder
  return () => rm(folder, { recursive: true, force: true })
}
