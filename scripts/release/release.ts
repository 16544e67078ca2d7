import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { releaseChangelog } from './changelog.ts'
import { packTarball } from './package.ts'
import { withVersion } from './versions.ts'

/** The steps of a release that take minutes; each resolves with an exit code. */
export interface ReleaseSteps {
  check(): Promise<number>
  build(): Promise<number>
  /** Builds the container image under this name; undefined without a container engine. */
  image?: ((name: string) => Promise<number>) | undefined
  say(line: string): void
}

export interface ReleaseOptions {
  version: string
  /** `YYYY-MM-DD` */
  date: string
  isDry: boolean
}

/** The folder below the root for the tarball and the notes; git ignores it. */
const output = 'release'

/**
 * Releases the product: version, changelog, front ends, tarball, image, commit and tag, in this order. A failed step
 * restores the files and makes neither commit nor tag; a dry run stops after the check.
 * @throws Error with one sentence that gives the reason why there is no release
 */
export async function release(root: string, options: ReleaseOptions, steps: ReleaseSteps): Promise<void> {
  const { version, date, isDry } = options
  const { check, build, image, say } = steps
  const { files, notes } = planRelease(root, version, date)
  if ((await check()) !== 0) throw new Error('The check failed.')
  if (isDry) {
    say(`Would set version ${version} in ${[...files.keys()].join(', ')}`)
    say(
      `Would make the commit and the tag v${version}, ${output}/tavla-${version}.tgz${image ? `, the image tavla:${version}` : ''}`,
    )
    say(`Notes:\n${notes}`)
    return
  }
  try {
    for (const [file, text] of files) writeFileSync(path.join(root, file), text)
    if ((await build()) !== 0) throw new Error('A front end could not be built.')
    say(`Tarball ${packTarball(root, path.join(root, output))}`)
    if (!image) say('No image: neither podman nor docker runs here.')
    else if ((await image(`tavla:${version}`)) !== 0) throw new Error('The image could not be built.')
    else say(`Image tavla:${version}`)
    mkdirSync(path.join(root, output), { recursive: true })
    writeFileSync(path.join(root, output, `notes-${version}.md`), `${notes}\n`)
    git(root, 'add', '--', ...files.keys())
    git(
      root,
      'commit',
      '--quiet',
      '-m',
      `release: ${version}`,
      '-m',
      'The changes since the last version, as the changelog tells them.',
    )
    git(root, 'tag', '--annotate', `v${version}`, '--cleanup=verbatim', '-m', `Tavla ${version}\n\n${notes}`)
  } catch (error) {
    git(root, 'restore', '--staged', '--worktree', '--', ...files.keys())
    throw error
  }
  say(`Commit and tag v${version}: publish them with "git push --follow-tags"`)
}

/** The files that a release changes, with their new texts, and its notes. @throws Error as `release` */
function planRelease(root: string, version: string, date: string): { files: Map<string, string>; notes: string } {
  if (!/^\d+\.\d+\.\d+(-[0-9a-z.]+)?$/.test(version)) throw new Error('Name the version, such as 1.2.0.')
  if (git(root, 'status', '--porcelain').trim() !== '') throw new Error('The tree has changes that are not committed.')
  if (git(root, 'tag', '--list', `v${version}`).trim() !== '') throw new Error(`The tag v${version} exists already.`)
  const { version: last } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as { version: string }
  if (comesBefore(version, last)) throw new Error(`${version} comes before the last version, ${last}.`)
  const { text, notes } = releaseChangelog(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8'), version, date)
  return { files: withVersion(root, version).set('CHANGELOG.md', text), notes }
}

function comesBefore(one: string, other: string): boolean {
  const parts = (version: string) => version.split('-', 1)[0]?.split('.').map(Number) ?? []
  const [a, b] = [parts(one), parts(other)]
  const at = a.findIndex((part, n) => part !== b[n])
  return at >= 0 && (a[at] ?? 0) < (b[at] ?? 0)
}

function git(root: string, ...args: string[]): string {
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
}
