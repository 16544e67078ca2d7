import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sourceFiles } from '../source-files.ts'
import { exactDependencies, type Lock } from './exact-dependencies.ts'
import { toJavaScript } from './javascript.ts'

const command = 'apps/server/bin/tavla.mjs'
const frontEnds = ['apps/desk', 'apps/console']

type Json = Record<string, unknown>

/**
 * Packs the product into a tarball that `npm i -g` and `npx` start, and returns its path. Node runs no TypeScript below
 * `node_modules`, so the tarball contains the server's files as JavaScript, and the built front ends.
 * @throws Error when a front end is not built, or the lock does not fit the manifests
 */
export function packTarball(root: string, into: string): string {
  const stage = mkdtempSync(path.join(tmpdir(), 'tavla-package-'))
  try {
    fillPackage(root, stage)
    mkdirSync(into, { recursive: true })
    const said = run('npm', ['pack', '--silent', '--pack-destination', into], stage)
    return path.join(into, said.trim().split('\n').at(-1) ?? '')
  } finally {
    rmSync(stage, { recursive: true, force: true })
  }
}

/** Writes the files of the package into an empty folder. @throws Error as `packTarball` */
export function fillPackage(root: string, stage: string): void {
  for (const folder of frontEnds) {
    const built = path.join(root, folder, 'dist')
    if (!existsSync(path.join(built, 'index.html'))) throw new Error(`${folder} is not built: run "npm run build".`)
    cpSync(built, path.join(stage, folder, 'dist'), { recursive: true })
  }
  for (const file of ['README.md', 'LICENSE', 'CHANGELOG.md']) cpSync(path.join(root, file), path.join(stage, file))
  const owners = writeServer(root, stage)
  write(stage, 'package.json', format(manifestOf(root, owners)))
}

/** Writes the server and all its imports from the workspaces; returns the folders of these, its own first. */
function writeServer(root: string, stage: string): string[] {
  const addresses = addressesOf(root)
  const halves = globSync('packages/fields/src/*/*.server.ts', { cwd: root })
  const own = sourceFiles(root).filter((file) => file.startsWith('apps/server/') && !/\/testing[^/]*\.ts$/.test(file))
  const files = new Set([command, ...own, ...halves.map((file) => file.split(path.sep).join('/'))])
  for (const file of files) {
    const resolve = (specifier: string) => {
      const target = addresses.get(specifier)
      return target && relative(file, target).replace(/\.ts$/, '.js')
    }
    const { text, imports } = toJavaScript(readFileSync(path.join(root, file), 'utf8'), resolve)
    for (const specifier of imports) {
      const target = addresses.get(specifier) ?? path.posix.join(path.posix.dirname(file), specifier)
      if ((addresses.has(specifier) || specifier.startsWith('.')) && target.endsWith('.ts')) files.add(target)
    }
    write(stage, file.replace(/\.ts$/, '.js'), text)
  }
  const owners = [...new Set([...files].map((file) => file.split('/', 2).join('/')))]
  for (const owner of owners) copyData(root, stage, owner)
  return owners
}

/**
 * Copies definitions, word lists and other data files that a workspace's code reads, and a manifest that tells Node the
 * module type of its files.
 */
function copyData(root: string, stage: string, owner: string): void {
  const data = globSync(`${owner}/src/**/*.*`, { cwd: root }).filter((file) => !/\.(ts|tsx|css|gz)$/.test(file))
  for (const file of data) cpSync(path.join(root, file), path.join(stage, file))
  const { name, version } = read(root, `${owner}/package.json`)
  write(stage, `${owner}/package.json`, format({ name, version, private: true, type: 'module' }))
}

function manifestOf(root: string, owners: readonly string[]): Json {
  const { name, version, description, license, engines, optionalDependencies } = read(root, 'package.json')
  const needed = owners.flatMap((owner) =>
    Object.keys((read(root, `${owner}/package.json`).dependencies ?? {}) as Json),
  )
  const names = [...new Set(needed)].filter((each) => !each.startsWith('@tavla/'))
  const lock = read(root, 'package-lock.json') as unknown as Lock
  const about = { name, version, description, license, type: 'module', bin: { tavla: command }, engines }
  return { ...about, ...exactDependencies(lock, names, Object.keys(optionalDependencies as Json)) }
}

/** `@tavla/<package>` and its subpaths → the file in the package's `exports`. */
function addressesOf(root: string): Map<string, string> {
  const addresses = new Map<string, string>()
  for (const manifest of globSync('packages/*/package.json', { cwd: root })) {
    const folder = path.dirname(manifest).split(path.sep).join('/')
    const { name, exports = {} } = read(root, manifest) as { name: string; exports?: Record<string, string> }
    for (const [subpath, file] of Object.entries(exports)) {
      addresses.set(path.posix.join(name, subpath), path.posix.join(folder, file))
    }
  }
  return addresses
}

function relative(from: string, to: string): string {
  const found = path.posix.relative(path.posix.dirname(from), to)
  return found.startsWith('.') ? found : `./${found}`
}

function write(stage: string, file: string, text: string): void {
  const place = path.join(stage, file)
  mkdirSync(path.dirname(place), { recursive: true })
  writeFileSync(place, text, { mode: file === command ? 0o755 : 0o644 })
}

const read = (root: string, file: string) => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Json
const format = (value: object) => `${JSON.stringify(value, null, 2)}\n`
const run = (file: string, args: readonly string[], cwd: string) =>
  execFileSync(file, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
