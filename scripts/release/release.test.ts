import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type ReleaseSteps, release } from './release.ts'

const repository = path.resolve(import.meta.dirname, '../..')
const changelog =
  '# Changelog\n\n## [Unreleased]\n\n### Added\n\n- Rounds bread.\n\n## [0.0.1] - 2020-01-01\n\n- Old.\n'
// A generous bound: a busy machine needs long for a clone, and for a package of thousands of files.
const patience = 120_000
const options = { version: '9.8.7', date: '2026-01-02', isDry: false }

/** A clone of this repository in a temporary folder, with the changelog above, and the output of a release there. */
function cloneRepository() {
  const folder = mkdtempSync(path.join(tmpdir(), 'tavla-release-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const root = path.join(folder, 'clone')
  execFileSync('git', ['clone', '--quiet', '--shared', repository, root])
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim()
  git('config', 'user.name', 'Releaser')
  git('config', 'user.email', 'releaser@example.com')
  writeFileSync(path.join(root, 'CHANGELOG.md'), changelog)
  git('commit', '--quiet', '--all', '-m', 'docs: a small changelog')
  const lines: string[] = []
  const steps: ReleaseSteps = {
    check: async () => 0,
    // The bundler has its own tests; a release packs any build.
    build: async () => {
      for (const app of ['desk', 'console']) {
        mkdirSync(path.join(root, 'apps', app, 'dist'), { recursive: true })
        writeFileSync(path.join(root, 'apps', app, 'dist/index.html'), '<!doctype html><title>Tavla</title>')
      }
      return 0
    },
    say: (line) => lines.push(line),
  }
  const state = () => [git('rev-parse', 'HEAD'), git('tag', '--list'), git('status', '--porcelain')]
  return { folder, root, git, lines, steps, state }
}

test(
  'a dry release prints its steps and changes nothing',
  async () => {
    const { root, lines, steps, state } = cloneRepository()
    const before = state()
    await release(root, { ...options, isDry: true }, steps)
    expect(lines.join('\n')).toContain('tag v9.8.7')
    expect(lines.join('\n')).toContain('- Rounds bread.')
    expect(state()).toEqual(before)
  },
  patience,
)

test(
  'a changed tree, a version below the last one, a failed check or an empty changelog prevents a release',
  async () => {
    const { root, git, steps, state } = cloneRepository()
    const before = state()
    await expect(release(root, { ...options, version: 'next' }, steps)).rejects.toThrow('Name the version')
    await expect(release(root, { ...options, version: '0.0.9' }, steps)).rejects.toThrow(
      'comes before the last version',
    )
    await expect(release(root, options, { ...steps, check: async () => 1 })).rejects.toThrow('The check failed.')
    // A late failure restores the files.
    await expect(release(root, options, { ...steps, build: async () => 1 })).rejects.toThrow('could not be built')
    expect(state()).toEqual(before)
    writeFileSync(path.join(root, 'CHANGELOG.md'), changelog.replace('- Rounds bread.\n', ''))
    await expect(release(root, options, steps)).rejects.toThrow('changes that are not committed')
    git('commit', '--quiet', '--all', '-m', 'docs: nothing new')
    await expect(release(root, options, steps)).rejects.toThrow('nothing to release')
  },
  patience,
)

test(
  'a release has version, changelog, tag and a tarball that starts after installation',
  async () => {
    const { folder, root, git, steps } = cloneRepository()
    await release(root, options, steps)

    expect(git('status', '--porcelain')).toBe('')
    expect(git('log', '-1', '--format=%s')).toBe('release: 9.8.7')
    expect(git('tag', '--list', '--format=%(contents)', 'v9.8.7')).toContain('### Added\n\n- Rounds bread.')
    expect(readFileSync(path.join(root, 'CHANGELOG.md'), 'utf8')).toContain(
      '## [Unreleased]\n\n## [9.8.7] - 2026-01-02\n\n### Added\n\n- Rounds bread.\n\n## [0.0.1]',
    )
    const versions = git(
      'grep',
      '-hE',
      '"(version|@tavla/[a-z0-9-]+)": "[0-9]',
      '--',
      '**/package.json',
      'package.json',
    )
    expect(new Set(versions.match(/\d+\.\d+\.\d+/g))).toEqual(new Set(['9.8.7']))

    const site = await startPacked(folder, path.join(root, 'release/tavla-9.8.7.tgz'))
    const login = await fetch(`${site}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ user: 'Administrator', password: 'packed-Admin-1' }),
    })
    expect(await login.json()).toMatchObject({ message: 'Logged In' })
    expect(await (await fetch(`${site}/app`, { headers: { accept: 'text/html' } })).text()).toContain('<title>Tavla')
    await expect(release(root, options, steps)).rejects.toThrow('The tag v9.8.7 exists already.')
  },
  patience,
)

/**
 * Unpacks a tarball beside the packages that it needs, as npm does, and starts a site with it; resolves with
 * its address.
 */
async function startPacked(folder: string, tarball: string): Promise<string> {
  const modules = path.join(folder, 'node_modules')
  mkdirSync(path.join(modules, 'tavla'), { recursive: true })
  const installed = path.join(repository, 'node_modules')
  const others = readdirSync(installed).filter((name) => !name.startsWith('.') && name !== '@tavla')
  for (const name of others) symlinkSync(path.join(installed, name), path.join(modules, name))
  execFileSync('tar', ['-xzf', tarball, '-C', path.join(modules, 'tavla'), '--strip-components=1'])
  const command = path.join(modules, 'tavla/apps/server/bin/tavla.mjs')
  const args = ['site', path.join(folder, 'data'), '--port', '0', '--admin-password', 'packed-Admin-1']
  const child = spawn(process.execPath, [command, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  const closed = once(child, 'close')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await closed
  })
  let said = ''
  return new Promise((resolve, reject) => {
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      said += text
      const url = /^Ready (\S+)$/m.exec(said)?.[1]
      if (url) resolve(url)
    })
    void closed.then(() => reject(new Error(`The packed site did not start: ${said}`)))
  })
}
