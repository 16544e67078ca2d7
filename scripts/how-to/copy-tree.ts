import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies the tracked and untracked files below `from`, without ignored ones, to the folder `to`, and links
 * the packages there.
 */
export function copyTree(from: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: from })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    // Git also lists a file that was deleted since the last commit.
    if (existsSync(path.join(from, file))) cpSync(path.join(from, file), path.join(to, file))
  }
  linkPackages(path.join(from, 'node_modules'), path.join(to, 'node_modules'))
}

/** Our own packages are links to the workspace folders, of which the tree has copies. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, '@tavla'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@tavla') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@tavla'))) {
    symlinkSync(readlinkSync(path.join(from, '@tavla', name)), path.join(to, '@tavla', name))
  }
}
