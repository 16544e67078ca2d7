import type { Manifest } from '../../../backup/manifest.ts'

/** The values of a Backup record that its manifest tells. */
export function storedValues({ program, data, files, config, site_key }: Manifest): {
  version: string
  size: number
  files: number
} {
  const size = [data, config, site_key, ...files].reduce((sum, file) => sum + file.size, 0)
  return { version: program, size, files: files.length }
}
