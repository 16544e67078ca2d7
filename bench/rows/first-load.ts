import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Row } from '../measure.ts'

const dist = path.resolve(import.meta.dirname, '../../apps/desk/dist')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/** Code and styles that a browser loads before the screen stands, as they go over the wire (gzip). */
export function* firstLoad(): Generator<Row> {
  const file = path.join(dist, '.vite/manifest.json')
  const manifest = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Manifest) : undefined
  const signIn = ['index.html', 'src/sign-in/SignInShell.tsx', 'src/screens/Login.tsx']
  const list = ['index.html', 'src/frame/Frame.tsx', 'src/screens/EntityScreen.tsx']
  yield screen('first load of sign-in', manifest, signIn, 110)
  yield screen('first load of a list', manifest, list, 190)
}

function screen(name: string, manifest: Manifest | undefined, chunks: readonly string[], most: number): Row {
  const target = { of: 'value', most } as const
  if (!manifest) return { name, value: Number.NaN, unit: 'KiB', target, note: 'not built' }
  const files = new Set<string>()
  for (const chunk of chunks) gather(manifest, chunk, files)
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(dist, file))).length)
  const value = sizes.reduce((sum, size) => sum + size, 0) / 1024
  return { name, value, unit: 'KiB', target, note: `${files.size} files` }
}

/** @throws Error when the manifest has no such chunk: a screen was moved, and its name here is out of date */
function gather(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk) throw new Error(`The built front end has no ${name}`)
  if (files.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) files.add(file)
  for (const imported of chunk.imports ?? []) gather(manifest, imported, files)
}
