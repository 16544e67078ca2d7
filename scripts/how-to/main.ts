import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../children.ts'
import { copyTree } from './copy-tree.ts'
import { follow } from './follow.ts'
import { readHowTos } from './pages.ts'

/**
 * Follows the how-to pages to the letter in a copy of the tree: all pages, or those with one of the words in their
 * name. Then checks the copy, runs the commands of the pages, and deletes the copy.
 */
function main(words: readonly string[]): number {
  const chosen = readHowTos(root).filter(({ page }) => words.length === 0 || words.some((word) => page.includes(word)))
  const copy = mkdtempSync(path.join(tmpdir(), 'tavla-how-to-'))
  try {
    copyTree(root, copy)
    const wrong = chosen.flatMap((howTo) => follow(copy, howTo))
    for (const line of wrong) console.error(line)
    const commands = new Set(['npm run check', ...chosen.flatMap((howTo) => howTo.commands)])
    const failed = [...commands].filter((command) => !succeeds(copy, command))
    for (const command of failed) console.log(`FAILED ${command}`)
    console.log(
      `${chosen.length} pages followed, ${commands.size} commands run, ${wrong.length + failed.length} failed`,
    )
    return chosen.length > 0 && wrong.length + failed.length === 0 ? 0 : 1
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

function succeeds(cwd: string, command: string): boolean {
  console.log(`> ${command}`)
  return spawnSync(command, { cwd, shell: true, stdio: 'inherit' }).status === 0
}

process.exitCode = main(process.argv.slice(2))
