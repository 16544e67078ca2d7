import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { follow } from './follow.ts'
import { readHowTos } from './pages.ts'

/** The obstacles for a reader of the how-to pages below `root`, each page followed alone, as `page:line obstacle`. */
export function unfitPages(root: string): string[] {
  return readHowTos(root).flatMap((howTo) => {
    const tree = mkdtempSync(path.join(tmpdir(), 'tavla-how-to-'))
    try {
      for (const { file } of howTo.steps) {
        if (existsSync(path.join(root, file))) cpSync(path.join(root, file), path.join(tree, file))
      }
      return follow(tree, howTo)
    } finally {
      rmSync(tree, { recursive: true })
    }
  })
}

if (import.meta.main) {
  const unfit = unfitPages(process.cwd())
  for (const line of unfit) console.error(line)
  process.exitCode = unfit.length === 0 ? 0 : 1
}
