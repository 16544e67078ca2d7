import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { readHowTos } from './how-to/pages.ts'

const pages = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'docs/**/*.md']
/** Starts of a path: a folder of the root, or a folder of the server that shares its name with no data folder. */
const tops = /^(?:apps|packages|scripts|e2e|bench|docs|\.github)\//
const serverRooms = /^(?:cli|http|live|modules|outbox|entity|hosting|outward|ground)\//
const ofServer = 'apps/server/src/'

/**
 * Paths in the code spans of pages below `root` without a target, as `file:line fault`. `<name>` and `*` match any
 * name. Files that a how-to page creates need not exist.
 */
export function brokenPaths(root: string): string[] {
  const madeBy = new Map(readHowTos(root).map(({ page, steps }) => [page, new Set(steps.map(({ file }) => file))]))
  const names = globSync(pages, { cwd: root }).map((file) => file.split(path.sep).join('/'))
  return names.sort().flatMap((page) =>
    pathsOf(readFileSync(path.join(root, page), 'utf8')).flatMap(({ named, line }) => {
      const isThere = madeBy.get(page)?.has(named) || leadsSomewhere(root, named)
      return isThere ? [] : [`${page}:${line} ${named} leads nowhere`]
    }),
  )
}

/** The paths in code spans: of one of these folders, or of a test. Blocks of code are not read. */
function pathsOf(text: string): { named: string; line: number }[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, (block) => block.replace(/[^\n]/g, ''))
  return prose.split('\n').flatMap((content, at) =>
    [...content.matchAll(/`([^`\s]+)`/g)].flatMap(([, named = '']) => {
      const isPath = tops.test(named) || serverRooms.test(named) || /\/[^/]+\.test\.tsx?$/.test(named)
      return isPath ? [{ named, line: at + 1 }] : []
    }),
  )
}

function leadsSomewhere(root: string, named: string): boolean {
  const pattern = named.replace(/<[^>]*>/g, '*')
  return [pattern, ofServer + pattern].some((one) => globSync(one, { cwd: root }).length > 0)
}

if (import.meta.main) {
  const broken = brokenPaths(process.cwd())
  for (const line of broken) console.error(line)
  process.exitCode = broken.length === 0 ? 0 : 1
}
