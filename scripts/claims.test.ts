import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { steps } from './check.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Rows of the tables of a page whose last column has this name. */
function rowsHeldBy(page: string, column: string): { claim: string; heldBy: string }[] {
  const found: { claim: string; heldBy: string }[] = []
  let isOpen = false
  for (const line of readFileSync(path.join(root, page), 'utf8').split('\n')) {
    const cells = line.startsWith('|') ? line.slice(1, -1).split(' | ') : []
    const last = cells.at(-1)?.trim() ?? ''
    if (cells.length === 0) isOpen = false
    else if (last === column) isOpen = true
    else if (isOpen && !line.startsWith('|---')) found.push({ claim: cells[0]?.trim() ?? '', heldBy: last })
  }
  return found
}

const names = new Set(steps.map(({ name }) => name))

/** Undefined for a step of the check, an existing test, or a command; otherwise the fault. */
function whyNotHeld(cited: string): string | undefined {
  const [, step, code = ''] = /^(?:\*([^*]+)\*|`([^`]+)`)$/.exec(cited) ?? []
  if (step !== undefined) return names.has(step) ? undefined : `${step} is no step of npm run check`
  if (code.startsWith('npm run ')) return undefined
  const files = [code, `apps/server/src/${code}`].flatMap((file) => globSync(file, { cwd: root }))
  if (!/\.(test|spec)\.tsx?$/.test(code)) return `${cited} is neither a step nor a test`
  return files.length === 1 ? undefined : `${cited} is ${files.length} files`
}

test.each([
  ['docs/architecture.md', 'Held by'],
  ['docs/security.md', 'Test'],
])('each claim of %s cites a step of the check or an existing test', (page, column) => {
  const rows = rowsHeldBy(page, column)
  expect(rows.length).toBeGreaterThan(5)
  const wrong = rows.flatMap(({ claim, heldBy }) =>
    heldBy.split(', ').flatMap((cited) => {
      const why = whyNotHeld(cited)
      return why ? [`${claim}: ${why}`] : []
    }),
  )
  expect(wrong).toEqual([])
})
