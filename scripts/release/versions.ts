import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

type Json = Record<string, unknown>

/** The manifests of the workspaces and the lock, with another version of the product and its workspaces. */
export function withVersion(root: string, version: string): Map<string, string> {
  const manifests = ['package.json', ...globSync('{apps,packages}/*/package.json', { cwd: root }).sort()]
  const files = new Map<string, string>()
  for (const file of manifests) files.set(file, format(setVersion(read(root, file), version)))
  const lock = read(root, 'package-lock.json')
  const packages = Object.entries(lock.packages as Record<string, Json>).map(([place, entry]) => {
    return [place, place.includes('node_modules/') ? entry : setVersion(entry, version)]
  })
  files.set('package-lock.json', format({ ...lock, version, packages: Object.fromEntries(packages) }))
  return files
}

function setVersion(manifest: Json, version: string): Json {
  const changed: Json = { ...manifest, version }
  for (const kind of ['dependencies', 'devDependencies']) {
    const names = manifest[kind] as Record<string, string> | undefined
    if (names) changed[kind] = mapValues(names, (old, name) => (name.startsWith('@tavla/') ? version : old))
  }
  return changed
}

const mapValues = (names: Record<string, string>, change: (value: string, name: string) => string) =>
  Object.fromEntries(Object.entries(names).map(([name, value]) => [name, change(value, name)]))

const read = (root: string, file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Json
const format = (value: Json) => `${JSON.stringify(value, null, 2)}\n`
