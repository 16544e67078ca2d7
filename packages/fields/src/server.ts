import { readdir } from 'node:fs/promises'
import type { FieldTypeServer } from './types.ts'

export { fold } from './fold.ts'
export { onOtherLayout, searchFold, withoutPrefixes } from './search-fold.ts'
export { readSelectOptions } from './select-options.ts'
export { isEmailAddress, isPhoneNumber, isWebAddress } from './text-formats.ts'
export type { FieldRule, FieldTypeServer, ParseContext, ParseResult, StoredValue } from './types.ts'

/** The field types by name. */
export type FieldTypes = ReadonlyMap<string, FieldTypeServer>

/**
 * Loads the server half of every folder beside this file, so that a new folder adds a type (reference: metadata, Field
 * types).
 * @throws when a folder's half is not a field type or two folders name the same type
 */
export async function loadFieldTypes(): Promise<FieldTypes> {
  const here = new URL('./', import.meta.url)
  const files = await readdir(here, { recursive: true })
  const folders = files.flatMap((file) => /^([^\\/]+)[\\/]\1\.server\.ts$/.exec(file)?.[1] ?? [])
  const halves = await Promise.all(folders.sort().map((folder) => loadHalf(here, folder)))
  const types = new Map(halves.map((half) => [half.type, half]))
  if (types.size < halves.length) throw new Error('Two folders of field types name the same type')
  return types
}

async function loadHalf(here: URL, folder: string): Promise<FieldTypeServer> {
  const module: { default?: FieldTypeServer } = await import(new URL(`${folder}/${folder}.server.ts`, here).href)
  if (typeof module.default?.parse !== 'function') throw new Error(`${folder}.server.ts does not export a field type`)
  return module.default
}
