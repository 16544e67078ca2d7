import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readlinkSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Copies the files below `from` that git knows or could take to the folder `to`, and links the packages there. */
export function copyTree(from: string, to: string): void {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: from })
  for (const file of listed.toString().split('\0').filter(Boolean)) {
    // A file that was deleted since the last commit is listed all the same.
    if (existsSync(path.join(from, file))) cpSync(path.join(from, file), path.join(to, file))
  }
  linkPackages(path.join(from, 'node_modules'), path.join(to, 'node_modules'))
}

/** Our own packages are linked to the folders beside, which are the copies. */
function linkPackages(from: string, to: string): void {
  mkdirSync(path.join(to, '@tavla'), { recursive: true })
  for (const name of readdirSync(from)) {
    if (name !== '@tavla') symlinkSync(path.join(from, name), path.join(to, name))
  }
  for (const name of readdirSync(path.join(from, '@tavla'))) {
    symlinkSync(readlinkSync(path.join(from, '@tavla', name)), path.join(to, '@tavla', name))
  }
}
