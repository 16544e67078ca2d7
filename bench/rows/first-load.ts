import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Row } from '../measure.ts'

const apps = path.resolve(import.meta.dirname, '../../apps')

interface Chunk {
  file: string
  imports?: string[]
  css?: string[]
}

type Manifest = Record<string, Chunk>

/** Code and styles that a browser loads before the screen shows, as transferred (gzip). */
export function* firstLoad(): Generator<Row> {
  yield* firstLoadOf('desk', ['sign-in', 'a list'], 'src/staff.ts')
  yield worker()
  yield* firstLoadOf('console', ["the console's sign-in", "the console's projects"], 'src/operator.ts')
}

/** Sign-in, and the first screen after it, whose code is `part`; both apps have the same limits. */
function* firstLoadOf(app: string, [signIn, first]: readonly [string, string], part: string): Generator<Row> {
  const dist = path.join(apps, app, 'dist')
  yield screen(`first load of ${signIn}`, dist, ['index.html'], 110)
  yield screen(`first load of ${first}`, dist, ['index.html', part], 190)
}

/** The service worker, which browsers compare with theirs at every visit. */
function worker(): Row {
  const row = { name: 'the service worker', unit: 'KiB', target: { of: 'value', most: 4 } } as const
  const file = path.join(apps, 'desk/dist/sw.js')
  if (!existsSync(file)) return { ...row, value: Number.NaN, note: 'not built' }
  return { ...row, value: gzipSync(readFileSync(file)).length / 1024 }
}

/** `chunks`: the entry and the parts that the screen's route loads. */
function screen(name: string, dist: string, chunks: readonly string[], most: number): Row {
  const row = { name, unit: 'KiB', target: { of: 'value', most } } as const
  const file = path.join(dist, '.vite/manifest.json')
  if (!existsSync(file)) return { ...row, value: Number.NaN, note: 'not built' }
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Manifest
  const missing = chunks.find((chunk) => !manifest[chunk])
  if (missing) return { ...row, value: Number.NaN, note: `the built front end has no ${missing}` }
  const files = new Set<string>()
  for (const chunk of chunks) gather(manifest, chunk, files)
  const sizes = [...files].map((file) => gzipSync(readFileSync(path.join(dist, file))).length)
  const value = sizes.reduce((sum, size) => sum + size, 0) / 1024
  return { ...row, value, note: `${files.size} files` }
}

function gather(manifest: Manifest, name: string, files: Set<string>): void {
  const chunk = manifest[name]
  if (!chunk || files.has(chunk.file)) return
  for (const file of [chunk.file, ...(chunk.css ?? [])]) if (/\.(js|css)$/.test(file)) files.add(file)
  for (const imported of chunk.imports ?? []) gather(manifest, imported, files)
}
