import { existsSync, globSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { root, runTool } from './children.ts'

/** The folders of the front ends, such as `apps/desk`: those with a configuration of the bundler. */
export function frontEnds(): string[] {
  return globSync('apps/*/vite.config.ts', { cwd: root }).map((file) => path.dirname(file))
}

/** Builds the front ends whose bundle is missing or older than any of its sources. Resolves with an exit code. */
export function buildStale(): Promise<number> {
  return build(frontEnds().filter(isStale))
}

/** Builds every front end. Resolves with an exit code. */
export function buildAll(): Promise<number> {
  return build(frontEnds())
}

async function build(folders: readonly string[]): Promise<number> {
  for (const folder of folders) {
    // Built in another folder and then moved, so that a running site always has a complete front end to serve.
    const aside = `dist-${process.pid}`
    const code = await runTool('vite', ['build', folder, '--logLevel', 'warn', '--outDir', aside, '--emptyOutDir'])
    if (code !== 0) return code
    putInPlace(path.join(root, folder, aside), path.join(root, folder, 'dist'))
  }
  return 0
}

/** Replaces a folder by a finished one. */
export function putInPlace(aside: string, place: string): void {
  const old = `${aside}-old`
  if (existsSync(place)) renameSync(place, old)
  renameSync(aside, place)
  rmSync(old, { recursive: true, force: true })
}

function isStale(folder: string): boolean {
  const bundle = path.join(root, folder, 'dist/index.html')
  if (!existsSync(bundle)) return true
  const built = statSync(bundle).mtimeMs
  return sourcesOf(folder).some((file) => statSync(path.join(root, file)).mtimeMs > built)
}

/** A clone or a pull sets the time of every changed file, so times show the changes. */
function sourcesOf(folder: string): string[] {
  const own = ['src/**/*.*', 'public/**/*.*', 'index.html', 'package.json', '*.ts'].map((glob) => `${folder}/${glob}`)
  const files = globSync([...own, 'packages/*/src/**/*.*', 'packages/*/package.json', 'package-lock.json'], {
    cwd: root,
  })
  return files.filter((file) => !/\.(test|server)\.tsx?$/.test(file))
}
