import { existsSync, globSync, statSync } from 'node:fs'
import path from 'node:path'
import { root, runTool } from './children.ts'

/** The folders of the front ends, such as `apps/desk`: whatever has a configuration of the bundler. */
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
    const code = await runTool('vite', ['build', folder, '--logLevel', 'warn'])
    if (code !== 0) return code
  }
  return 0
}

function isStale(folder: string): boolean {
  const bundle = path.join(root, folder, 'dist/index.html')
  if (!existsSync(bundle)) return true
  const built = statSync(bundle).mtimeMs
  return sourcesOf(folder).some((file) => statSync(path.join(root, file)).mtimeMs > built)
}

/** A clone or a pull gives every changed file the time of its arrival, so times tell what has changed. */
function sourcesOf(folder: string): string[] {
  const own = ['src/**/*.*', 'public/**/*.*', 'index.html', 'package.json', '*.ts'].map((glob) => `${folder}/${glob}`)
  const files = globSync([...own, 'packages/*/src/**/*.*', 'packages/*/package.json', 'package-lock.json'], {
    cwd: root,
  })
  return files.filter((file) => !/\.(test|server)\.tsx?$/.test(file))
}
