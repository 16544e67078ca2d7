import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { follow } from './follow.ts'
import { readHowTos } from './pages.ts'

/** Faults that a reader meets who follows each how-to page below `root` separately, as `page:line what is wrong`. */
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
